import { hasLetters, type LetterRun, letterRunsIn } from '../../commands/portrait/kitty.ts';
import { cells } from '../terminal/cells.ts';
import {
  at,
  changedRows,
  cursorBytes,
  type Frame,
  frameBytes,
  framed,
  rowBytes,
  sameCursor,
} from '../terminal/frame.ts';
import { Pictures } from './pictures.ts';

/** Turns pixels, four bytes each, into a sequence that draws them. */
export type Encode = (pixels: Uint8Array, width: number, height: number) => string;

/** A piece of a row from a column on, and the letters of pictures in it, which it leaves blank. */
interface Segment {
  readonly from: number;
  /** The column behind it. */
  readonly end: number;
  readonly text: string;
  readonly runs: readonly (LetterRun & { readonly column: number })[];
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A picture where it stands, as far as it is in sight: its first rows. */
interface Placed {
  readonly id: number;
  readonly row: number;
  readonly column: number;
  readonly parts: number;
}

const between = /\x1b\[m\x1b\[(\d+)G/;
/** A band of sixels has so many rows of pixels; a picture of whole ones reaches into no row below. */
const band = 6;
const mostKept = 128;

const segmentOf = (from: number, row: string): Segment => {
  const runs: Segment['runs'][number][] = [];
  let [text, done] = ['', 0];
  for (const run of letterRunsIn(row)) {
    text += row.slice(done, run.at);
    runs.push({ ...run, column: from + cells(text) });
    text += ' '.repeat(run.columns);
    done = run.end;
  }
  text += row.slice(done);
  return { from, end: from + cells(text), text, runs };
};

/** A row by its pieces, which `composed` has put side by side; the first of them may stand behind blanks. */
const segmentsOf = (row: string): Segment[] => {
  const [whole = '', ...rest] = row.split(between);
  const first = whole.trimStart();
  const segments = first === '' ? [] : [segmentOf(whole.length - first.length, first)];
  for (let index = 0; index + 1 < rest.length; index += 2)
    segments.push(segmentOf(Number(rest[index]) - 1, rest[index + 1] ?? ''));
  return segments;
};

/** Pieces from one column up to another, without wiping the rest of the row: a picture goes where anything is written over it. */
const segmentBytes = (row: number, segments: readonly Segment[], [from, upTo]: [number, number]): string => {
  let [text, end] = ['', from];
  for (const segment of segments) {
    text += `${' '.repeat(segment.from - end)}${segment.text}\x1b[m`;
    end = segment.end;
  }
  return `${at(row, from)}${text}${' '.repeat(Math.max(0, upTo - end))}`;
};

const joined = (segments: readonly Segment[]): string =>
  segments.map(({ from, text }) => `\x1b[m\x1b[${from + 1}G${text}`).join('');

/** Whether no piece of a row stands over another. */
const areApart = (segments: readonly Segment[]): boolean =>
  segments.every(({ end }, index) => end <= (segments[index + 1]?.from ?? end));

const pictureIn = ({ id, part, column }: Segment['runs'][number]): string => `${id} ${part} ${column}`;

/** Whether two pieces are the same: where one has a picture and the other blanks, it has to be wiped. */
const areOne = (one: Segment | undefined, other: Segment | undefined): boolean =>
  one !== undefined &&
  one.from === other?.from &&
  one.text === other.text &&
  one.runs.map(pictureIn).join() === other.runs.map(pictureIn).join();

/** How many pieces at the start of two rows are the same, and how many of the others at the end. */
function sharedBy(one: readonly Segment[], other: readonly Segment[]): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && areOne(one[start], other[start])) start += 1;
  while (end < most - start && areOne(one.at(-1 - end), other.at(-1 - end))) end += 1;
  return { start, end };
}

const isSame = (one: Placed, other: Placed): boolean =>
  one.id === other.id && one.row === other.row && one.column === other.column && one.parts === other.parts;

/**
 * Pictures on a terminal that draws sixels. In a frame they are letters as kitty has them; here these are left blank, and the
 * picture is drawn over them. Where a row has one, only those of its pieces are written that differ, so that a word beside it
 * does not wipe it; it is drawn anew where its own piece was written, and nothing scrolls that would take it along.
 */
export class Sixels {
  readonly pictures: Pictures;
  readonly #encode: Encode;
  readonly #cellHeight: number;
  readonly #pixels = new Map<number, Pixels>();
  readonly #encoded = new Map<string, string>();
  #rows = new Map<string, readonly Segment[]>();

