import type { ReadingWindow } from '../../commands/command.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { View } from '../../domain/view.ts';
import type { Play } from '../../play/play.ts';
import { StreamingReply } from './reply.ts';
import { RowCache, type RowStyle } from './rows.ts';

const page = 40;
const mostRead = 2000;

/** A place in the transcript: a block (message or streaming reply) and a row in it. */
interface RowAt {
  readonly block: number;
  readonly row: number;
}

const isBefore = (a: RowAt, b: RowAt): boolean => a.block < b.block || (a.block === b.block && a.row < b.row);

/**
 * The scrollable chat as the played character perceives it. Holds the messages from the oldest one looked at to the
 * head, asks the view for older pages when they come into sight, and wraps only what is near the window.
 */
export class Transcript implements ReadingWindow {
  readonly #play: Pick<Play, 'view' | 'shown'>;
  #view: View;
  #messages: Message[] = [];
  #complete = false;
  #reply: StreamingReply | null = null;
  #cache = new RowCache();
  #top: RowAt | null = null;
  sought: ReadingWindow['sought'] = null;
  /** Messages that arrived below while the human was reading further up. */
  below = 0;

  constructor(play: Pick<Play, 'view' | 'shown'>) {
    this.#play = play;
    this.#view = play.view();
    this.reload();
  }

  /** True while the window sticks to the newest row. */
  get follows(): boolean {
    return this.#top === null;
  }

  /** Reads everything again, staying at the message in sight when it is still there. */
  reload(): void {
    const anchor = this.#top === null ? undefined : this.#messages[this.#top.block]?.id;
    const view = this.#play.view();
    if (view.viewer !== this.#view.viewer) this.sought = null;
    this.#view = view;
    this.#messages = this.#view.last(this.#top === null ? page : Math.max(page, this.#messages.length));
    this.#complete = this.#messages.length === 0;
    this.#reply = null;
    const block = anchor === undefined ? -1 : this.#messages.findIndex(({ id }) => id === anchor);
    if (block < 0) this.toEnd();
    else this.#top = { block, row: this.#top?.row ?? 0 };
  }

  /** A message was committed: it replaces its own streamed text or an older revision, else it is new. */
  add(message: Message): void {
    if (this.#reply?.speaker.id === message.speaker) this.#reply = null;
    const known = this.#messages.findLastIndex(({ id }) => id === message.id);
    if (known >= 0) {
      this.#messages[known] = message;
      return;
    }
    this.#messages.push(message);
    if (this.#top !== null) this.below += 1;
  }

  /** New text of a streaming reply. */
  stream(speaker: StreamingReply['speaker'], text: string): void {
    if (this.#reply?.speaker.id !== speaker.id) this.#reply = new StreamingReply(speaker);
    this.#reply.push(text);
  }

  /** The streamed reply is over; its message, if any, stands by itself. */
  endStream(): void {
    this.#reply = null;
  }

  /** Sticks to the newest row again and forgets pages far above. */
  toEnd(): void {
    this.#top = null;
    this.below = 0;
    if (this.#messages.length > page * 4) {
      this.#messages = this.#messages.slice(-page);
      this.#complete = false;
    }
  }

  get topMessage(): MessageId | undefined {
    return this.#top === null ? undefined : this.#messages[this.#top.block]?.id;
  }

  goTo(message: MessageId): void {
    if (this.#view.find(message) === undefined) return;
    const blockOf = () => this.#messages.findIndex(({ id }) => id === message);
    let size = page;
    while (blockOf() < 0 && this.#older(size) > 0) size = Math.min(size * 2, mostRead);
    if (blockOf() >= 0) this.#top = { block: blockOf(), row: 0 };
  }

  /** Moves the window by so many rows, down when positive. */
  scroll(by: number, height: number, style: RowStyle): void {
    const end = this.#lastTop(height, style);
    const from = this.#top !== null && isBefore(this.#top, end) ? this.#top : end;
    const before = this.#messages.length;
    const moved = by < 0 ? this.#up(from, -by, style) : this.#down(from, by, style);
    const grown = this.#messages.length - before;
    if (isBefore(moved, { ...end, block: end.block + grown })) this.#top = moved;
    else this.toEnd();
  }

  /** Exactly `height` rows: the window. */
  rows(height: number, style: RowStyle): string[] {
    const end = this.#lastTop(height, style);
    if (this.#top !== null && !isBefore(this.#top, end)) this.toEnd();
    const shown: string[] = [];
    let { block, row } = this.#top ?? this.#lastTop(height, style);
    while (shown.length < height && block < this.#blocks()) {
      const rows = this.#rowsOf(block, style);
      shown.push(...rows.slice(Math.min(row, rows.length - 1), row + height - shown.length));
      block += 1;
      row = 0;
    }
    while (shown.length < height) shown.push('');
    return shown;
  }

  #blocks(): number {
    return this.#messages.length + (this.#reply === null ? 0 : 1);
  }

  #rowsOf(block: number, style: RowStyle): string[] {
    const message = this.#messages[block];
    if (message === undefined) return this.#reply?.rows(style) ?? [];
    const depth = this.#messages.length - 1 - block;
    return this.#cache.of(this.#play.shown(message, depth), style);
  }

  /** Where the window starts when it shows the newest rows. */
  #lastTop(height: number, style: RowStyle): RowAt {
    return this.#up({ block: this.#blocks(), row: 0 }, height, style);
  }

  #down(from: RowAt, by: number, style: RowStyle): RowAt {
    let { block, row } = from;
    let left = by;
    while (block < this.#blocks()) {
      const rows = this.#rowsOf(block, style).length;
      if (row + left < rows) return { block, row: row + left };
      left -= rows - row;
      block += 1;
      row = 0;
    }
    return { block, row: 0 };
  }

  #up(from: RowAt, by: number, style: RowStyle): RowAt {
    let { block, row } = from;
    let left = by;
    while (left > row) {
      left -= row;
      if (block === 0) {
        const added = this.#older();
        if (added === 0) return { block: 0, row: 0 };
        block = added;
      }
      block -= 1;
      row = this.#rowsOf(block, style).length;
    }
    return { block, row: row - left };
  }

  /** Reads one more page above; how many messages it had. */
  #older(size = page): number {
    if (this.#complete) return 0;
    const older = this.#view.last(size, this.#messages[0]?.id);
    this.#complete = older.length === 0;
    this.#messages.unshift(...older);
    if (this.#top !== null) this.#top = { block: this.#top.block + older.length, row: this.#top.row };
    return older.length;
  }
}
