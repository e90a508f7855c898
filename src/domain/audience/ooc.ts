import { escapeForRegExp } from '../reg-exp.ts';
import { closeHoles, hole } from './gaps.ts';

/** How people mark what they say out of character. */
export interface OocStyle {
  readonly open: string;
  readonly close: string;
  /** Of `(ooc: …)`, whose case does not matter. */
  readonly word: string;
}

/** `((…))` and `(ooc: …)`. */
export const defaultOocStyle: OocStyle = { open: '((', close: '))', word: 'ooc' };

/** An aside that is not closed yet: how many of its kind lie in each other, and plain brackets inside. */
export interface OpenAside {
  readonly isWorded: boolean;
  readonly depth: number;
  readonly brackets: number;
}

/** A part of a text that is out of character, or is not. */
export interface Stretch {
  readonly text: string;
  readonly isAside: boolean;
}

const openings = new WeakMap<OocStyle, RegExp>();

/** What begins an aside, wherever in a text; the first group is there for `(ooc`. */
function openingOf(style: OocStyle): RegExp {
  const word = `(\\([^\\S\\n]*${escapeForRegExp(style.word)}(?![\\p{L}\\p{N}_]))`;
  const opening = openings.get(style) ?? new RegExp(`${word}|${escapeForRegExp(style.open)}`, 'giu');
  openings.set(style, opening);
  return opening;
}

/** The aside behind the mark or character at a place inside it, null when that closes it, and how long that is. */
function stepInside(
  text: string,
  at: number,
  aside: OpenAside,
  style: OocStyle,
): { open: OpenAside | null; length: number } {
  const { open, close } = aside.isWorded ? { open: '(', close: ')' } : style;
  const { depth, brackets } = aside;
  const isLast = depth > 1 || !text.startsWith(close, at + 1);
  if (brackets === 0 && text.startsWith(close, at) && isLast) {
    return { open: depth === 1 ? null : { ...aside, depth: depth - 1 }, length: close.length };
  }
  if (open !== close && text.startsWith(open, at)) {
    return { open: { ...aside, depth: depth + 1 }, length: open.length };
  }
  if (text[at] === '(') return { open: { ...aside, brackets: brackets + 1 }, length: 1 };
  const isClosed = text[at] === ')' && brackets > 0;
  return { open: isClosed ? { ...aside, brackets: brackets - 1 } : aside, length: 1 };
}

/** Where an aside that is open at a place ends, and what is open behind it. */
function endOf(text: string, from: number, begun: OpenAside, style: OocStyle) {
  let open: OpenAside | null = begun;
  let at = from;
  while (open && at < text.length) {
    const step = stepInside(text, at, open, style);
    open = step.open;
    at += step.length;
  }
  return { at: Math.min(at, text.length), open };
}

/**
 * Parts a text into what is out of character, marks included, and what is not. `begun`: an aside that an earlier part
 * left open; one that stays open lasts to the end (RP-015).
 */
export function asidesIn(
  text: string,
  style: OocStyle,
  begun: OpenAside | null = null,
): { stretches: Stretch[]; open: OpenAside | null } {
  const opening = openingOf(style);
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, isAside: boolean) => {
    if (to > from) stretches.push({ text: text.slice(from, to), isAside });
  };
  let { at, open } = begun ? endOf(text, 0, begun, style) : { at: 0, open: null };
  add(0, at, true);
  while (open === null && at < text.length) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    add(at, found?.index ?? text.length, false);
    if (!found) break;
    const inside = found.index + found[0].length;
    const first = { isWorded: found[1] !== undefined, depth: 1, brackets: 0 };
    const end = endOf(text, inside, first, style);
    add(found.index, end.at, true);
    ({ at, open } = end);
  }
  return { stretches, open };
}

/** A text as far as it is said in character: what prompts, lore and whoever answers may read of it (RP-016). */
export function inCharacter(text: string, style: OocStyle): string {
  const { stretches } = asidesIn(text, style);
  if (!stretches.some(({ isAside }) => isAside)) return text;
  const kept = stretches.map((part) => (part.isAside ? hole : part.text.replaceAll(hole, '')));
  return closeHoles(kept.join(''));
}

/** Whether nothing of a text is said in character, so that nobody answers it. */
export const isOutOfCharacter = (text: string, style: OocStyle): boolean =>
  text.trim() !== '' && inCharacter(text, style).trim() === '';
