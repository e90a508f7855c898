import type { CharacterId } from '../domain/message.ts';
import { sanitize } from '../domain/sanitize.ts';
import type { PlayState } from '../play/chat/play-state.ts';
import type { Words } from './composer/completion.ts';
import { chord, editOf } from './composer/keys.ts';
import { type ComposerState, completed, edited, pasted, sent, typed } from './composer/state.ts';
import type { Effect } from './effect.ts';
import { isNewline, shortcutOf } from './key-map.ts';
import { type Panel, pressPanel } from './panels/state.ts';
import type { Room } from './panels/text.ts';
import type { Input, Key } from './terminal/key-names.ts';

/** A line above the composer that goes away with the next key; news, which came by itself, with Enter or Esc. */
export interface Notice {
  readonly tone: 'calm' | 'error' | 'news';
  readonly text: string;
}

/** What hides the whole screen while the keyboard goes from one human to another (HC-37). */
export interface Handover {
  /** As whom the next one writes. */
  readonly to: string;
  /** Which human that is; null when nobody said. */
  readonly player: string | null;
  /** Whether the keyboard could not be taken at the last try. */
  readonly isRefused: boolean;
}

/** Everything on the screen that is not the chat itself. */
export interface ScreenState {
  readonly composer: ComposerState;
  readonly panel: Panel | null;
  readonly notice: Notice | null;
  /** Ctrl+C was the last key: one more leaves. */
  readonly leaving: boolean;
  /** What hides the whole screen while the keyboard is passed on; null when nothing does. */
  readonly handover: Handover | null;
  /** What others who passed the keyboard on were writing, by character. */
  readonly drafts: ReadonlyMap<CharacterId, ComposerState>;
}

/** What the reducer must know of the world. */
export interface ReducerContext {
  /** Who is writing, as the human may know it; null when nobody is. */
  readonly writing: string | null;
  /** Whether it is another terminal that writes, which cannot be stopped here. */
  readonly isElsewhere: boolean;
  /** Whether Esc has something to stop: a line, hidden or not, or auto mode. */
  readonly isStoppable: boolean;
  readonly words: Words;
  /** Columns and rows of the open panel; null where none is drawn. */
  readonly room: Room | null;
}

/** Who is writing as the human is told it. */
export const toldWriting = ({ generating }: PlayState): string | null => {
  if (generating === null || generating === 'untold') return null;
  return generating === 'hidden' ? 'somebody' : sanitize(generating.speaker.name);
};

/** What the reducer must know of a chat; `commands` are the names of commands. */
export function contextOf(play: PlayState, commands: readonly string[], room: Room | null): ReducerContext {
  const { cast, isElsewhere, generating, auto } = play;
  return {
    writing: isElsewhere && generating === 'hidden' ? null : toldWriting(play),
    isElsewhere,
    isStoppable: generating !== null || auto !== null,
    words: { commands, names: cast.map(({ name }) => name) },
    room,
  };
}

/** The next state, and what else follows from an input. */
export interface Step {
  readonly state: ScreenState;
  readonly effect?: Effect;
}

const notified = (state: ScreenState, text: string): Step => ({
  state: { ...state, notice: { tone: 'calm', text } },
});

/** The state with news on it, behind those that nobody has taken note of yet. */
export const told = (state: ScreenState, news: string): ScreenState => {
  const text = state.notice?.tone === 'news' ? `${state.notice.text}\n${news}` : news;
  return { ...state, notice: { tone: 'news', text } };
};

const compose = (state: ScreenState, composer: ComposerState): Step => ({ state: { ...state, composer } });

const stopOf = ({ isElsewhere }: ReducerContext): string => (isElsewhere ? '' : 'Esc stops it, ');

const submit = (state: ScreenState, context: ReducerContext): Step => {
  const { composer } = state;
  const text = composer.text.trim();
  if (text === '') return { state };
  const after = { ...state, composer: sent(composer) };
  const line = after.composer.history.at(-1)?.trim() ?? text;
  if (text.startsWith('/')) return { state: after, effect: { type: 'command', line } };
  if (context.writing !== null)
    return notified(state, `${context.writing} is still writing; ${stopOf(context)}your text stays here`);
  return { state: after, effect: { type: 'say', text: line } };
};

const interrupt = (state: ScreenState, context: ReducerContext): Step => {
  if (state.leaving) return { state, effect: { type: 'leave' } };
  const armed = { ...notified(state, 'Ctrl+C again leaves').state, leaving: true };
  return !context.isStoppable ? { state: armed } : { state: armed, effect: { type: 'stop' } };
};

const stop = (state: ScreenState, context: ReducerContext): Step => ({
  state,
  effect: !context.isStoppable ? { type: 'scroll', by: 0, unit: 'end' } : { type: 'stop', isEsc: true },
});

const searching = (state: ScreenState, key: Key): Step => {
  const { composer } = state;
  if (key.name === 'escape') return compose(state, edited(composer, 'search-cancel'));
  if (chord(key) === 'ctrl+r') return compose(state, edited(composer, 'search'));
  return compose(state, edited(composer, 'search-end'));
};

const writing = (state: ScreenState, key: Key, context: ReducerContext): Step => {
  const word = chord(key);
  const { composer } = state;
  const effect = shortcutOf(word, composer.text === '');
  if (effect !== undefined) return { state, effect };
  if (word === 'enter') return submit(state, context);
  if (word === 'escape') return stop(state, context);
  if (word === 'tab') return compose(state, completed(composer, context.words));
  if (isNewline(word)) return compose(state, typed(composer, '\n'));
  const edit = editOf(key);
  if (edit !== undefined) return compose(state, edited(composer, edit));
  return key.text === '' ? { state } : compose(state, typed(composer, key.text));
};

const pressInHandover = (state: ScreenState, { to }: Handover, { name }: Key): Step => {
  if (name === 'enter') return { state, effect: { type: 'take', name: to } };
  return { state: name === 'escape' ? { ...state, handover: null } : state };
};

const pressKey = (before: ScreenState, key: Key, context: ReducerContext): Step => {
  if (chord(key) === 'ctrl+c') return interrupt(before, context);
  const isSeen = before.notice?.tone !== 'news' || key.name === 'enter' || key.name === 'escape';
  const state = { ...before, notice: isSeen ? null : before.notice, leaving: false };
  if (state.handover !== null) return pressInHandover(state, state.handover, key);
  if (state.panel !== null) {
    const { panel, call } = pressPanel(state.panel, key, context.room);
    const step = { state: { ...state, panel } };
    return call === undefined ? step : { ...step, effect: { type: 'call', call } };
  }
  return state.composer.search === null ? writing(state, key, context) : searching(state, key);
};

const wheelRows = 3;

/** The one reducer of the screen: an input turns a state into the next, and perhaps asks for an effect. */
export const reduce = (state: ScreenState, input: Input, context: ReducerContext): Step => {
  if (input.type === 'key') return pressKey(state, input, context);
  if (state.handover !== null) return { state };
  if (input.type === 'paste' && state.panel === null)
    return compose(state, pasted(state.composer, input.text));
  if (input.type === 'mouse' && (input.button & 64) !== 0 && input.down) {
    const by = (input.button & 1) === 0 ? -wheelRows : wheelRows;
    return { state, effect: { type: 'scroll', by, unit: 'row' } };
  }
  return { state };
};
