import { shorten } from './cells.ts';
import type { Frame } from './frame.ts';
import type { Size } from './ink-renderer.ts';

/** A rectangle of the screen, in cells from its top left corner. */
export interface Place {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Cells that a line of prose takes at most, its rail included. */
export const measure = 92;

/** The least height at which a title and the keys have rows of their own. */
export const tallFrom = 16;

/** The least size at which the title has two rows. */
const headedFrom: Size = { columns: 100, rows: 30 };

/** How many rows the title takes. */
export const titleRows = ({ columns, rows }: Size): number => {
  if (rows < tallFrom) return 0;
  return columns >= headedFrom.columns && rows >= headedFrom.rows ? 2 : 1;
};

/** The least width at which what opens over the page is a box with the page around it. */
export const boxedFrom = 80;

/** The least width at which the pane stands beside the page. */
export const paneFrom = 130;
const widestPane = 46;

/** Columns of the pane on a screen of this width: none of those that the page wants. */
export const paneWidth = (columns: number): number => Math.min(widestPane, columns - measure);

/** Where the transcript will be while Ink is still loading. */
export const firstPlace = ({ columns, rows }: Size): Place => {
  const isTall = rows >= tallFrom;
  const width = Math.min(measure, columns);
  const left = Math.floor((columns - width) / 2);
  const top = titleRows({ columns, rows });
  return { top, left, width, height: Math.max(0, rows - top - (isTall ? 4 : 3)) };
};

const least: Size = { columns: 40, rows: 10 };

/** The size that the screen is laid out for: that of the terminal, or the least that it can be laid out for. */
export const laidSize = ({ columns, rows }: Size): Size => ({
  columns: Math.max(columns, least.columns),
  rows: Math.max(rows, least.rows),
});

/** One line that says how large the terminal must be; null where it is large enough. */
export const tooSmall = ({ columns, rows }: Size): Frame | null => {
  if (columns >= least.columns && rows >= least.rows) return null;
  const text = `sotto needs ${least.columns}×${least.rows}, not ${columns}×${rows}`;
  const all = Array.from({ length: rows }, (_, row) => (row === 0 ? shorten(text, columns) : ''));
  return { columns, rows: all, region: { top: 0, height: rows }, cursor: null };
};
