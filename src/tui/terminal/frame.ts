/** A whole screen: rows top to bottom, styled with SGR only, none wider than `columns`. */
export interface Frame {
  readonly columns: number;
  readonly rows: readonly string[];
  /** The rows that scroll together (the transcript). */
  readonly region: { readonly top: number; readonly height: number };
  /** Rows that go above all others into the terminal's scrollback, where it is not taken whole. */
  readonly above?: readonly string[];
  /** Where the hardware cursor stands, from 0; null hides it. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

/** Rows that stand somewhere on the screen; `left` of 0 is its first column. */
export interface Piece {
  readonly top: number;
  readonly left: number;
  readonly rows: readonly string[];
}

/** The rows of a screen of which these are the parts, given from left to right; the last ones may stand over the others. */
export const composed = (height: number, pieces: readonly Piece[]): string[] => {
  const rows = Array<string>(height).fill('');
  for (const { top, left, rows: own } of pieces) {
    for (const [index, text] of own.entries()) {
      if (text === '') continue;
      const row = top + index;
      const before = rows[row];
      if (before === undefined) break;
      if (before === '') rows[row] = left === 0 ? text : ' '.repeat(left) + text;
      else rows[row] = `${before}\x1b[m\x1b[${left + 1}G${text}`;
    }
  }
  return rows;
};

/** Bytes that put the cursor into a cell, counted from 0. */
export const at = (row: number, column = 0): string => `\x1b[${row + 1};${column + 1}H`;

/** The rows that differ. */
export const changedRows = (before: readonly string[], after: readonly string[]): number[] =>
  after.flatMap((row, index) => (row === before[index] ? [] : [index]));

const shifted = (rows: readonly string[], region: Frame['region'], by: number): string[] =>
  rows.map((row, index) => {
    const inside = index >= region.top && index < region.top + region.height;
    if (!inside) return row;
    const from = index + by;
    return from >= region.top && from < region.top + region.height ? (rows[from] ?? '') : '';
  });

interface Scroll {
  readonly by: number;
  readonly rows: readonly string[];
}

const bestScroll = (before: readonly string[], after: Frame): Scroll => {
  const { region } = after;
  let best: Scroll = { by: 0, rows: before };
  let fewest = changedRows(before, after.rows).length - 1;
  for (let distance = 1; distance < region.height && fewest > 1; distance += 1) {
    for (const by of [distance, -distance]) {
      const rows = shifted(before, region, by);
      const changed = changedRows(rows, after.rows).length;
      if (changed < fewest) {
        best = { by, rows };
        fewest = changed;
      }
    }
  }
  return best;
};

const scrollBytes = (by: number, region: Frame['region']): string => {
  if (by === 0) return '';
  const move = by > 0 ? `\x1b[${by}S` : `\x1b[${-by}T`;
  return `\x1b[${region.top + 1};${region.top + region.height}r${move}\x1b[r`;
};

/** Bytes that write a whole row, whatever stood there. */
export const rowBytes = (row: string, index: number): string =>
  `${at(index)}\x1b[K${row}${row.includes('\x1b') ? '\x1b[m' : ''}`;

/** Bytes that let the cursor stand where it is to, seen. */
export const cursorBytes = ({ cursor }: Frame): string =>
  cursor === null ? '' : `${at(cursor.row, cursor.column)}\x1b[?25h`;

/** Whether two cursors stand in one place. */
export const sameCursor = (a: Frame['cursor'], b: Frame['cursor']): boolean =>
  a === b || (a?.row === b?.row && a?.column === b?.column);

/** Bytes that are drawn at once. */
export const framed = (bytes: string): string => `\x1b[?2026h\x1b[?25l${bytes}\x1b[?2026l`;

/** The bytes that turn the screen from `before` into `after`; '' when they are equal. null = unknown screen. */
export const frameBytes = (before: Frame | null, after: Frame): string => {
  const fresh = before?.columns !== after.columns || before.rows.length !== after.rows.length;
  if (fresh)
    return framed(`\x1b[m\x1b[r\x1b[H\x1b[2J${after.rows.map(rowBytes).join('')}${cursorBytes(after)}`);
  const scroll = bestScroll(before.rows, after);
  const changed = changedRows(scroll.rows, after.rows);
  if (changed.length === 0 && scroll.by === 0 && sameCursor(before.cursor, after.cursor)) return '';
  const rows = changed.map((index) => rowBytes(after.rows[index] ?? '', index)).join('');
  return framed(`${scrollBytes(scroll.by, after.region)}${rows}${cursorBytes(after)}`);
};
