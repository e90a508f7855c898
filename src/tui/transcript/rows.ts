import type { CharacterId, Message } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { markParagraph, nothingOpen, type StillOpen } from '../markup/markup.ts';
import { wrapLine } from '../markup/wrap.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { headingRow } from './heading.ts';
import { dividingRow, dividingText } from './punctuation.ts';
import { gutter } from './rail.ts';
import { isSameStyle, type RowStyle } from './row-style.ts';
import { type Frame, frameOf, unheardRow, withinFrame } from './whisper.ts';

/** Rows of a text, beside its rail; `open`: what earlier text left open, and then what this one does. */
export const textRows = (
  text: string,
  rowStyle: RowStyle,
  before: StillOpen = nothingOpen,
): { rows: string[]; open: StillOpen } => {
  const rows: string[] = [];
  const { theme, ooc, width } = rowStyle;
  let open = before;
  const paragraphs = sanitize(text, { newlines: true }).split(/\n{2,}/);
  for (const [index, paragraph] of paragraphs.entries()) {
    const { lines, ...after } = markParagraph(paragraph, { theme, ooc }, open);
    open = { ...after, line: null };
    if (index > 0) rows.push('');
    for (const line of lines) for (const row of wrapLine(line, width - gutter)) rows.push(row);
  }
  return { rows, open };
};

/** Rows of a text that stands in no prompt. */
const dimRows = (text: string, { theme, width }: RowStyle): string[] =>
  sanitize(text, { newlines: true })
    .split('\n')
    .flatMap((line) => wrapLine([{ text: line, style: theme.dim }], width - gutter));

const letters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const words = new RegExp(`[${letters}]|[^\\s${letters}]+`, 'gu');

/** Rows of what a character thought before it spoke: one that says how much, and all of it where that is wanted. */
const thoughtRows = ({ reasoning }: Message, rowStyle: RowStyle): string[] => {
  if (reasoning === '') return [];
  const { theme, width, thoughts } = rowStyle;
  const count = reasoning.match(words)?.length ?? 0;
  const fold = shorten(`thought for ${count} word${count === 1 ? '' : 's'}`, width - gutter);
  return [styled(theme.dim, fold), ...(thoughts ? [...dimRows(reasoning, rowStyle), ''] : [])];
};

/** A call of a tool: its first line, and all of it where what is folded is wanted. */
function callRows(text: string, rowStyle: RowStyle): string[] {
  const { theme, width, thoughts } = rowStyle;
  const [first = '', ...others] = sanitize(text, { newlines: true }).split('\n');
  if (thoughts || others.length === 0) return dimRows(text, rowStyle);
  const more = ` … ${others.length} more ${others.length === 1 ? 'line' : 'lines'}`;
  const room = width - gutter - cells(more);
  return [styled(theme.dim, `${shorten(first, Math.max(1, room))}${room > 0 ? more : ''}`)];
}

/** Rows of a message beside its rail: the heading, what was thought, the text. `head`: how many stand above the text. */
export interface MessageRows {
  readonly rows: readonly string[];
  readonly head: number;
  /** What stands around them where only some have heard it; the last row says who has not. */
  readonly frame: Frame | null;
}

/** What a message is besides its text, and who was there and did not hear it. */
export interface Marked {
  readonly marks: readonly string[];
  readonly unheard: readonly CharacterId[];
}

/** Whether a message is punctuation: one row that nobody says, such as time that passes. */
export const isDividing = (message: Message, { width }: RowStyle): boolean =>
  message.role === 'system' && message.knownTo.length === 0 && dividingText(message, width - gutter) !== null;

/** Heading, thoughts and text of a message with these marks, without its rail. */
export const messageRows = (message: Message, marked: Marked, rowStyle: RowStyle): MessageRows => {
  const text = message.text.trim();
  if (message.role === 'tool') return { rows: callRows(text, rowStyle), head: 0, frame: null };
  if (isDividing(message, rowStyle)) {
    const room = rowStyle.width - gutter;
    return { rows: [dividingRow(dividingText(message, room) ?? '', room, rowStyle)], head: 0, frame: null };
  }
  const isPrivate = message.knownTo.length > 0;
  const inside = isPrivate ? withinFrame(rowStyle) : rowStyle;
  const body = message.hidden ? dimRows(text, inside) : textRows(text, inside).rows;
  const isHeaded = message.speaker !== null || isPrivate || marked.marks.length > 0;
  const heading = isHeaded ? [headingRow({ ...message, marks: marked.marks }, inside)] : [];
  const head = [...heading, ...thoughtRows(message, inside)];
  const said = [...head, ...body];
  if (!isPrivate) return { rows: said, head: head.length, frame: null };
  const rows = [...said, unheardRow(marked.unheard, inside)];
  return { rows, head: head.length, frame: frameOf(rows, message, rowStyle) };
};

/** So many rows are kept of one look; those that were made first go first. */
const mostRows = 2_000;

/** Rows of messages in one look. */
interface Shelf {
  readonly rowStyle: RowStyle;
  readonly known: Map<Message, MessageRows & { readonly marks: string }>;
  count: number;
}

/**
 * Rows of messages, wrapped once per message and look; the message object is the key, as it never changes. Two looks are kept:
 * what was folded or is tried on, such as a theme, is soon as it was.
 */
export class RowCache {
  #shelves: readonly Shelf[] = [];

  /** The rows of a message with these marks. */
  of(message: Message, marked: Marked, rowStyle: RowStyle): MessageRows {
    const shelf = this.#shelfOf(rowStyle);
    const key = [...marked.marks, '', ...marked.unheard].join('\n');
    const known = shelf.known.get(message);
    if (known?.marks === key) return known;
    if (known) this.#drop(shelf, message, known);
    const made = { ...messageRows(message, marked, rowStyle), marks: key };
    shelf.known.set(message, made);
    shelf.count += made.rows.length;
    for (const [oldest, rows] of shelf.known) {
      if (shelf.count <= mostRows || oldest === message) break;
      this.#drop(shelf, oldest, rows);
    }
    return made;
  }

  #drop(shelf: Shelf, message: Message, { rows }: MessageRows): void {
    shelf.known.delete(message);
    shelf.count -= rows.length;
  }

  /** The rows in this look, which goes before the other. */
  #shelfOf(rowStyle: RowStyle): Shelf {
    const [newest] = this.#shelves;
    if (newest && isSameStyle(newest.rowStyle, rowStyle)) return newest;
    const found = this.#shelves.find((shelf) => isSameStyle(shelf.rowStyle, rowStyle));
    const shelf = found ?? { rowStyle, known: new Map(), count: 0 };
    this.#shelves = newest ? [shelf, newest] : [shelf];
    return shelf;
  }
}
