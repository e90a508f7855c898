import { graphemeAt, graphemes } from '../terminal/cells.ts';

/** A text in which a private code point stands for each long paste: the n-th of the plane for `pastes[n]`. */
export interface Clip {
  readonly text: string;
  readonly pastes: readonly string[];
}

const plane = 0x100000;
const most = 0xfffd;
const mark = /[\u{100000}-\u{10fffd}]/gu;
const marks = /([\u{100000}-\u{10fffd}])/u;
const mayHoldMarks = /[\udbc0-\udbff]/;

const placeOf = (unit: string): number => (unit.codePointAt(0) ?? 0) - plane;

/** Whether this piece of a draft stands for a paste. */
export const isMark = (unit: string): boolean => placeOf(unit) >= 0 && placeOf(unit) <= most;

/** What a person steps over one at a time: graphemes, and pastes, which join with nothing beside them. */
export const unitsOf = (text: string): string[] =>
  mayHoldMarks.test(text)
    ? text.split(marks).flatMap((part) => (isMark(part) ? [part] : graphemes(part)))
    : graphemes(text);

const isMarkAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdbc0 && code <= 0xdbff && isMark(text.slice(at, at + 2));
};
const isAscii = (code: number): boolean => code > 0x1f && code < 0x7f;

/** Whether nothing before a place joins with what is behind it: a line or a paste begins or ends there, or it is between two letters of ASCII. */
const isParted = (text: string, at: number): boolean => {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (isAscii(before) && isAscii(behind)) return true;
  return before === 10 || behind === 10 || isMarkAt(text, at - 2) || isMarkAt(text, at);
};

/** From where to where the unit reaches that holds the code unit at this place of a text. */
export const unitAt = (text: string, at: number): readonly [from: number, to: number] => {
  let [from, to] = [at, at + 1];
  while (from > 0 && !isParted(text, from)) from -= 1;
  while (to < text.length && !isParted(text, to)) to += 1;
  if (isMarkAt(text, from) || text[from] === '\n') return [from, to];
  const [start, end] = graphemeAt(text.slice(from, to), at - from);
  return [from + start, from + end];
};

/** The text with its pastes in place of what stands for them. */
export const expand = ({ text, pastes }: Clip): string =>
  pastes.length === 0 ? text : text.replace(mark, (unit) => pastes[placeOf(unit)] ?? '');

/** Whether a paste stands in the text, so that it takes a while to put it there in full. */
export const holdsPaste = ({ text, pastes }: Clip): boolean => pastes.length > 0 && marks.test(text);

/** A paste behind one unit, beside those that are there. */
export const held = (pastes: readonly string[], paste: string): Clip =>
  pastes.length > most
    ? { text: '', pastes }
    : { text: String.fromCodePoint(plane + pastes.length), pastes: [...pastes, paste] };

const replaceMarks = (text: string, pastes: readonly string[], of: (unit: string) => string): Clip => {
  let all = pastes;
  const written = text.replace(mark, (unit) => {
    const clip = held(all, of(unit));
    all = clip.pastes;
    return clip.text;
  });
  return { text: written, pastes: all };
};

/** A text as somebody wrote it: what looks like the unit of a paste is held as one, and reads as it was. */
export const literal = (text: string, pastes: readonly string[]): Clip =>
  replaceMarks(text, pastes, (unit) => unit);

/** A clip of another draft, or of this one, for a draft with these pastes. */
export const carried = (clip: Clip, pastes: readonly string[]): Clip => {
  const isOwn = clip.pastes.every((paste, place) => paste === pastes[place]);
  return isOwn
    ? { text: clip.text, pastes }
    : replaceMarks(clip.text, pastes, (unit) => clip.pastes[placeOf(unit)] ?? '');
};

/** How a unit is shown: a paste by what it holds, unless that is as short as itself. */
export const shownAs = (unit: string, pastes: readonly string[]): string => {
  if (!isMark(unit)) return unit;
  const paste = pastes[placeOf(unit)] ?? '';
  if (isMark(paste)) return paste;
  return `[paste ${placeOf(unit) + 1}: ${paste.split('\n').length} lines, ${paste.length} characters]`;
};
