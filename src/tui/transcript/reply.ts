import type { CharacterId } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { Remembered } from '../../play/chat/remembered.ts';
import { markParagraph, nothingOpen, type StillOpen } from '../markup/markup.ts';
import { settledUpTo } from '../markup/settle.ts';
import { LineWrapper, type Span } from '../markup/wrap.ts';
import { cells } from '../terminal/cells.ts';
import { headingRow } from './heading.ts';
import { gutter } from './rail.ts';
import { isSameStyle, type RowStyle } from './row-style.ts';
import { textRows } from './rows.ts';
import { type Frame, frameWide, withinFrame } from './whisper.ts';

/** What is laid out: the heading, finished paragraphs, of the one that grows as much as can no longer change, and the rest. */
interface Laid {
  readonly style: RowStyle;
  /** All of them, in one list that grows: what stands for good is not copied for a frame. */
  readonly rows: string[];
  /** How many of them are heading and finished paragraphs, and what those left open. */
  readonly finished: number;
  /** How many of them stand for good. */
  readonly settled: number;
  readonly open: StillOpen;
  /** Of the paragraph that grows: what is open at the end of what is settled, and the row that goes on there. */
  readonly part: { readonly open: StillOpen; readonly line: LineWrapper } | null;
}

/** Rows of lines of which the first goes on a line that is begun; the row of the last one is not ended. */
const goneOn = (lines: readonly Span[][], line: LineWrapper, width: number) => {
  const rows: string[] = [];
  let last = line;
  for (const [index, spans] of lines.entries()) {
    if (index > 0) {
      rows.push(last.end());
      last = new LineWrapper(width);
    }
    for (const row of last.push(spans)) rows.push(row);
  }
  return { rows, line: last };
};

/** Paragraphs without those of which nothing is shown, so that it is the same in how many pieces they came. */
const shownParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((one) => sanitize(one, { newlines: true }).trim() !== '')
    .join('\n\n')
    .replace(/\n+$/, '');

const everyone: readonly CharacterId[] = [];

/**
 * A reply while it streams. Each frame lays out what has come since the last settled place, a few hundred characters,
 * however long the reply and its last paragraph are.
 */
export class StreamingReply {
  readonly speaker: CastMember;
  /** Finished paragraphs, what is settled of the one that grows, and the rest of it. */
  #done = '';
  #settled = '';
  #tail = '';
  #knownTo: readonly CharacterId[] = everyone;
  #laid: Laid | null = null;
  readonly #heading = new Remembered<string>();
  #widest = { rows: 0, cells: 0 };
  #within: { readonly of: RowStyle; readonly style: RowStyle } | null = null;
  #shown: { style: RowStyle; rows: readonly string[] } | null = null;
  #changes = 0;

  constructor(speaker: CastMember) {
    this.speaker = speaker;
  }

  /** How many characters the next frame lays out. */
  get unsettled(): number {
    return this.#tail.length;
  }

  /** How often more of it has come. */
  get changes(): number {
    return this.#changes;
  }

  /** Who hears it, where only some do. */
  get knownTo(): readonly CharacterId[] {
    return this.#knownTo;
  }

  /** Takes the next piece of text, and who hears all of it. */
  push(text: string, knownTo: readonly CharacterId[] = everyone): void {
    this.#changes += 1;
    this.#knownTo = knownTo;
    this.#tail = (this.#tail + text).replace(/\r\n|\r(?!$)|[\u2028\u2029]/g, '\n');
    this.#shown = null;
  }

  /** Heading and the text so far, beside the rail; the list goes on growing with the reply. */
  rows(style: RowStyle): readonly string[] {
    return this.#rowsIn(style, []);
  }

