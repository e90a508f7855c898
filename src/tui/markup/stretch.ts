import { cellsOfGrapheme, graphemes } from '../terminal/cells.ts';
import { highlighted, plainRow } from './hits.ts';

/** A cell of the rows that are shown. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

/** Two cells and all between them, whichever comes first. */
export type Stretch = readonly [Spot, Spot];

const inOrder = ([one, other]: Stretch): Stretch =>
  one.row < other.row || (one.row === other.row && one.column <= other.column) ? [one, other] : [other, one];

/** Where in a text these cells are, the last one with it. */
const within = (text: string, from: number, to: number): { from: number; to: number } => {
  let at = 0;
  let column = 0;
  let [begin, end] = [text.length, text.length];
  for (const grapheme of graphemes(text)) {
    if (column >= from) begin = Math.min(begin, at);
    if (column > to) {
      end = at;
      break;
    }
    column += cellsOfGrapheme(grapheme);
    at += grapheme.length;
  }
  return { from: begin, to: Math.max(begin, end) };
};

/** What of each row lies between two cells, what stands left of `edge` left out. */
function* partsOf(rows: readonly string[], stretch: Stretch, edge: number) {
  const [first, last] = inOrder(stretch);
  for (let row = Math.max(0, first.row); row <= last.row && row < rows.length; row += 1) {
    const text = plainRow(rows[row] ?? '');
    const from = Math.max(edge, row === first.row ? first.column : 0);
    const to = row === last.row ? last.column : Number.POSITIVE_INFINITY;
    yield { row, text, ...within(text, from, to) };
  }
}

/** Rows with what lies between two cells in another style. */
export function withStretch(
  rows: readonly string[],
  stretch: Stretch,
  edge: number,
  style: string,
): string[] {
  const shown = [...rows];
  for (const { row, from, to } of partsOf(rows, stretch, edge))
    shown[row] = highlighted(shown[row] ?? '', [{ row, from, to }], style);
  return shown;
}

/** The text between two cells, a line for each row. */
export const textBetween = (rows: readonly string[], stretch: Stretch, edge: number): string =>
  [...partsOf(rows, stretch, edge)].map(({ text, from, to }) => text.slice(from, to).trimEnd()).join('\n');
