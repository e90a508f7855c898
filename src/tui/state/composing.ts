import type { KeyActionName } from '../../config/screen-keys.ts';
import { type Edit, edited, pasted, selected, typed } from '../composer/edits.ts';
import { isChanged, sent } from '../composer/history.ts';
import { chooseIn, type Menu, menuOf, takenFrom, type Words } from '../composer/menu.ts';
import { literal } from '../composer/pastes.ts';
import { type ComposerState, expanded, spliced } from '../composer/state.ts';
import { editedAs, madeAloud, type Whisper, whisperIn } from '../composer/whisper.ts';
import type { Key } from '../terminal/key-names.ts';
import { editing } from './editing.ts';
import type { Effect } from './effect.ts';
import { effectOf } from './key-map.ts';
import { notified, type ReducerContext, type ScreenState, type Step } from './state.ts';

const menuAfter = (before: ComposerState, after: ComposerState, words: Words): Menu | null => {
  return after.text === before.text || after.search !== null || !isChanged(after)
    ? null
    : menuOf(after, words);
};

/** To whom what is written is whispered. */
export const whisperOf = ({ composer, editing }: ScreenState, { hearers }: ReducerContext): Whisper | null =>
  editing !== null ? null : whisperIn(composer.text, hearers);

const compose = (state: ScreenState, after: ComposerState, { words, hearers }: ReducerContext): Step => {
  const from = whisperIn(after.text, hearers)?.from ?? 0;
  const composer = after.cursor < from ? { ...after, cursor: from } : after;
  return { state: { ...state, composer: { ...composer, menu: menuAfter(state.composer, composer, words) } } };
};

const aloud = 'aloud: everyone present hears what you write';

/** An edit of the line; a whisper of which nothing is written becomes a line for all, and says so. */
const edit = (state: ScreenState, does: Edit, context: ReducerContext): Step => {
  const whisper = whisperOf(state, context);
  const open = does === 'backspace' ? madeAloud(state.composer, whisper) : null;
  if (open !== null) return notified(compose(state, open, context).state, aloud);
  return { ...compose(state, editedAs(state.composer, whisper, does), context), ...copied(state, does) };
};

const stopOf = ({ isElsewhere }: ReducerContext): string => (isElsewhere ? '' : 'Esc stops it, ');

/** A command written where words would be whispered: it is one all the same, and whom the next line is for stays. */
const commandInWhisper = (state: ScreenState, { from }: Whisper): Step | null => {
  const { composer } = state;
  const line = expanded({ ...composer, text: composer.text.slice(from) }).trim();
  if (!/^\/(?!\/)/.test(line)) return null;
  const text = composer.text.slice(0, from);
  const after = { ...sent(composer), text, cursor: text.length };
  return { state: { ...state, composer: after }, effect: { type: 'command', line } };
};

/** What whispers from here on, where the line names nobody but hearers yet; null for any other line. */
const whisperBegun = (state: ScreenState, context: ReducerContext): Step | null => {
  const { composer } = state;
  const after = typed({ ...composer, cursor: composer.text.length }, ' ');
  const isBegun = whisperIn(after.text, context.hearers)?.from === after.text.length;
  return isBegun ? compose(state, after, context) : null;
};

const submit = (state: ScreenState, context: ReducerContext): Step => {
  const { composer } = state;
  const text = composer.text.trim();
  const whisper = whisperOf(state, context);
  const begun = whisper === null && state.editing === null ? whisperBegun(state, context) : null;
  if (begun !== null) return begun;
  if (text === '' || (whisper !== null && composer.text.slice(whisper.from).trim() === '')) return { state };
  const within = whisper && commandInWhisper(state, whisper);
  if (within) return within;
  const after = { ...state, composer: sent(composer) };
  const line = expanded(composer).trim();
  if (/^\/(?!\/)/.test(text)) return { state: after, effect: { type: 'command', line } };
  if (context.writing !== null)
    return notified(state, `${context.writing} is still writing; ${stopOf(context)}your text stays here`);
  return { state: after, effect: { type: 'say', text: text.startsWith('//') ? line.slice(1) : line } };
};

const stop = (state: ScreenState, { isStoppable, isOnlooker }: ReducerContext): Step => {
  if (isStoppable || state.isGrowing) return { state, effect: { type: 'stop', isEsc: true } };
  if (isOnlooker) return { state, effect: { type: 'command', line: '/meanwhile --back' } };
  return { state, effect: { type: 'scroll', by: 0, unit: 'end' } };
};

const complete = (state: ScreenState, menu: Menu, context: ReducerContext): Step => {
  const { composer } = state;
  const clip = literal(takenFrom(menu), composer.pastes);
  return compose(state, spliced(composer, [menu.from, composer.cursor], clip), context);
};

const withMenu = (state: ScreenState, menu: Menu | null): Step => ({
  state: { ...state, composer: { ...state.composer, menu } },
});

/** What a key does to the menu; null for one that does something else. */
const pressMenu = (state: ScreenState, key: Key, context: ReducerContext): Step | null => {
  const { composer } = state;
  const { menu } = composer;
  const action = context.keys.actionOf(key, true);
  if (action === 'complete') {
    const offered = menu ?? menuOf(composer, context.words);
    return offered ? complete(state, offered, context) : { state };
  }
  if (menu === null) return null;
  const does = context.keys.editOf(key);
  if (does === 'up' || does === 'down') return withMenu(state, chooseIn(menu, does === 'up' ? -1 : 1));
  if (action === 'send' && menu.isWanted) return complete(state, menu, context);
  return action === 'stop' ? withMenu(state, null) : null;
};

const copied = ({ composer }: ScreenState, edit: Edit): { readonly effect?: Effect } => {
  const clip = edit === 'cut' || edit === 'copy' ? selected(composer) : null;
  return clip === null ? {} : { effect: { type: 'copy', text: expanded(clip) } };
};

/** A key while the history is searched, beside those that are typed into the search. */
export const searching = (state: ScreenState, key: Key, context: ReducerContext): Step => {
  const { composer } = state;
  if (key.name === 'escape') return compose(state, edited(composer, 'search-cancel'), context);
  if (context.keys.editOf(key) === 'search') return compose(state, edited(composer, 'search'), context);
  return compose(state, edited(composer, 'search-end'), context);
};

const acting = (state: ScreenState, action: KeyActionName, context: ReducerContext): Step => {
  const effect = effectOf(action);
  if (effect !== undefined) return { state, effect };
  if (action === 'send') return submit(state, context);
  if (action === 'stop') return stop(state, context);
  if (action === 'new_line') return compose(state, typed(state.composer, '\n'), context);
  return { state };
};

/** A key while nothing is in front of the composer. */
export const composing = (state: ScreenState, key: Key, context: ReducerContext): Step => {
  if (state.editing !== null) return editing(state, state.editing.message, key, context);
  const { composer } = state;
  const inMenu = pressMenu(state, key, context);
  if (inMenu !== null) return inMenu;
  const action = context.keys.actionOf(key, composer.text === '');
  if (action !== undefined) return acting(state, action, context);
  const does = context.keys.editOf(key);
  if (does !== undefined) return edit(state, does, context);
  return key.text === '' ? { state } : compose(state, typed(composer, key.text), context);
};

/** A paste into the composer, whatever is in front of it. */
export const pasting = (state: ScreenState, text: string, context: ReducerContext): Step =>
  state.editing !== null
    ? { state: { ...state, composer: pasted(state.composer, text) } }
    : compose(state, pasted(state.composer, text), context);
