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

/** An OOC comment that is not closed yet: how many of its kind lie in each other, and plain brackets inside. */
export interface OpenOoc {
  readonly isWorded: boolean;
  readonly depth: number;
  readonly brackets: number;
}

/** A part of a text that is out of character, or is not. */
export interface OocSpan {
  readonly text: string;
  readonly isOoc: boolean;
}

const openings = new WeakMap<OocStyle, RegExp>();

/** What begins an OOC comment, wherever in a text; the first group is there for `(ooc`. */
function openingOf(style: OocStyle): RegExp {
  const known = openings.get(style);
  if (known) return known;
  const word = `(\\([^\\S\\n]*${escapeForRegExp(style.word)}(?![\\p{L}\\p{N}_]))`;
  const opening = new RegExp(`${word}|${escapeForRegExp(style.open)}`, 'giu');
  openings.set(style, opening);
  return opening;
}

/** The OOC comment behind the mark or character at a place inside it, null when that closes it, and how long that is. */
function stepInside(
  text: string,
  at: number,
  comment: OpenOoc,
  style: OocStyle,
): { open: OpenOoc | null; length: number } {
  const { open, close } = comment.isWorded ? { open: '(', close: ')' } : style;
  const { depth, brackets } = comment;
  const isLast = depth > 1 || !text.startsWith(close, at + 1);
  if (brackets === 0 && text.startsWith(close, at) && isLast) {
    return { open: depth === 1 ? null : { ...comment, depth: depth - 1 }, length: close.length };
  }
  if (open !== close && text.startsWith(open, at)) {
    return { open: { ...comment, depth: depth + 1 }, length: open.length };
  }
  if (text[at] === '(') return { open: { ...comment, brackets: brackets + 1 }, length: 1 };
  const isClosed = text[at] === ')' && brackets > 0;
  return { open: isClosed ? { ...comment, brackets: brackets - 1 } : comment, length: 1 };
}

/** Where an OOC comment that is open at a place ends, and what is open behind it. */
function endOf(text: string, from: number, begun: OpenOoc, style: OocStyle) {
  let open: OpenOoc | null = begun;
  let at = from;
  while (open && at < text.length) {
    const step = stepInside(text, at, open, style);
    open = step.open;
    at += step.length;
  }
  return { at: Math.min(at, text.length), open };
}

/**
 * Parts a text into what is out of character, marks included, and what is not. `begun`: an OOC comment that an earlier part
 * left open; one that stays open lasts to the end (RP-015).
 */
export function splitOoc(
  text: string,
  style: OocStyle,
  begun: OpenOoc | null = null,
): { spans: OocSpan[]; open: OpenOoc | null } {
  const opening = openingOf(style);
  const spans: OocSpan[] = [];
  const add = (from: number, to: number, isOoc: boolean) => {
    if (to > from) spans.push({ text: text.slice(from, to), isOoc });
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
  return { spans, open };
}

/** A text as far as it is said in character: what prompts, lore and whoever answers may read of it (RP-016). */
export function inCharacter(text: string, style: OocStyle): string {
  const { spans } = splitOoc(text, style);
  if (!spans.some(({ isOoc }) => isOoc)) return text;
  const kept = spans.map((part) => (part.isOoc ? hole : part.text.replaceAll(hole, '')));
  return closeHoles(kept.join(''));
}

/** Whether nothing of a text is said in character, so that nobody answers it. */
export const isOutOfCharacter = (text: string, style: OocStyle): boolean =>
  text.trim() !== '' && inCharacter(text, style).trim() === '';
