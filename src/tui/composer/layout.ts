import { styled, type Theme } from '../themes/theme.ts';
import { isMark } from './pastes.ts';
import { cellsBetween, type DraftCell, RowStarts } from './row-starts.ts';
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

/** What of the composer is laid out. */
export type ComposerText = Pick<ComposerState, 'text' | 'cursor' | 'anchor' | 'pastes'>;

const styleOf = (look: DraftSpan['look'], { dim, selected }: Theme): string =>
  ({ plain: '', paste: dim, selected })[look];

/** A row in the look of its pieces. */
export const spansShown = (row: readonly DraftSpan[], theme: Theme): string =>
  row.map(({ text, look }) => styled(styleOf(look, theme), text)).join('');

const widthOf = (row: readonly DraftCell[]): number => row.reduce((sum, { width }) => sum + width, 0);

/** A row without the spaces that hang behind its end. */
const withinRoom = (row: readonly DraftCell[], room: number): DraftCell[] => {
  let used = 0;
  return row.filter(({ text, width }) => {
    const isHanging = text === ' ' && used >= room;
    if (!isHanging) used += width;
    return !isHanging;
  });
};

const spansOf = (row: readonly DraftCell[], draft: ComposerText): DraftSpan[] => {
  const [from, to] = selectionOf(draft);
  const lookOf = ({ unit, at }: DraftCell): DraftSpan['look'] =>
    at >= from && at < to ? 'selected' : isMark(unit) ? 'paste' : 'plain';
  const spans: DraftSpan[] = [];
  for (const cell of row) {
    const look = lookOf(cell);
    const last = spans.at(-1);
    if (last?.look === look) spans[spans.length - 1] = { look, text: last.text + cell.text };
    else spans.push({ look, text: cell.text });
  }
  return spans;
};

/**
 * The draft wrapped between words, with a cell to spare at the right for the cursor; of more than `most` rows those around
 * the cursor. `known`: where its rows began when it was laid out before.
 */
export const layDraft = (
  draft: ComposerText,
  width: number,
  most: number,
  known = new RowStarts(),
): DraftRows => {
  const room = Math.max(2, width - 1);
  const starts = known.of(draft, room, most);
  const count = starts.length - 1;
  const row = starts.findLastIndex((start, at) => start <= draft.cursor && at < count);
  const first = Math.max(0, Math.min(row - Math.floor(most / 2), count - most));
  const rows = starts.slice(first, first + Math.min(most, count)).map((from, at) => {
    const next = starts[first + at + 1] ?? from;
    const to = draft.text[next - 1] === '\n' || next > draft.text.length ? next - 1 : next;
    return withinRoom(cellsBetween(draft, [from, to], room), room);
  });
  const left = rows[row - first]?.filter(({ at }) => at < draft.cursor) ?? [];
  return {
    rows: rows.map((one) => spansOf(one, draft)),
    cursor: { row: row - first, column: Math.min(widthOf(left), width - 1) },
  };
};
