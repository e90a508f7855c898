import type { Style, Theme } from '../theme.ts';
import type { Span } from './wrap.ts';

/** One paragraph as lines of spans, and whether a code fence is still open behind it. */
export interface Marked {
  readonly lines: Span[][];
  readonly fenced: boolean;
}

type Mark = 'strong' | 'action' | 'code' | 'aside' | 'speech';

const token = /\*\*|\*|_|`|"|\(\(|\)\)|[^*_`"()]+|[()]/gu;
const markOf: Record<string, Mark> = {
  '**': 'strong',
  '*': 'action',
  _: 'action',
  '`': 'code',
  '"': 'speech',
  '((': 'aside',
  '))': 'aside',
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

  constructor(text: string, theme: Theme, growing: boolean) {
    this.#text = text;
    this.#theme = theme;
    this.#growing = growing;
    this.#last = new Map(Object.keys(markOf).map((mark) => [mark, text.lastIndexOf(mark)]));
    for (const match of text.matchAll(token)) this.#take(match[0], match.index);
  }

  #take(piece: string, at: number): void {
    const mark = markOf[piece];
    if (mark === undefined || (this.#open.has('code') && mark !== 'code')) this.#write(piece);
    else if (mark === 'aside') this.#aside(piece, at);
    else if (this.#open.get(mark) === piece && !isBlank(this.#text.charAt(at - 1))) {
      if (mark === 'speech') this.#write(piece);
      this.#open.delete(mark);
    } else if (!this.#open.has(mark) && this.#opens(piece, at)) {
      this.#open.set(mark, piece);
      if (mark === 'speech') this.#write(piece);
    } else this.#write(piece);
  }

  #aside(piece: string, at: number): void {
    if (piece === '((' && this.#follows('))', at)) this.#open.set('aside', piece);
    this.#write(piece);
    if (piece === '))') this.#open.delete('aside');
  }

  #opens(piece: string, at: number): boolean {
    const after = this.#text.charAt(at + piece.length);
    if (isBlank(after) && !(this.#growing && after === '')) return false;
    return !isWord(this.#text.charAt(at - 1)) && this.#follows(piece, at);
  }

  #follows(closer: string, at: number): boolean {
    return this.#growing || (this.#last.get(closer) ?? -1) > at;
  }

  #style(): Style {
    return [...this.#open.keys()]
      .map((mark) => this.#theme[mark])
      .filter(Boolean)
      .join(';');
  }

  #write(text: string): void {
    const style = this.#style();
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.lines.push([]);
      if (part !== '') this.lines.at(-1)?.push({ text: part, style });
    }
  }
}

const plainLine = (line: string): boolean => !/^(?:```|#{1,6} |>|[*-] )/.test(line);

const blockLine = (line: string, theme: Theme): Span[] => {
  const heading = /^#{1,6} (.*)$/.exec(line);
  if (heading !== null) return [{ text: heading[1] ?? '', style: theme.strong }];
  if (line.startsWith('>')) return [{ text: line, style: theme.dim }];
  const [rest = []] = new Inline(line.slice(2), theme, false).lines;
  return [{ text: '• ', style: '' }, ...rest];
};

/**
 * Light Markdown of one paragraph (sanitised text without blank lines): `"speech"`, `*action*`, `**strong**`, code,
 * `((aside))`, headings, quotes, lists. `growing` says that more of it is still to come.
 */
export const markParagraph = (
  text: string,
  theme: Theme,
  { fenced = false, growing = false }: { fenced?: boolean; growing?: boolean } = {},
): Marked => {
  const lines: Span[][] = [];
  let inFence = fenced;
  let prose: string[] = [];
  const flush = (isLast: boolean): void => {
    if (prose.length > 0) lines.push(...new Inline(prose.join('\n'), theme, growing && isLast).lines);
    prose = [];
  };
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (!inFence && plainLine(line)) {
      prose.push(line);
      continue;
    }
    flush(false);
    if (isFence) inFence = !inFence;
    if (isFence || inFence) lines.push([{ text: line, style: isFence ? theme.dim : theme.code }]);
    else lines.push(blockLine(line, theme));
  }
  flush(true);
  return { lines, fenced: inFence };
};
