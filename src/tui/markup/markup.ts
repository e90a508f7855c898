import { defaultOocStyle, type OpenOoc, splitOoc } from '../../domain/audience/ooc.ts';
import type { Style } from '../themes/theme.ts';
import { type Marking, markInline, noMarks, type OpenMarks } from './inline.ts';
import type { Span } from './wrap.ts';

type Kind = 'prose' | 'item' | 'quote' | 'heading' | 'code' | 'fence';

/** What is still open at the end of a text. */
export interface StillOpen {
  readonly fenced: boolean;
  /** What is said out of character. */
  readonly openOoc: OpenOoc | null;
  /** What kind of line goes on behind it and which marks are open there; null where a paragraph has ended. */
  readonly line: (OpenMarks & { readonly kind: Kind }) | null;
}

/** Nothing is open before a text. */
export const nothingOpen: StillOpen = { fenced: false, openOoc: null, line: null };

/** One paragraph as lines of spans, and what is open behind it. */
export interface ParagraphLayout extends StillOpen {
  readonly lines: Span[][];
}

const bullet = /^( {0,6})(?:[*+-]|(\d{1,9}[.)])) /;
const rule = /^ {0,3}(?:(?:- ?){3,}|(?:\* ?){3,}|(?:_ ?){3,})$/;
const shownRule = '─'.repeat(8);

const kindOf = (line: string): Kind => {
  if (line.startsWith('```')) return 'fence';
  if (/^#{1,6} /.test(line)) return 'heading';
  if (line.startsWith('>')) return 'quote';
  return bullet.test(line) ? 'item' : 'prose';
};

/** Marks one paragraph line by line; lines of prose that follow each other are one text to inline marks. */
class Paragraph {
  readonly #marking: Marking;
  readonly lines: Span[][] = [];
  #fenced: boolean;
  #openOoc: OpenOoc | null;
  #line: StillOpen['line'];
  #prose: string[] = [];
  #before: OpenMarks & { openOoc: OpenOoc | null };

  constructor(marking: Marking, { fenced, openOoc, line }: StillOpen) {
    this.#marking = marking;
    this.#fenced = fenced;
    this.#openOoc = openOoc;
    this.#line = line;
    this.#before = { ...(line ?? noMarks), openOoc };
  }

  get open(): StillOpen {
    return { fenced: this.#fenced, openOoc: this.#openOoc, line: this.#line };
  }

  take(text: string, isContinued: boolean, isCut: boolean): void {
    const { ooc = defaultOocStyle } = this.#marking;
    const begun = isContinued ? this.#line : null;
    const kind = begun?.kind ?? this.#kind(text);
    if (kind === 'prose') {
      if (this.#prose.length === 0 && !isContinued) this.#before = { ...noMarks, openOoc: this.#openOoc };
      this.#prose.push(text);
    } else {
      this.flush();
      this.#block(text, kind, begun);
    }
    this.#openOoc = splitOoc(isCut ? text : `${text}\n`, ooc, this.#openOoc).open;
  }

  #kind(line: string): Kind {
    if (this.#openOoc !== null) return 'prose';
    if (line.startsWith('```')) return 'fence';
    return this.#fenced ? 'code' : kindOf(line);
  }

  /** Writes what there is of prose. */
  flush(): void {
    if (this.#prose.length === 0) return;
    const { lines, open } = markInline(this.#prose.join('\n'), this.#marking, this.#before);
    for (const line of lines) this.lines.push(line);
    this.#line = { kind: 'prose', ...open };
    this.#prose = [];
  }

  #block(text: string, kind: Exclude<Kind, 'prose'>, begun: StillOpen['line']): void {
    const { theme } = this.#marking;
    if (kind === 'item') {
      this.#item(text, begun);
      return;
    }
    if (kind === 'fence' && begun === null) this.#fenced = !this.#fenced;
    const shown = kind === 'heading' && begun === null ? text.replace(/^#{1,6} /, '') : text;
    const styles: Record<typeof kind, Style> = {
      ...{ heading: theme.strong, quote: theme.dim, fence: theme.dim, code: theme.code },
    };
    this.lines.push(shown === '' ? [] : [{ text: shown, style: styles[kind] }]);
    this.#line = { kind, ...noMarks };
  }

  #item(text: string, begun: StillOpen['line']): void {
    const [head, indent = '', number] = (begun === null && bullet.exec(text)) || [''];
    const marker: Span = { text: `${indent}${number ?? '•'} `, style: '', isMarker: true };
    const before = { ...(begun ?? noMarks), openOoc: begun === null ? null : this.#openOoc };
    const { lines, open } = markInline(text.slice(head.length), this.#marking, before);
    this.lines.push([...(begun === null ? [marker] : []), ...(lines[0] ?? [])]);
    this.#line = { kind: 'item', ...open };
  }
}

/**
 * Light Markdown of one paragraph (sanitised text without blank lines), or of a part of it: `"speech"`, `*action*`,
 * `**strong**`, code, headings, quotes, lists, rules, links, and what is said out of character (RP-016). `before`: what
 * earlier text left open. A part that more is to follow on the same line is `growing`.
 */
export const markParagraph = (
  text: string,
  marking: Marking,
  before: StillOpen = nothingOpen,
): ParagraphLayout => {
  const paragraph = new Paragraph(marking, before);
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const isContinued = index === 0 && before.line !== null;
    const isCut = index === lines.length - 1 && marking.growing === true;
    if (!isContinued && !isCut && isRule(line, paragraph.open)) {
      paragraph.flush();
      paragraph.lines.push([{ text: shownRule, style: marking.theme.dim }]);
    } else paragraph.take(line, isContinued, isCut);
  }
  paragraph.flush();
  return { lines: paragraph.lines, ...paragraph.open };
};

const isRule = (line: string, { fenced, openOoc }: StillOpen): boolean =>
  !fenced && openOoc === null && rule.test(line);
