import { sanitize } from '../../domain/sanitize.ts';
import { cells } from '../terminal/cells.ts';
import { wrapLine } from '../transcript/wrap.ts';

/** Columns and rows that a panel's text has. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** What stands before the text of a line: its indent, or the first of two columns and the gap behind it. */
const columns = /^(?:\s*\S(?:(?!\s{2})[^.!。])*\s{2,}|\s+)(?=\S)/;
const indent = '    ';

/** A line as rows; what its second column has no room for stands below it, under that column or, where it is narrow, indented. */
const wrapText = (line: string, width: number): string[] => {
  const [first = ''] = cells(line) > width ? (columns.exec(line) ?? []) : [];
  const plain = (text: string, room: number) => wrapLine([{ text, style: '' }], room);
  if (first === '') return plain(line, width);
  const isNarrow = cells(first) > width / 2;
  const left = isNarrow ? indent : ' '.repeat(cells(first));
  const rows = plain(line.slice(first.length), width - left.length).map((row) => left + row);
  return isNarrow
    ? [...plain(first.trimEnd(), width), ...rows]
    : [first + rows[0]?.trimStart(), ...rows.slice(1)];
};

const wrapped = new WeakMap<readonly string[], { width: number; rows: string[] }>();

/** The lines of a panel as rows of this width, safe to show; wrapped once per width. */
export const rowsOf = (lines: readonly string[], width: number): readonly string[] => {
  const known = wrapped.get(lines);
  if (known?.width === width) return known.rows;
  const rows = lines.flatMap((line) =>
    sanitize(line, { newlines: true })
      .split('\n')
      .flatMap((part) => wrapText(part, width)),
  );
  wrapped.set(lines, { width, rows });
  return rows;
};

/** The first of `count` rows to show so that `chosen` is in sight, about the middle. */
export const windowOf = (count: number, chosen: number, most: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(most / 2), count - most));
