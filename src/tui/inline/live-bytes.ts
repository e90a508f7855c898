import { cells } from '../terminal/cells.ts';
import type { Frame } from '../terminal/frame.ts';

const up = (rows: number): string => (rows > 0 ? `\x1b[${rows}A` : '');

/** How many rows the live ones above the cursor are on a terminal that is so wide now, and breaks what is wider. */
const rowsAbove = ({ rows, cursor }: Frame, columns: number): number =>
  rows
    .slice(0, cursor?.row ?? Math.max(0, rows.length - 1))
    .reduce((sum, row) => sum + Math.max(1, Math.ceil(cells(row) / columns)), 0);

/** The bytes that take the live rows off a terminal of this width, and leave the cursor where they began. */
export const erasing = (shown: Frame | null, columns = shown?.columns ?? 1): string =>
  shown === null ? '' : `\r${up(rowsAbove(shown, columns))}\x1b[J`;

const isSame = (before: Frame | null, after: Frame): boolean =>
  (after.above ?? []).length === 0 &&
  before?.columns === after.columns &&
  before.rows.length === after.rows.length &&
  before.rows.every((row, index) => row === after.rows[index]) &&
  before.cursor?.row === after.cursor?.row &&
  before.cursor?.column === after.cursor?.column;

/**
 * The bytes that put the rows above the live ones into the terminal's own scrollback, for good, and draw the live rows anew
 * below them; '' when nothing changed. null = there are none yet, and the cursor stands at the beginning of a line.
 */
export const liveBytes = (before: Frame | null, after: Frame): string => {
  if (isSame(before, after)) return '';
  const { rows, cursor, above = [] } = after;
  const printed = above.map((row) => `${row}\x1b[m\r\n`).join('');
  const drawn = rows.join('\x1b[m\r\n');
  const place =
    cursor === null
      ? ''
      : `\r${up(rows.length - 1 - cursor.row)}${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}\x1b[?25h`;
  return `\x1b[?2026h\x1b[?25l${erasing(before, after.columns)}${printed}${drawn}\x1b[m${place}\x1b[?2026l`;
};
