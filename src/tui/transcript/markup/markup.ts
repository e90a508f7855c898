import { defaultOocStyle, type OocStyle, type OpenOoc, splitOoc } from '../../domain/audience/ooc.ts';
import type { Style, Theme } from '../theme.ts';
import type { Span } from './wrap.ts';

/** What is still open at the end of a paragraph. */
export interface StillOpen {
  readonly fenced: boolean;
  /** What is said out of character. */
  readonly openOoc: OpenOoc | null;
}

/** Nothing is open before a text. */
export const nothingOpen: StillOpen = { fenced: false, openOoc: null };

/** One paragraph as lines of spans, and what is open behind it. */
export interface Marked extends StillOpen {
  readonly lines: Span[][];
}

/** How a paragraph is marked. */
export interface Marking {
  readonly theme: Theme;
  readonly ooc?: OocStyle;
  /** More of it is still to come. */
  readonly growing?: boolean;
}

type Mark = 'strong' | 'action' | 'code' | 'speech';

const token = /\*\*|\*|_|`|"|[^*_`"]+/gu;
const markOf: Record<string, Mark> = {
  '**': 'strong',
  '*': 'action',
  _: 'action',
  '`': 'code',
  '"': 'speech',
};
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

/** Styles one paragraph's inline marks; an opener counts when a closer follows, or when more may come. */
class Inline {
  readonly #text: string;
  readonly #theme: Theme;
  readonly #growing: boolean;
  readonly #last: Map<string, number>;
  readonly #open = new Map<Mark, string>();
  readonly lines: Span[][] = [[]];

  constructor(
    text: string,
    { theme, ooc = defaultOocStyle, growing = false }: Marking,
    openOoc: OpenOoc | null,
  ) {
    this.#text = text;
    this.#theme = theme;
    this.#growing = growing;
    this.#last = new Map(Object.keys(markOf).map((mark) => [mark, text.lastIndexOf(mark)]));
    let at = 0;
    for (const span of splitOoc(text, ooc, openOoc).spans) {
      if (span.isOoc) this.#write(span.text, [theme.ooc]);
      else for (const match of span.text.matchAll(token)) this.#take(match[0], at + match.index);
      at += span.text.length;
    }
  }

  #take(piece: string, at: number): void {
    const mark = markOf[piece];
    if (mark === undefined || (this.#open.has('code') && mark !== 'code')) this.#write(piece);
    else if (this.#open.get(mark) === piece && !isBlank(this.#text.charAt(at - 1))) {
      if (mark === 'speech') this.#write(piece);
      this.#open.delete(mark);
    } else if (!this.#open.has(mark) && this.#opens(piece, at)) {
      this.#open.set(mark, piece);
      if (mark === 'speech') this.#write(piece);
    } else this.#write(piece);
  }

  #opens(piece: string, at: number): boolean {
    const after = this.#text.charAt(at + piece.length);
    if (isBlank(after) && !(this.#growing && after === '')) return false;
    return !isWord(this.#text.charAt(at - 1)) && this.#follows(piece, at);
  }

  #follows(closer: string, at: number): boolean {
    return this.#growing || (this.#last.get(closer) ?? -1) > at;
  }

  #write(text: string, more: readonly Style[] = []): void {
    const marks = [...this.#open.keys()].map((mark) => this.#theme[mark]);
    const style = [...marks, ...more].filter(Boolean).join(';');
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.lines.push([]);
      if (part !== '') this.lines.at(-1)?.push({ text: part, style });
    }
  }
}

const plainLine = (line: string): boolean => !/^(?:```|#{1,6} |>|[*-] )/.test(line);

const blockLine = (line: string, marking: Marking): Span[] => {
  const { theme } = marking;
  const heading = /^#{1,6} (.*)$/.exec(line);
  if (heading !== null) return [{ text: heading[1] ?? '', style: theme.strong }];
  if (line.startsWith('>')) return [{ text: line, style: theme.dim }];
  const [rest = []] = new Inline(line.slice(2), { ...marking, growing: false }, null).lines;
  return [{ text: '• ', style: '' }, ...rest];
};

/**
 * Light Markdown of one paragraph (sanitised text without blank lines): `"speech"`, `*action*`, `**strong**`, code,
 * headings, quotes, lists, and what is said out of character (RP-016). `before`: what an earlier paragraph left open.
 */
export const markParagraph = (text: string, marking: Marking, before: StillOpen = nothingOpen): Marked => {
  const { theme, ooc = defaultOocStyle, growing = false } = marking;
  const lines: Span[][] = [];
  let { fenced, openOoc } = before;
  let prose: { lines: string[]; openOoc: OpenOoc | null } = { lines: [], openOoc };
  const flush = (isLast: boolean): void => {
    const inline = { ...marking, growing: growing && isLast };
    if (prose.lines.length > 0)
      lines.push(...new Inline(prose.lines.join('\n'), inline, prose.openOoc).lines);
    prose = { lines: [], openOoc };
  };
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (openOoc !== null || (!fenced && plainLine(line))) {
      if (prose.lines.length === 0) prose.openOoc = openOoc;
      prose.lines.push(line);
    } else {
      flush(false);
      if (isFence) fenced = !fenced;
      if (isFence || fenced) lines.push([{ text: line, style: isFence ? theme.dim : theme.code }]);
      else lines.push(blockLine(line, marking));
    }
    openOoc = splitOoc(`${line}\n`, ooc, openOoc).open;
  }
  flush(true);
  return { lines, fenced, openOoc };
};
