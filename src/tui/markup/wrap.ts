import { cells, cellsOfGrapheme, graphemes } from '../terminal/cells.ts';
import { type Style, styled } from '../themes/theme.ts';

/** A piece of one line in one style; holds no line break and no control character. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  /** Where it leads, told to the terminal: printable ASCII. */
  readonly link?: string;
  /** It stands at the beginning of a line, and further rows of this line begin behind it. */
  readonly isMarker?: true;
}

/** One grapheme, or what is shown as one and is not broken, and the terminal cells that it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

interface StyledCell extends Cell {
  readonly style: Style;
  readonly link: string | undefined;
}

const breaksAfter = /^[ –—]$/u;
const joint = /^[-/]$/u;
const wordPart = /^[\p{L}\p{N}\p{M}]/u;
const leastRoom = 2;

const cellsOf = (spans: readonly Span[]): StyledCell[] => {
  const all: StyledCell[] = [];
  for (const { text, style, link } of spans)
    for (const grapheme of graphemes(text))
      all.push({ text: grapheme, style, width: cellsOfGrapheme(grapheme), link });
  return all;
};

const linked = (link: string | undefined, text: string): string =>
  link === undefined || text === '' ? text : `\x1b]8;;${link}\x1b\\${text}\x1b]8;;\x1b\\`;

const render = (row: readonly StyledCell[]): string => {
  let end = row.length;
  while (end > 0 && row[end - 1]?.text === ' ') end -= 1;
  let output = '';
  let run = '';
  let style = '';
  let link: string | undefined;
  for (const cell of row.slice(0, end)) {
    if (cell.style !== style || cell.link !== link) {
      output += linked(link, styled(style, run));
      run = '';
      ({ style, link } = cell);
    }
    run += cell.text;
  }
  return output + linked(link, styled(style, run));
};

/** Whether a row may break behind a cell: a hyphen or slash that begins a word, as in --url or /branches, stays with it. */
const mayBreak = (cell: Cell, before: Cell | undefined): boolean =>
  cell.width > 1 ||
  breaksAfter.test(cell.text) ||
  (joint.test(cell.text) && before !== undefined && wordPart.test(before.text));

/** Where a row that is full may break: behind the last space, hyphen in a word or wide character; else where it is full. */
const breakPoint = (row: readonly Cell[]): number => {
  for (let index = row.length; index > 0; index -= 1) {
    const cell = row[index - 1];
    if (cell !== undefined && mayBreak(cell, row[index - 2])) return index;
  }
  return row.length;
};

const widthOf = (row: readonly Cell[]): number => row.reduce((sum, cell) => sum + cell.width, 0);

/** The cells of a line taken one by one into rows; a row after the first has `hang` cells less. */
class CellRows<C extends Cell> {
  readonly width: number;
  row: C[] = [];
  used = 0;
  hang = 0;
  isFirst = true;

  constructor(width: number) {
    this.width = width;
  }

  get room(): number {
    return this.width - (this.isFirst ? 0 : this.hang);
  }

  /** The rows that are full now. */
  push(cell: C): C[][] {
    if (cell.text === ' ' && this.used >= this.room) {
      this.row.push({ ...cell, width: 0 });
      return [];
    }
    let full: C[][] = [];
    while (this.used + cell.width > this.room && this.row.length > 0) {
      const at = cell.width > 1 ? this.row.length : breakPoint(this.row);
      full = [...full, this.row.slice(0, at)];
      this.row = this.row.slice(at);
      this.used = widthOf(this.row);
      this.isFirst = false;
    }
    this.row.push(cell);
    this.used += cell.width;
    return full;
  }
}

/**
 * A line in rows of at most `width` cells, broken between words where it can be; a space that would begin a row hangs at the
 * end of the one before, without a width. One row at least.
 */
export const wrapCells = <C extends Cell>(line: readonly C[], width: number): C[][] => {
  const rows = new CellRows<C>(width);
  const full = line.flatMap((cell) => rows.push(cell));
  return [...full, rows.row];
};

/** One line that comes in pieces, as rows of at most `width` cells (2 at least), broken between words where it can be. */
export class LineWrapper {
  readonly #rows: CellRows<StyledCell>;

  constructor(width: number) {
    this.#rows = new CellRows(Math.max(leastRoom, width));
  }

  /** One that stands where this one stands and goes on by itself. */
  copy(): LineWrapper {
    const copy = new LineWrapper(this.#rows.width);
    const { row, used, hang, isFirst } = this.#rows;
    Object.assign(copy.#rows, { row: [...row], used, hang, isFirst });
    return copy;
  }

  /** Takes more of the line, whose graphemes the pieces leave whole; the rows that are full now. */
  push(spans: readonly Span[]): string[] {
    const rows: string[] = [];
    const [marker] = spans;
    if (marker?.isMarker === true)
      this.#rows.hang = Math.min(cells(marker.text), Math.max(0, this.#rows.width - leastRoom));
    for (const cell of cellsOf(spans)) {
      let isFirst = this.#rows.isFirst;
      for (const row of this.#rows.push(cell)) {
        rows.push(this.#shown(row, isFirst));
        isFirst = false;
      }
    }
    return rows;
  }

  /** The row that the line ends with. */
  end(): string {
    return this.#shown(this.#rows.row, this.#rows.isFirst);
  }

  #shown(row: readonly StyledCell[], isFirst: boolean): string {
    const text = render(row);
    return text === '' || isFirst ? text : ' '.repeat(this.#rows.hang) + text;
  }
}

const oneCellEach = /^[\x20-\x7e]*$/;

/** One line as rows of at most `width` cells (2 at least), broken between words where it can be. */
export const wrapLine = (spans: readonly Span[], width: number): string[] => {
  const [{ text = '', style = '', link } = {}, second] = spans;
  if (second === undefined && text.length <= width && oneCellEach.test(text))
    return [linked(link, styled(style, text.replace(/ +$/, '')))];
  const wrapper = new LineWrapper(width);
  const rows = wrapper.push(spans);
  return [...rows, wrapper.end()];
};