  /** `foot`: rows behind them, the same ones for as long as the style is. */
  #rowsIn(style: RowStyle, foot: readonly string[]): readonly string[] {
    if (this.#shown?.style === style) return this.#shown.rows;
    let laid = this.#finish(this.#laidFor(style));
    laid = this.#settle(laid);
    this.#laid = laid;
    const { open, line } = laid.part ?? this.#begin(laid);
    const text = sanitize(this.#tail, { newlines: true });
    const { lines } = markParagraph(text, { ...style, growing: true }, open);
    const tail = goneOn(lines, line.copy(), style.width - gutter);
    const { rows } = laid;
    rows.length = laid.settled;
    rows[0] = this.#headingIn(style);
    rows.push(...tail.rows, tail.line.end(), ...foot);
    this.#shown = { style, rows };
    return rows;
  }

  /** The same in the frame that a whisper has, which grows with it. */
  framed(style: RowStyle): { readonly rows: readonly string[]; readonly frame: Frame } {
    if (this.#within?.of !== style) this.#within = { of: style, style: withinFrame(style) };
    const rows = this.#rowsIn(this.#within.style, ['']);
    const isMore = this.#widest.rows <= rows.length;
    // The last rows alone may have changed since.
    const from = isMore ? Math.max(0, this.#widest.rows - 3) : 0;
    const inner = rows
      .slice(from)
      .reduce((most, row) => Math.max(most, cells(row)), isMore ? this.#widest.cells : 0);
    this.#widest = { rows: rows.length, cells: inner };
    return { rows, frame: frameWide(inner, rows.length, this.speaker.id, style) };
  }

  #headingIn(style: RowStyle): string {
    const heading = { speaker: this.speaker.id, knownTo: this.#knownTo, marks: ['…'] };
    return this.#heading.of([style, this.#knownTo], () => headingRow(heading, style));
  }

  #begin({ open, style }: Laid): NonNullable<Laid['part']> {
    return { open, line: new LineWrapper(style.width - gutter) };
  }

  /** What was laid out in this style; all finished paragraphs anew in another. */
  #laidFor(style: RowStyle): Laid {
    if (this.#laid !== null && isSameStyle(this.#laid.style, style)) return this.#laid;
    this.#tail = this.#settled + this.#tail;
    this.#settled = '';
    const nothing = { style, rows: [''], finished: 1, settled: 1, open: nothingOpen, part: null };
    return this.#done === '' ? nothing : this.#lay(nothing, this.#done);
  }

  #lay(laid: Laid, paragraphs: string): Laid {
    const { rows, open } = textRows(paragraphs, laid.style, laid.open);
    laid.rows.length = laid.finished;
    for (const row of rows) laid.rows.push(row);
    laid.rows.push('');
    const count = laid.rows.length;
    return { ...laid, finished: count, settled: count, open, part: null };
  }

  /** Lays out the paragraphs that have come to their end. */
  #finish(laid: Laid): Laid {
    if (this.#settled === '')
      this.#tail = this.#done === '' ? this.#tail.trimStart() : this.#tail.replace(/^\n+/, '');
    const end = this.#tail.lastIndexOf('\n\n');
    if (end < 0) return laid;
    const fresh = shownParagraphs(this.#settled + this.#tail.slice(0, end));
    this.#tail = this.#tail.slice(end).replace(/^\n+/, '');
    this.#settled = '';
    if (fresh === '') return laid;
    this.#done += this.#done === '' ? fresh : `\n\n${fresh}`;
    return this.#lay(laid, fresh);
  }

  /** Lays out the beginning of the last paragraph as far as it can no longer change. */
  #settle(laid: Laid): Laid {
    const { open, line } = laid.part ?? this.#begin(laid);
    const ooc = { style: laid.style.ooc, open: open.openOoc };
    const at = settledUpTo(this.#tail, this.#settled !== '', ooc);
    if (at === 0) return laid;
    const part = this.#tail.slice(0, at);
    this.#settled += part;
    this.#tail = this.#tail.slice(at);
    const text = sanitize(part, { newlines: true });
    const { lines, ...after } = markParagraph(text, { ...laid.style, growing: true }, open);
    const gone = goneOn(lines, line, laid.style.width - gutter);
    laid.rows.length = laid.settled;
    for (const row of gone.rows) laid.rows.push(row);
    return { ...laid, settled: laid.rows.length, part: { open: after, line: gone.line } };
  }
}
