import { cells, graphemes } from '../terminal/cells.ts';
import type { Draft } from './text.ts';

/** The composer's draft as rows of at most `width` cells, and the cursor among them. */
export interface DraftRows {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

const wrapDraft = ({ text, cursor }: Draft, width: number): DraftRows => {
  const rows = [''];
  let column = 0;
  let at = 0;
  let cursorAt = { row: 0, column: 0 };
  for (const grapheme of graphemes(text)) {
    const size = grapheme === '\n' ? 0 : cells(grapheme);
    if (column + size > width) {
      rows.push('');
      column = 0;
    }
    if (at === cursor) cursorAt = { row: rows.length - 1, column };
    if (grapheme === '\n') {
      rows.push('');
      column = 0;
    } else {
      rows[rows.length - 1] += grapheme;
      column += size;
    }
    at += grapheme.length;
  }
  if (at <= cursor) {
    if (column >= width) rows.push('');
    cursorAt = { row: rows.length - 1, column: column >= width ? 0 : column };
  }
  return { rows, cursor: cursorAt };
};

/** The draft wrapped; of more than `most` rows those around the cursor. */
export const layDraft = (draft: Draft, width: number, most: number): DraftRows => {
  const { rows, cursor } = wrapDraft(draft, Math.max(2, width));
  const first = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most));
  return {
    rows: rows.slice(first, first + most),
    cursor: { row: cursor.row - first, column: cursor.column },
  };
};
