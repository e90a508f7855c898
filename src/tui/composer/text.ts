import { isMark, unitAt, unitsOf } from './pastes.ts';

/** A text and the place in it where typing goes; `cursor` is a code-unit index between two units (`unitsOf`). */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

/** More letters than a word has: of a long line no more are looked at. */
const longestWord = 4096;

const before = (draft: Draft): string[] => unitsOf(draft.text.slice(lineStart(draft), draft.cursor));

/** From where to where the unit reaches that holds what is behind a place; nothing is behind the end. */
const unitBehind = (text: string, place: number): readonly [from: number, to: number] =>
  place < text.length ? unitAt(text, place) : [place, place];

const isWord = (unit: string | undefined): boolean => unit !== undefined && /^[\p{L}\p{N}_]/u.test(unit);

/** The cursor at the end of the unit that it would be in. */
export const settled = (draft: Draft): Draft => {
  const { text } = draft;
  const cursor = Math.min(draft.cursor, text.length);
  const [from, to] = unitBehind(text, cursor);
  return { text, cursor: from === cursor ? cursor : to };
};

/** Start of the unit left of the cursor. */
export const leftOf = ({ text, cursor }: Draft): number =>
  cursor === 0 ? 0 : unitBehind(text, cursor - 1)[0];

/** End of the unit right of the cursor. */
export const rightOf = ({ text, cursor }: Draft): number => unitBehind(text, cursor)[1];

/** How many of these units, the nearest first, a step by a word takes: what is no word, then one word or one paste. */
const wordSteps = (units: readonly string[]): number => {
  let count = units.findIndex((unit) => isWord(unit) || isMark(unit));
  if (count < 0) return units.length;
  if (isMark(units[count] ?? '')) return count + 1;
  while (isWord(units[count])) count += 1;
  return count;
};

const lengthOf = (units: readonly string[]): number => units.join('').length;

/** Start of the word left of the cursor, on its line. */
export const wordLeftOf = (draft: Draft): number => {
  const { text, cursor } = draft;
  const from = Math.max(lineStart(draft), cursor - longestWord);
  const units = unitsOf(text.slice(from, cursor)).reverse();
  return units.length === 0 ? leftOf(draft) : draft.cursor - lengthOf(units.slice(0, wordSteps(units)));
};

/** End of the word right of the cursor. */
export const wordRightOf = ({ text, cursor }: Draft): number => {
  const units = unitsOf(text.slice(cursor));
  return cursor + lengthOf(units.slice(0, wordSteps(units)));
};

/** Start of the cursor's line. */
export const lineStart = ({ text, cursor }: Draft): number => text.slice(0, cursor).lastIndexOf('\n') + 1;

/** End of the cursor's line. */
export const lineEnd = ({ text, cursor }: Draft): number => {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
};

/** The cursor one line up (-1) or down (1) at the same column; null when there is no such line. */
export const lineMove = (draft: Draft, by: 1 | -1): number | null => {
  const start = lineStart(draft);
  const column = before(draft).length;
  const edge = by < 0 ? start - 1 : lineEnd(draft) + 1;
  if (edge < 0 || edge > draft.text.length) return null;
  const from = by < 0 ? lineStart({ text: draft.text, cursor: edge }) : edge;
  const line = draft.text.slice(from, lineEnd({ text: draft.text, cursor: from }));
  return from + lengthOf(unitsOf(line).slice(0, column));
};
