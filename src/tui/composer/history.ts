import { type Clip, expand, literal } from './pastes.ts';
import { type ComposerState, emptyComposer, expanded } from './state.ts';
import type { Draft } from './text.ts';

/** The draft that stands at a place of the history: written there, or as it was sent. */
const standingAt = (state: ComposerState, place: number): Draft & Clip => {
  const written = state.aside.get(place);
  if (written) return { ...written, pastes: state.pastes };
  const clip = literal(state.history[place] ?? '', state.pastes);
  return { ...clip, cursor: clip.text.length };
};

/** Whether what stands there is not what was sent at that place of the history; at its end, whether anything does. */
export const isChanged = (state: ComposerState): boolean => {
  const before = state.history[state.recalled];
  return before === undefined ? state.text !== '' : expanded(state) !== before;
};

/** What is written at each place of the history, where that is not what was sent. */
const writtenBy = (state: ComposerState): Map<number, Draft> => {
  const { text, cursor, recalled } = state;
  const written = new Map(state.aside);
  if (isChanged(state)) written.set(recalled, { text, cursor });
  else written.delete(recalled);
  return written;
};

/** The composer with what stands at this place of the history; as it is where there is no such place. */
export const recall = (state: ComposerState, place: number): ComposerState => {
  if (place < 0 || place > state.history.length) return state;
  const next = { ...state, aside: writtenBy(state) };
  return { ...next, ...standingAt(next, place), recalled: place, anchor: null, isTyping: false };
};

/** What stood there before the last edit that was not undone. */
export const undone = (state: ComposerState): ComposerState => {
  const last = state.undo.at(-1);
  if (last === undefined) return state;
  const undo = state.undo.slice(0, -1);
  return { ...state, aside: writtenBy(state), ...last, undo, anchor: null, isTyping: false };
};

/** The composer with the newest line, before this place of the history or its end, that holds what is searched for, in any case. */
export const searched = (
  state: ComposerState,
  query: string,
  before = state.history.length,
): ComposerState => {
  const holds = (text: string) => text.toLowerCase().includes(query.toLowerCase());
  const at = query === '' ? -1 : state.history.slice(0, before).findLastIndex(holds);
  return { ...(at < 0 ? state : recall(state, at)), search: query };
};

/** The composer after its text was sent: it remembers that, and what else was being written stands in it again. */
export const sent = (state: ComposerState): ComposerState => {
  const { killed, history, recalled } = state;
  const text = expanded(state);
  const isNew = text.trim() !== '' && history.at(-1) !== text;
  const aside = new Map(state.aside);
  aside.delete(recalled);
  const draft = aside.get(history.length);
  aside.delete(history.length);
  const after = { ...emptyComposer(isNew ? [...history, text] : history), killed };
  const isClear = draft === undefined && aside.size === 0;
  return isClear ? after : { ...after, ...draft, aside, pastes: state.pastes };
};

/** What is written and was not sent, the draft itself last. */
export const unsent = (state: ComposerState): Clip[] =>
  [...writtenBy(state)]
    .sort(([a], [b]) => a - b)
    .map(([, { text }]) => ({ text, pastes: state.pastes }))
    .filter((clip) => clip.text !== '');

/** A composer as it was left: of what was not sent the last stands in it, the others are in the history. */
export const reopened = (history: readonly string[], drafts: readonly Clip[]): ComposerState => {
  const draft = drafts.at(-1);
  const state = emptyComposer([...history, ...drafts.slice(0, -1).map(expand)]);
  return draft === undefined ? state : { ...state, ...draft, cursor: draft.text.length };
};
