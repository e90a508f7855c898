import { cells, graphemes } from '../terminal/cells.ts';
import { type Style, styled } from '../theme.ts';

/** A piece of one line in one style; holds no line break and no control character. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** One grapheme, or what is shown as one and is not broken, and the terminal cells that it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

const breaksAfter = /^[ \-/–—]$/u;

type StyledCell = Cell & Span;

const cellsOf = (spans: readonly Span[]): StyledCell[] =>
  spans.flatMap(({ text, style }) =>
    graphemes(text).map((grapheme) => ({ text: grapheme, style, width: cells(grapheme) })),
  );

const render = (row: readonly StyledCell[]): string => {
  let end = row.length;
  while (end > 0 && row[end - 1]?.text === ' ') end -= 1;
  let output = '';
  let run = '';
  let style = '';
  for (const cell of row.slice(0, end)) {
    if (cell.style !== style) {
      output += styled(style, run);
      run = '';
      style = cell.style;
    }
    run += cell.text;
  }
  return output + styled(style, run);
};

/** Where a row that is full may break: behind the last space, hyphen or wide character; else where it is full. */
const breakPoint = (row: readonly Cell[]): number => {
  for (let index = row.length; index > 0; index -= 1) {
    const cell = row[index - 1];
    if (cell !== undefined && (breaksAfter.test(cell.text) || cell.width > 1)) return index;
  }
  return row.length;
};

const widthOf = (row: readonly Cell[]): number => row.reduce((sum, cell) => sum + cell.width, 0);

/**
 * A line in rows of at most `width` cells, broken between words where it can be; a space that would begin a row hangs at the
 * end of the one before, without a width. One row at least.
 */
export const wrapCells = <C extends Cell>(line: readonly C[], width: number): C[][] => {
  const rows: C[][] = [];
  let row: C[] = [];
  let used = 0;
  for (const cell of line) {
    if (cell.text === ' ' && used >= width) {
      row.push({ ...cell, width: 0 });
      continue;
    }
    while (used + cell.width > width && row.length > 0) {
      const at = cell.width > 1 ? row.length : breakPoint(row);
      rows.push(row.slice(0, at));
      row = row.slice(at);
      used = widthOf(row);
    }
    row.push(cell);
    used += cell.width;
  }
  rows.push(row);
  return rows;
};

/** One line as rows of at most `width` cells (2 at least), broken between words where it can be. */
export const wrapLine = (spans: readonly Span[], width: number): string[] =>
  wrapCells(cellsOf(spans), Math.max(2, width)).map(render);
