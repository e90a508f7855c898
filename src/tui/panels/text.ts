import { sanitize } from '../../domain/sanitize.ts';
import { wrapLine } from '../markup/wrap.ts';
import { cells } from '../terminal/cells.ts';

/** Columns and rows that a panel's text has. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const wrap = (text: string, width: number): string[] => wrapLine([{ text, style: '' }], width);

/** What stands in a column of its own: what follows a gap that does not end a sentence, or all of an indented line. */
const columns = /^(?: *\S(?:.*?[^\s.!?:;,…"”'’)])??(?= {2,}\S)| *(?= {2}\S))/u;

const besides = (text: string, width: number, column: number): string[] =>
  wrap(text, width - column).map((row) => ' '.repeat(column) + row);

/** A line as rows: what does not fit goes on below the column that it stands in, or below all where that is too far right. */
const rowsOfLine = (line: string, width: number): string[] => {
  const left = cells(line) <= width ? undefined : columns.exec(line)?.[0];
  if (left === undefined) return wrap(line, width);
  const right = line.slice(left.length).trimStart();
  const column = cells(line.slice(0, line.length - right.length));
  if (column <= width / 2) {
    const [first = '', ...more] = besides(right, width, column);
    return [left + first.slice(left.length), ...more];
  }
  const short = `${left.trimEnd()}  ${right}`;
  return cells(short) <= width ? [short] : [...wrap(left.trimEnd(), width), ...besides(right, width, 2)];
};

const wrapped = new WeakMap<readonly string[], { width: number; rows: string[] }>();

/** The lines of a panel as rows of this width, safe to show; wrapped once per width. */
export const rowsOf = (lines: readonly string[], width: number): readonly string[] => {
  const known = wrapped.get(lines);
  if (known?.width === width) return known.rows;
  const rows = lines.flatMap((line) =>
    sanitize(line, { newlines: true })
      .split('\n')
      .flatMap((part) => rowsOfLine(part, width)),
  );
  wrapped.set(lines, { width, rows });
  return rows;
};

/** The first of `count` rows to show so that `chosen` is in sight, about the middle. */
export const windowOf = (count: number, chosen: number, most: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(most / 2), count - most));