  constructor(cell: { readonly width: number; readonly height: number }, encode: Encode) {
    this.#encode = encode;
    this.#cellHeight = cell.height;
    const keep = (id: number, pixels: Pixels): string => {
      if (this.#pixels.size >= mostKept) this.#pixels.delete([...this.#pixels.keys()][0] ?? 0);
      this.#pixels.set(id, pixels);
      return '';
    };
    this.pictures = new Pictures(keep, ({ columns, rows }) =>
      Math.min(columns * cell.width, Math.floor((rows * cell.height) / band) * band),
    );
  }

  /** As `frameBytes`, with the pictures drawn. */
  bytes(before: Frame | null, after: Frame): string {
    const isFresh = before?.columns !== after.columns || before.rows.length !== after.rows.length;
    const was = isFresh ? [] : this.#placedIn(before);
    const now = this.#placedIn(after);
    if (was.length === 0 && now.length === 0) return frameBytes(before, after);
    const changed = isFresh ? [...after.rows.keys()] : changedRows(before.rows, after.rows);
    const written = new Set<string>();
    const rows = changed.map((row) => this.#rowBytes(isFresh ? null : before, after, row, written)).join('');
    const isWritten = ({ row, column, parts }: Placed) =>
      Array.from({ length: parts }, (_, part) => `${row + part} ${column}`).some((cell) => written.has(cell));
    const due = now.filter((one) => isWritten(one) || !was.some((other) => isSame(one, other)));
    const drawn = due.map((one) => this.#drawn(one, after)).join('');
    if (rows === '' && drawn === '' && before && sameCursor(before.cursor, after.cursor)) return '';
    const wiped = isFresh ? '\x1b[m\x1b[r\x1b[H\x1b[2J' : '';
    return framed(`${wiped}${rows}${drawn}${cursorBytes(after)}`);
  }

  /** What is written of a row; where a picture stood in what is written is told. */
  #rowBytes(before: Frame | null, after: Frame, row: number, written: Set<string>): string {
    const text = after.rows[row] ?? '';
    const old = before?.rows[row] ?? '';
    const now = this.#segments(text);
    const was = this.#segments(old);
    if (![...now, ...was].some(({ runs }) => runs.length > 0)) return rowBytes(text, row);
    const isWhole = before === null || !areApart(now) || !areApart(was);
    const shared = isWhole ? { start: 0, end: 0 } : sharedBy(now, was);
    const due = now.slice(shared.start, now.length - shared.end);
    for (const { runs } of due) for (const { column } of runs) written.add(`${row} ${column}`);
    if (isWhole) return rowBytes(joined(now), row);
    const upTo = now[now.length - shared.end]?.from ?? after.columns;
    const from = Math.min(now[shared.start]?.from ?? upTo, was[shared.start]?.from ?? upTo);
    return segmentBytes(row, due, [from, upTo]);
  }

  #segments(row: string): readonly Segment[] {
    if (!hasLetters(row) && !between.test(row))
      return row === '' ? [] : [{ from: 0, end: cells(row), text: row, runs: [] }];
    const known = this.#rows.get(row);
    if (known) return known;
    if (this.#rows.size > 1000) this.#rows = new Map();
    const segments = segmentsOf(row);
    this.#rows.set(row, segments);
    return segments;
  }

  /** The pictures of a frame whose first row is in sight, as far down as they are. */
  #placedIn({ rows }: Frame): Placed[] {
    const placed: Placed[] = [];
    for (const [row, text] of rows.entries()) {
      if (!hasLetters(text)) continue;
      for (const { id, part, column } of this.#segments(text).flatMap(({ runs }) => runs)) {
        const at = placed.findLastIndex(
          (one) => one.id === id && one.column === column && one.row === row - part,
        );
        const one = placed[at];
        if (part === 0) placed.push({ id, column, row, parts: 1 });
        else if (one?.parts === part) placed[at] = { ...one, parts: part + 1 };
      }
    }
    return placed;
  }

  /** What draws a picture; nothing where it would reach the last row, from which the terminal scrolls on. */
  #drawn({ id, row, column, parts }: Placed, { rows }: Frame): string {
    const pixels = this.#pixels.get(id);
    if (!pixels || row + parts >= rows.length) return '';
    const height = Math.min(pixels.height, Math.floor((parts * this.#cellHeight) / band) * band);
    const key = `${id} ${height}`;
    const known = this.#encoded.get(key);
    const sixels =
      known ?? this.#encode(pixels.bytes.slice(0, 4 * pixels.width * height), pixels.width, height);
    if (known === undefined) {
      if (this.#encoded.size >= mostKept) this.#encoded.clear();
      this.#encoded.set(key, sixels);
    }
    return `${at(row, column)}${sixels}`;
  }
}
