import { edited } from './edits.ts';
import { isMark, unitsOf } from './pastes.ts';
import { type ComposerState, clipOf, spliced } from './state.ts';
import { type Draft, leftOf, lineEnd, lineMove, lineStart, rightOf } from './text.ts';

interface Unit {
  readonly from: number;
  readonly to: number;
  readonly sort: 'space' | 'word' | 'other';
}

const sortOf = (unit: string): Unit['sort'] => {
  if (!isMark(unit) && /^\s/.test(unit)) return 'space';
  return isMark(unit) || /^[\p{L}\p{N}_]/u.test(unit) ? 'word' : 'other';
};

const unitsIn = (text: string): Unit[] => {
  let from = 0;
  return unitsOf(text).map((unit) => {
    const to = from + unit.length;
    const found = { from, to, sort: sortOf(unit) };
    from = to;
    return found;
  });
};

const nextWord = ({ text, cursor }: Draft): number => {
  const units = unitsIn(text);
  let at = units.findIndex(({ to }) => to > cursor);
  if (at < 0) return cursor;
  const here = units[at]?.sort;
  while (here !== 'space' && units[at]?.sort === here) at += 1;
  while (units[at]?.sort === 'space') at += 1;
  return units[at]?.from ?? units.at(-1)?.from ?? cursor;
};

const wordBefore = ({ text, cursor }: Draft): number => {
  const units = unitsIn(text.slice(0, cursor));
  let at = units.length - 1;
  while (units[at]?.sort === 'space') at -= 1;
  const there = units[at]?.sort;
  while (at > 0 && units[at - 1]?.sort === there) at -= 1;
  return units[at]?.from ?? 0;
};

const wordEnd = ({ text, cursor }: Draft): number => {
  const units = unitsIn(text);
  let at = units.findIndex(({ to }) => to > cursor) + 1;
  while (units[at]?.sort === 'space') at += 1;
  const there = units[at]?.sort;
  while (units[at + 1]?.sort === there && at + 1 < units.length) at += 1;
  return units[at]?.from ?? cursor;
};

/** The last unit of the cursor's line, its start where it has none. */
const lastOfLine = (draft: Draft): number => {
  const end = { text: draft.text, cursor: lineEnd(draft) };
  return Math.max(lineStart(draft), end.cursor === lineStart(draft) ? end.cursor : leftOf(end));
};

const motions: Readonly<Record<string, (draft: Draft) => number>> = {
  h: (draft) => Math.max(lineStart(draft), leftOf(draft)),
  l: (draft) => Math.min(lastOfLine(draft), rightOf(draft)),
  w: nextWord,
  b: wordBefore,
  e: wordEnd,
  0: lineStart,
  $: lastOfLine,
};

const jumped = (state: ComposerState, cursor: number): ComposerState => ({
  ...{ ...state, cursor, anchor: null },
  isTyping: false,
});

const cut = (state: ComposerState, from: number, to: number): ComposerState =>
  from === to ? state : { ...spliced(state, [from, to]), killed: clipOf(state, from, to) };

/** The cursor's line with one break, the one behind it if there is one. */
const withoutLine = (state: ComposerState): ComposerState => {
  const [start, end] = [lineStart(state), lineEnd(state)];
  const isLast = end === state.text.length;
  const after = cut(state, isLast ? Math.max(0, start - 1) : start, isLast ? end : end + 1);
  const killed = clipOf(state, start, end);
  const cursor = lineStart(after);
  return { ...jumped(after, cursor), killed: { ...killed, text: `${killed.text}\n` } };
};

/** A whole line goes below the cursor's, anything else behind the cursor. */
const put = (state: ComposerState): ComposerState => {
  const { killed, text } = state;
  if (killed.text === '') return state;
  if (!killed.text.endsWith('\n')) {
    const at = state.cursor === lineEnd(state) ? state.cursor : rightOf(state);
    const after = spliced(state, [at, at], killed);
    return jumped(after, leftOf(after));
  }
  const end = lineEnd({ text, cursor: state.cursor });
  const after = spliced(state, [end, end], { ...killed, text: `\n${killed.text.slice(0, -1)}` });
  return jumped(after, end + 1);
};

const opened = (state: ComposerState): ComposerState => {
  const end = lineEnd(state);
  return spliced(state, [end, end], { text: '\n', pastes: state.pastes });
};

const changes: Readonly<Record<string, (state: ComposerState) => ComposerState>> = {
  x: (state) => cut(state, state.cursor, Math.min(lineEnd(state), rightOf(state))),
  dd: withoutLine,
  p: put,
  u: (state) => edited(state, 'undo'),
};

const beginnings: Readonly<Record<string, (state: ComposerState) => ComposerState>> = {
  i: (state) => state,
  a: (state) => jumped(state, Math.min(lineEnd(state), rightOf(state))),
  I: (state) => jumped(state, lineStart(state)),
  A: (state) => jumped(state, lineEnd(state)),
  o: opened,
};

/** The composer after a key of vim's normal mode, and whether that leads back to writing; null for a key that is none. */
export function vimEdited(
  state: ComposerState,
  word: string,
): { readonly composer: ComposerState; readonly isWriting: boolean } | null {
  const motion = motions[word];
  if (motion) return { composer: jumped(state, motion(state)), isWriting: false };
  const change = changes[word];
  if (change) return { composer: change(state), isWriting: false };
  const begin = beginnings[word];
  return begin ? { composer: begin(state), isWriting: true } : null;
}

/** The composer with the cursor on the unit that was written last, as writing ends. */
export const vimLeft = (state: ComposerState): ComposerState =>
  jumped(state, motions.h?.(state) ?? state.cursor);

/** The composer with the cursor a line up (-1) or down (1); null where there is no such line. */
export const vimLine = (state: ComposerState, by: 1 | -1): ComposerState | null => {
  const cursor = lineMove(state, by);
  return cursor === null ? null : jumped(state, cursor);
};
