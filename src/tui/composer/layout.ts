import { cells, shorten } from '../terminal/cells.ts';
import { type Cell, wrapCells } from '../transcript/wrap.ts';
import { isMark, shownAs, unitsOf } from './pastes.ts';
import { type ComposerState, selectionOf } from './state.ts';

/** A piece of a row in one look. */
export interface DraftSpan {
  readonly text: string;
  readonly look: 'plain' | 'paste' | 'selected';
}

/** The draft as rows of fewer than `width` cells, and the cell of the cursor among them. */
export interface DraftRows {
  readonly rows: readonly (readonly DraftSpan[])[];
  readonly cursor: { readonly row: number; readonly column: number };
}

interface DraftCell extends Cell {
  readonly look: DraftSpan['look'];
  /** Where its unit begins in the draft. */
  readonly at: number;
}

/** What of the composer is laid out. */
export type Laid = Pick<ComposerState, 'text' | 'cursor' | 'anchor' | 'pastes'>;

const lookOf = (unit: string, isSelected: boolean): DraftSpan['look'] =>
  isSelected ? 'selected' : isMark(unit) ? 'paste' : 'plain';

/** One line of the draft, which begins at `start`, as cells; none is wider than `room`. */
const cellsOf = (line: string, start: number, draft: Laid, room: number): DraftCell[] => {
  const [from, to] = selectionOf(draft);
  let at = start;
  return unitsOf(line).map((unit) => {
    const text = shorten(shownAs(unit, draft.pastes), room);
    const cell = { text, width: cells(text), look: lookOf(unit, at >= from && at < to), at };
    at += unit.length;
    return cell;
  });
};

const widthOf = (row: readonly DraftCell[]): number => row.reduce((sum, { width }) => sum + width, 0);

const spansOf = (row: readonly DraftCell[]): DraftSpan[] => {
  const spans: DraftSpan[] = [];
  for (const { text, look, width } of row) {
    if (width === 0 && text === ' ') continue;
    const last = spans.at(-1);
    if (last?.look === look) spans[spans.length - 1] = { look, text: last.text + text };
    else spans.push({ look, text });
  }
  return spans;
};

/** The rows of cells, and which of them begins where in the draft. */
const wrapDraft = (draft: Laid, room: number): { row: DraftCell[]; from: number }[] => {
  let start = 0;
  return draft.text.split('\n').flatMap((line) => {
    const rows = wrapCells(cellsOf(line, start, draft, room), room);
    const laid = rows.map((row) => ({ row, from: row[0]?.at ?? start }));
    start += line.length + 1;
    return laid;
  });
};

/**
 * The draft wrapped between words, with a cell to spare at the right for the cursor; of more than `most` rows those around
 * the cursor.
 */
export const layDraft = (draft: Laid, width: number, most: number): DraftRows => {
  const wrapped = wrapDraft(draft, Math.max(2, width - 1));
  const row = wrapped.findLastIndex(({ from }) => from <= draft.cursor);
  const left = wrapped[row]?.row.filter(({ at }) => at < draft.cursor) ?? [];
  const first = Math.max(0, Math.min(row - Math.floor(most / 2), wrapped.length - most));
  return {
    rows: wrapped.slice(first, first + most).map(({ row }) => spansOf(row)),
    cursor: { row: row - first, column: Math.min(widthOf(left), width - 1) },
  };
};
