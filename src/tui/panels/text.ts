import { sanitize } from '../../domain/sanitize.ts';
import { wrapLine } from '../transcript/wrap.ts';

/** Columns and rows that a panel's text has. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const wrapped = new WeakMap<readonly string[], { width: number; rows: string[] }>();

/** The lines of a panel as rows of this width, safe to show; wrapped once per width. */
export const rowsOf = (lines: readonly string[], width: number): readonly string[] => {
  const known = wrapped.get(lines);
  if (known?.width === width) return known.rows;
  const rows = lines.flatMap((line) =>
    sanitize(line, { newlines: true })
      .split('\n')
      .flatMap((part) => wrapLine([{ text: part, style: '' }], width)),
  );
  wrapped.set(lines, { width, rows });
  return rows;
};

/** The first of `count` rows to show so that `chosen` is in sight, about the middle. */
export const windowOf = (count: number, chosen: number, most: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(most / 2), count - most));
