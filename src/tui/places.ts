import type { Size } from './terminal/ink-renderer.ts';

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

/** The least width at which a panel stands beside the transcript. */
export const wideFrom = 110;

/** Where the transcript will be while Ink is still loading. */
export const firstPlace = ({ columns, rows }: Size): Place => {
  const isTall = rows >= tallFrom;
  const width = Math.min(measure, columns);
  const left = Math.floor((columns - width) / 2);
  return { top: isTall ? 1 : 0, left, width, height: Math.max(0, rows - (isTall ? 5 : 3)) };
};
