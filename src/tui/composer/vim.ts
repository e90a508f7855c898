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

/** So many lines from the cursor's on, with one break, the one behind them if there is one. */
const withoutLines = (state: ComposerState, count: number): ComposerState => {
  const [start, end] = [lineStart(state), endOfLines(state, count)];
  const isLast = end === state.text.length;
  const after = cut(state, isLast ? Math.max(0, start - 1) : start, isLast ? end : end + 1);
  const killed = clipOf(state, start, end);
  const cursor = lineStart(after);
  return { ...jumped(after, cursor), killed: { ...killed, text: `${killed.text}\n` } };
};

/** The end of the line so many further on, the cursor's own counted. */
function endOfLines(state: Draft, count: number): number {
  let end = lineEnd(state);
  for (let left = count - 1; left > 0 && end < state.text.length; left -= 1)
    end = lineEnd({ text: state.text, cursor: end + 1 });
  return end;
}

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

const times = <State>(state: State, count: number, once: (state: State) => State): State => {
  let now = state;
  for (let left = count; left > 0; left -= 1) now = once(now);
  return now;
};

const changes: Readonly<Record<string, (state: ComposerState) => ComposerState>> = {
  x: (state) => cut(state, state.cursor, Math.min(lineEnd(state), rightOf(state))),
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

const past = (draft: Draft, to: number): number => rightOf({ ...draft, cursor: to });

/** Where what `d` or `c` takes ends, by the motion behind it; of a word `c` leaves the space. */
function reached(state: ComposerState, operator: string, motion: string, count: number): number | null {
  const move = motions[motion === 'w' && operator === 'c' ? 'e' : motion];
  if (!move) return null;
  const step = (draft: Draft): Draft => ({ ...draft, cursor: move(draft) });
  const before: Draft = { text: state.text, cursor: state.cursor };
  if (motion === 'w' && operator === 'd') {
    const last = times(before, count - 1, step);
    const to = move(last);
    const isEnd = to === last.cursor || past(state, to) >= state.text.length;
    return isEnd && sortOf(state.text.slice(to)) === sortOf(state.text.slice(last.cursor))
      ? state.text.length
      : to;
  }
  const to = times(before, count, step).cursor;
  if (motion === '$') return lineEnd(state);
  return motion === 'e' || (motion === 'w' && operator === 'c') ? past(state, to) : to;
}

function operated(
  state: ComposerState,
  operator: string,
  motion: string,
  count: number,
): { readonly composer: ComposerState; readonly isWriting: boolean } | null {
  const isWriting = operator === 'c';
  if (motion === operator) {
    if (!isWriting) return { composer: withoutLines(state, count), isWriting };
    return { composer: cut(state, lineStart(state), endOfLines(state, count)), isWriting };
  }
  const to = reached(state, operator, motion, count);
  if (to === null) return null;
  const [from, end] = [Math.min(state.cursor, to), Math.max(state.cursor, to)];
  return { composer: jumped(cut(state, from, end), from), isWriting };
}

const form = /^([1-9]\d*)?(?:([dcg])([1-9]\d*)?)?(.)?$/su;
const mostTimes = 999;

/** Keys of normal mode as they were pressed: how often, what is done, as far as where; null for none, without a key where more are to come. */
export function vimWord(
  word: string,
): { readonly count: number; readonly operator: string; readonly key: string | undefined } | null {
  const [isWord, before = '1', operator = '', behind = '1', key] = form.exec(word) ?? [];
  if (isWord === undefined) return null;
  return { count: Math.min(mostTimes, Number(before) * Number(behind)), operator, key };
}

const short: Readonly<Record<string, readonly [operator: string, motion: string]>> = {
  D: ['d', '$'],
  C: ['c', '$'],
};

/** The composer after keys of vim's normal mode, and whether that leads back to writing; null for keys that are none. */
export function vimEdited(
  state: ComposerState,
  word: string,
): { readonly composer: ComposerState; readonly isWriting: boolean } | null {
  const { count = 1, operator = '', key = '' } = vimWord(word) ?? {};
  const whole = short[operator + key];
  if (whole) return operated(state, whole[0], whole[1], count);
  if (operator === 'g') return null;
  if (operator !== '') return operated(state, operator, key, count);
  const motion = motions[key];
  const moved = (from: ComposerState) => jumped(from, motion?.(from) ?? from.cursor);
  if (motion) return { composer: times(state, count, moved), isWriting: false };
  const change = changes[key];
  if (change) return { composer: times(state, count, change), isWriting: false };
  const begin = beginnings[key];
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
