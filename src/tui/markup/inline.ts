import { defaultOocStyle, type OocStyle, type OpenOoc, splitOoc } from '../../domain/audience/ooc.ts';
import type { Style, Theme } from '../themes/theme.ts';
import type { Span } from './wrap.ts';

/** How a paragraph is marked. */
export interface Marking {
  readonly theme: Theme;
  readonly ooc?: OocStyle;
  /** More of it is still to come. */
  readonly growing?: boolean;
}

type Mark = 'strong' | 'action' | 'code' | 'speech';

/** What is open inside a line: marks, in the order of their opening, and the character before what comes. */
export interface OpenMarks {
  readonly marks: readonly (readonly [Mark, string])[];
  readonly previous: string;
}

/** At the beginning of a paragraph. */
export const noMarks: OpenMarks = { marks: [], previous: '' };

/** No link is longer, so that a text which grows is settled behind it. */
const [longestLabel, longestLink] = [60, 120];
const linkPattern = `\\[[^\\[\\]\\n]{1,${longestLabel}}\\]\\(https?://[!-'*-;=?-Z^-~]{1,${longestLink}}\\)`;
/** So far what stands before a place may depend on what stands behind it. */
export const farthestMark = longestLabel + longestLink + 20;

const token = new RegExp(`${linkPattern}|\\*\\*|\\*|_|\`|"|\\[|[^*_\`"[]+`, 'gu');
/** Where a link leads, whatever it is called. */
const hostOf = (target: string): string => (URL.canParse(target) ? new URL(target).host : target);

const link = /^\[(.+)\]\((.+)\)$/u;
const markOf: Record<string, Mark> = {
  '**': 'strong',
  '*': 'action',
  _: 'action',
  '`': 'code',
  '"': 'speech',
};
/** Letters of scripts that part no words by spaces, so that a mark may stand right behind one. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character) && !unspaced.test(character);
const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

/** Styles a text's inline marks; an opener counts when a closer follows, or when more may come. */
class Inline {
  readonly #text: string;
  readonly #theme: Theme;
  readonly #growing: boolean;
  readonly #last: Map<string, number>;
  readonly #previous: string;
  readonly #open: Map<Mark, string>;
  readonly lines: Span[][] = [[]];

  constructor(text: string, { theme, growing = false }: Marking, { marks, previous }: OpenMarks) {
    this.#text = text;
    this.#theme = theme;
    this.#growing = growing;
    this.#last = new Map(Object.keys(markOf).map((mark) => [mark, text.lastIndexOf(mark)]));
    this.#open = new Map(marks);
    this.#previous = previous;
  }

  get open(): OpenMarks {
    return { marks: [...this.#open], previous: this.#text.at(-1) ?? this.#previous };
  }

  take(piece: string, at: number): void {
    const mark = markOf[piece];
    if (mark === undefined) this.#takeText(piece);
    else if (this.#open.has('code') && mark !== 'code') this.write(piece);
    else if (this.#open.get(mark) === piece && !isBlank(this.#before(at))) {
      if (mark === 'speech') this.write(piece);
      this.#open.delete(mark);
    } else if (!this.#open.has(mark) && this.#opens(piece, at)) {
      this.#open.set(mark, piece);
      if (mark === 'speech') this.write(piece);
    } else this.write(piece);
  }

  #takeText(piece: string): void {
    const [, label, target] = (!this.#open.has('code') && link.exec(piece)) || [];
    if (label === undefined || target === undefined || !this.#theme.links) this.write(piece);
    else {
      this.write(label, [this.#theme.link], target);
      if (label !== target) this.write(` (${hostOf(target)})`, [this.#theme.dim]);
    }
  }

  #before(at: number): string {
    return at === 0 ? this.#previous : this.#text.charAt(at - 1);
  }

  #opens(piece: string, at: number): boolean {
    const after = this.#text.charAt(at + piece.length);
    if (isBlank(after) && !(this.#growing && after === '')) return false;
    return !isWord(this.#before(at)) && this.#follows(piece, at);
  }

  #follows(closer: string, at: number): boolean {
    return this.#growing || (this.#last.get(closer) ?? -1) > at;
  }

  write(text: string, more: readonly Style[] = [], target?: string): void {
    const marks = [...this.#open.keys()].map((mark) => this.#theme[mark]);
    const style = [...marks, ...more].filter(Boolean).join(';');
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.lines.push([]);
      if (part !== '')
        this.lines.at(-1)?.push({ text: part, style, ...(target !== undefined && { link: target }) });
    }
  }
}

/** Lines of a text with its inline marks styled, and what is open behind it. */
export const markInline = (
  text: string,
  marking: Marking,
  before: OpenMarks & { readonly openOoc: OpenOoc | null },
): { lines: Span[][]; open: OpenMarks } => {
  const { theme, ooc = defaultOocStyle } = marking;
  const inline = new Inline(text, marking, before);
  let at = 0;
  for (const span of splitOoc(text, ooc, before.openOoc).spans) {
    if (span.isOoc) inline.write(span.text, [theme.ooc]);
    else for (const match of span.text.matchAll(token)) inline.take(match[0], at + match.index);
    at += span.text.length;
  }
  return { lines: inline.lines, open: inline.open };
};

const linkAt = new RegExp(linkPattern, 'uy');

/** Whether a place of a text lies within a link. */
export const isInLink = (text: string, at: number): boolean => {
  linkAt.lastIndex = text.lastIndexOf('[', at - 1);
  return linkAt.lastIndex >= 0 && linkAt.test(text) && linkAt.lastIndex > at;
};
