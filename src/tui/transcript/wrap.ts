import { cells, graphemes } from '../terminal/cells.ts';
import { type Style, styled } from '../theme.ts';

/** A piece of one line in one style; holds no line break and no control character. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

interface Cell extends Span {
  readonly width: number;
}

const breaksAfter = /^[ \-/–—]$/u;

const cellsOf = (spans: readonly Span[]): Cell[] =>
  spans.flatMap(({ text, style }) =>
    graphemes(text).map((grapheme) => ({ text: grapheme, style, width: cells(grapheme) })),
  );

const render = (row: readonly Cell[]): string => {
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

/** One line as rows of at most `width` cells (2 at least), broken between words where it can be. */
export const wrapLine = (spans: readonly Span[], width: number): string[] => {
  const room = Math.max(2, width);
  const rows: string[] = [];
  let row: Cell[] = [];
  let used = 0;
  for (const cell of cellsOf(spans)) {
    if (cell.text === ' ' && used >= room) {
      row.push({ ...cell, width: 0 });
      continue;
    }
    while (used + cell.width > room && row.length > 0) {
      const at = cell.width > 1 ? row.length : breakPoint(row);
      rows.push(render(row.slice(0, at)));
      row = row.slice(at);
      used = widthOf(row);
    }
    row.push(cell);
    used += cell.width;
  }
  rows.push(render(row));
  return rows;
};
