import { composed, type Frame, type Piece } from '../terminal/frame.ts';
import type { Size } from '../terminal/ink-renderer.ts';

/** The rows of a screen of this size below the transcript, and the cursor in them. */
export const belowOf = (
  { pieces, cursor }: { readonly pieces: readonly Piece[]; readonly cursor: Frame['cursor'] },
  { rows: height }: Size,
): Pick<Frame, 'rows' | 'cursor'> => {
  const top = pieces.reduce(
    (least, { top, rows }) => (rows.length > 0 ? Math.min(least, top) : least),
    height,
  );
  const rows = composed(height, pieces).slice(top);
  return { rows, cursor: cursor && { row: cursor.row - top, column: cursor.column } };
};
