import type { TourStep } from '../../commands/scope.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import type { Words } from '../composer/menu.ts';
import type { ComposerState } from '../composer/state.ts';
import type { Hearers } from '../composer/whisper.ts';
import { type Panel, panelOver } from '../panels/state.ts';
import type { Room } from '../panels/text.ts';
import type { Effect } from './effect.ts';
import type { KeyMap } from './key-map.ts';

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

/** A message that is written otherwise where it stands: the composer holds its text, and what was written before waits. */
export interface Editing {
  readonly message: Message;
  readonly before: ComposerState;
}

/** Vim's modes of the composer; `begun` are the keys of a command that is not whole yet. */
export interface Vim {
  readonly mode: 'insert' | 'normal';
  readonly begun: string;
}

/** Vim's keys before anything was pressed. */
export const vimAtFirst: Vim = { mode: 'insert', begun: '' };

/** Everything on the screen that is not the chat itself. */
export interface ScreenState {
  readonly composer: ComposerState;
  /** What the composer edits; null where a line of one's own is written. */
  readonly editing: Editing | null;
  readonly panel: Panel | null;
  /** Whether the pane is open, where it has room beside the page. */
  readonly hasPane: boolean;
  readonly notice: Notice | null;
  /** What is left of a guided scene; empty outside of one. */
  readonly tour: readonly TourStep[];
  /** Whether a model is writing into the composer. */
  readonly isGrowing: boolean;
  /** Ctrl+C was the last key: one more leaves. */
  readonly leaving: boolean;
  /** What hides the whole screen while the keyboard is passed on; null when nothing does. */
  readonly handover: Handover | null;
  /** Vim's keys; null where they are not wanted. */
  readonly vim: Vim | null;
  /** What others who passed the keyboard on were writing, by character. */
  readonly drafts: ReadonlyMap<CharacterId, ComposerState>;
}

/** A screen on which nothing has happened yet. */
export const initialState = (composer: ComposerState, isVim: boolean): ScreenState => ({
  ...{
    composer,
    vim: isVim ? vimAtFirst : null,
    editing: null,
    panel: null,
    hasPane: false,
    notice: null,
    tour: [],
    isGrowing: false,
    leaving: false,
    handover: null,
    drafts: new Map(),
  },
});

/** What the reducer must know of the world. */
export interface ReducerContext {
  /** Who is writing, as the human may know it; null when nobody is. */
  readonly writing: string | null;
  /** Whether it is another terminal that writes, which cannot be stopped here. */
  readonly isElsewhere: boolean;
  /** Whether Esc has something to stop: a line, hidden or not, or auto mode. */
  readonly isStoppable: boolean;
  /** Whether the human only looks on, and can come back. */
  readonly isOnlooker: boolean;
  /** Whether a message is selected. */
  readonly isSelecting: boolean;
  readonly words: Words;
  /** Who can be whispered to. */
  readonly hearers: Hearers;
  readonly keys: KeyMap;
  /** Columns and rows of the open panel; null where none is drawn. */
  readonly room: Room | null;
  /** Whether a line is the path of what is there. */
  readonly namesFile: (line: string) => boolean;
}

/** Who is writing as the human is told it. */
export const toldWriting = ({ generating }: PlayState): string | null => {
  if (generating === null || generating === 'untold') return null;
  return generating === 'hidden' ? 'somebody' : sanitize(generating.speaker.name);
};

/** What is written as one's own line, whatever is edited now. */
export const ownDraft = ({ composer, editing }: ScreenState): ComposerState => editing?.before ?? composer;

/** The state without what was edited: the line that was written before is there again. */
export const editDropped = (state: ScreenState): ScreenState => ({
  ...state,
  composer: ownDraft(state),
  editing: null,
});

/** Who can be whispered to, as far as the human knows of them. */
export const hearersOf = ({ cast, groups }: Pick<PlayState, 'cast' | 'groups'>): Hearers => ({
  names: cast.map(({ name }) => name),
  groups: groups.map(({ name }) => name),
});

/** What the reducer must know of a chat and of the panel that is open. */
export function contextOf(
  play: PlayState,
  given: Pick<ReducerContext, 'keys' | 'room' | 'isSelecting' | 'namesFile'> & {
    words: Omit<Words, 'names'>;
  },
): ReducerContext {
  const { isElsewhere, generating, auto, call } = play;
  const hearers = hearersOf(play);
  return {
    writing: isElsewhere && generating === 'hidden' ? null : toldWriting(play),
    isElsewhere,
    isStoppable: generating !== null || auto !== null || call !== null,
    isOnlooker: play.isOnlooker === true,
    ...given,
    words: { ...given.words, names: hearers.names },
    hearers,
  };
}

/** The next state, and what else follows from an input. */
export interface Step {
  readonly state: ScreenState;
  readonly effect?: Effect;
}

/** The state with a word above the composer. */
export const notified = (state: ScreenState, text: string): Step => ({
  state: { ...state, notice: { tone: 'calm', text } },
});

/** The state with news on it, behind those that nobody has taken note of yet. */
export const told = (state: ScreenState, news: string): ScreenState => {
  const text = state.notice?.tone === 'news' ? `${state.notice.text}\n${news}` : news;
  return { ...state, notice: { tone: 'news', text } };
};

/** The state with what a command shows in front of the composer, and what it tells beside that. */
export function withPanel(state: ScreenState, shown: Parameters<typeof panelOver>[0]): ScreenState {
  const told = shown.type === 'list' ? shown.told : undefined;
  const after = told === undefined ? state : notified(state, told).state;
  const panel = panelOver(shown, state.panel);
  if (panel.type !== 'list' || (state.vim === null && panel.verbs === undefined)) return { ...after, panel };
  return { ...after, panel: { ...panel, isFiltering: panel.isTyped === true } };
}

/** The state without the field whose text was taken, and those that led to it. */
export const withoutField = (state: ScreenState): ScreenState =>
  state.panel?.type === 'field' ? withoutField({ ...state, panel: state.panel.under ?? null }) : state;
