import { commonPrefix } from '../../domain/common-prefix.ts';
import { type Cell, wrapCells } from '../markup/wrap.ts';
import { cells, cellsOfGrapheme, shorten } from '../terminal/cells.ts';
import { type Clip, isMark, shownAs, unitsOf } from './pastes.ts';
import type { Draft } from './text.ts';

/** A unit of a draft as it is shown. */
export interface DraftCell extends Cell {
  readonly unit: string;
  /** Where it begins in the draft. */
  readonly at: number;
}

/** A stretch of a draft, without line breaks, as cells; none is wider than `room`. */
export const cellsBetween = (
  { text, pastes }: Clip,
  [from, to]: readonly [number, number],
  room: number,
): DraftCell[] => {
  let at = from;
  return unitsOf(text.slice(from, to)).map((unit) => {
    const isWide = isMark(unit) || cellsOfGrapheme(unit) > room;
    const shown = isWide ? shorten(shownAs(unit, pastes), room) : unit;
    const cell = { text: shown, width: isWide ? cells(shown) : cellsOfGrapheme(unit), unit, at };
    at += unit.length;
    return cell;
  });
};

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
/** How many rows are laid out at a time, at least. */
const rowsAtOnce = 16;

/** Where the rows of a draft begin: what stands well before a change, or far behind the cursor, is not laid out for it. */
export class RowStarts {
  #laid: Clip = { text: '', pastes: [] };
  #room = 0;
  #starts = [0];
  #isWhole = false;

  /** Where its rows begin, wrapped between words, and where it ends: all up to `past` rows behind that of the cursor. */
  of(draft: Draft & Clip, room: number, past: number): readonly number[] {
    this.#keep(draft, room);
    while (!this.#isWhole && this.#behind(draft.cursor) <= past + 1) this.#layMore();
    return this.#isWhole ? [...this.#starts, draft.text.length + 1] : this.#starts;
  }

  /** How many rows are known to begin behind a place. */
  #behind(place: number): number {
    return this.#starts.length - 1 - this.#starts.findLastIndex((start) => start <= place);
  }

  /** Keeps of the rows those that the change cannot have reached: where one begins, the next one's first word decides. */
  #keep({ text, pastes }: Clip, room: number): void {
    const before = this.#laid;
    const isSame = room === this.#room && before.pastes.every((paste, place) => paste === pastes[place]);
    if (isSame && text === before.text) return;
    const change = isSame ? commonPrefix(before.text, text) : 0;
    const gone = this.#starts.findIndex((_, row) => row > 0 && (this.#starts[row + 1] ?? Infinity) >= change);
    if (gone > 0) this.#starts.length = gone;
    this.#laid = { text, pastes };
    this.#room = room;
    this.#isWhole = false;
  }

  #layMore(): void {
    const { text } = this.#laid;
    const from = this.#starts.at(-1) ?? 0;
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    for (let reach = rowsAtOnce * this.#room; ; reach *= 2) {
      const starts = this.#startsIn(from, end, reach);
      if (starts === null) continue;
      for (const start of starts) this.#starts.push(start);
      if (found < 0 && from + reach >= end) this.#isWhole = true;
      else if (from + reach >= end) this.#starts.push(end + 1);
      return;
    }
  }

  /** Where the rows behind the one at `from` begin, in a line that ends at `end`, as far as `reach` tells; null where it tells of none. */
  #startsIn(from: number, end: number, reach: number): number[] | null {
    const { text } = this.#laid;
    const isCut = from + reach < end;
    const to = isCut ? from + reach + (isHalf(text.charCodeAt(from + reach - 1)) ? 1 : 0) : end;
    const all = cellsBetween(this.#laid, [from, to], this.#room);
    const rows = wrapCells(isCut ? all.slice(0, -1) : all, this.#room).slice(1);
    if (isCut && rows.length === 0) return null;
    return rows.flatMap(([first]) => (first === undefined ? [] : [first.at]));
  }
}
