import type { MessageId } from '../../domain/message.ts';
import { type Blocks, isBefore, type RowAt } from './blocks.ts';
import type { RowStyle } from './row-style.ts';
import {
  blockInSight,
  type HeadingInSight,
  headingsInSight,
  isAtEnd,
  lastTop,
  placeInSight,
  rowsInSight,
  type Sight,
  standing,
} from './sight.ts';

const usualHeight = 24;

/** The part of the page that is in sight: where it begins, how high it is, and how it moves. */
export class Window {
  readonly #blocks: Blocks;
  #top: RowAt | null = null;
  #height = usualHeight;
  /** Messages that arrived below while the window did not show the end. */
  below = 0;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  /** The first row; null while the window sticks to the newest one. */
  get top(): RowAt | null {
    return this.#top;
  }

  /** The message in which the window begins, and a row counted from its heading; null at the end of the chat. */
  get anchor(): { readonly message: MessageId; readonly row: number } | null {
    const message = this.#top && this.#blocks.held.at(this.#top.block);
    return message && this.#top ? { message: message.id, row: this.#top.row } : null;
  }

  /** Where a search begins that goes up from here, or down. */
  edge(way: 'up' | 'down'): RowAt {
    if (this.#top !== null) return this.#top;
    if (way === 'down') return lastTop(this.#blocks, this.#height);
    return { block: this.#blocks.held.end, row: Number.MAX_SAFE_INTEGER };
  }

  /** Has this height and look from now on. */
  lay(height: number, style: RowStyle): void {
    this.#height = height;
    this.#blocks.style = style;
  }

  /** Sticks to the newest row again and forgets pages far above. */
  toEnd(): void {
    this.#top = null;
    this.below = 0;
    this.#blocks.held.toEnd();
  }

  /** Puts a place into the window, so much of it above, as a share, unless the end is in sight then. */
  show(place: RowAt, above = 0): void {
    const top = this.#blocks.up(place, Math.floor(this.#height * above));
    this.#top = top;
    if (isAtEnd(this.#blocks, top, this.#height)) this.toEnd();
  }

  /** Begins exactly there. */
  beginAt(place: RowAt): void {
    this.#top = place;
  }

  /** Moves by so many rows, down when positive. */
  scroll(by: number): void {
    const blocks = this.#blocks;
    const from = standing(blocks, this.#top ?? lastTop(blocks, this.#height));
    this.show(by < 0 ? blocks.up(from, -by) : blocks.down(from, by));
  }

  /** Moves as little as it takes to have a block in sight with the row behind it, or the beginning of one that is higher than the window. */
  bringIntoSight(index: number): void {
    const blocks = this.#blocks;
    const rows = blocks.at(index)?.rows.length ?? 0;
    const heading = { block: index, row: 0 };
    const top = this.#top ?? lastTop(blocks, this.#height);
    const lowest = blocks.up({ block: index, row: rows + 1 }, this.#height);
    if (isBefore(heading, top)) this.show(heading);
    else if (isBefore(top, lowest)) this.show(isBefore(heading, lowest) ? heading : lowest);
  }

  /** Moves as little as it takes to have a row in sight, and the one behind it. */
  bringRowIntoSight(place: RowAt): void {
    const blocks = this.#blocks;
    if (blocks.style === null) return;
    const top = this.#top ?? lastTop(blocks, this.#height);
    const lowest = blocks.up({ block: place.block, row: place.row + 2 }, this.#height);
    if (isBefore(place, top)) this.show(place);
    else if (isBefore(top, lowest)) this.show(lowest);
  }

  /** Where in the window a row stands; null where it is out of sight. */
  rowOf(place: RowAt, height: number): number | null {
    return placeInSight(this.#blocks, { top: this.#top, height }, place);
  }

  /** The block of which a row of the window is; null where it is none. */
  blockAt(row: number, height: number): number | null {
    return blockInSight(this.#blocks, { top: this.#top, height }, row);
  }

  /** The headings in sight. */
  headings(height: number): HeadingInSight[] {
    return headingsInSight(this.#blocks, { top: this.#top, height });
  }

  /** The rows in sight. */
  rows(marked: Pick<Sight, 'selected' | 'sought'>, style: RowStyle): string[] {
    const top = this.#top && standing(this.#blocks, this.#top);
    if (top !== null && isAtEnd(this.#blocks, top, this.#height)) this.toEnd();
    return rowsInSight(this.#blocks, { ...marked, top: this.#top, height: this.#height, style });
  }
}
