import { type Place, placesOf, type Query } from '../../domain/search.ts';

/** Where a part of what is sought stands in a row: characters of its text, without styling. */
interface InRow {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

const styling = /\x1b\[[\d;]*m|\x1b\]8;;[^\x1b]*\x1b\\/g;

/** A row as it reads, without styling. */
export const plainRow = (row: string): string => row.replace(styling, '');

const partsIn = (starts: readonly number[], lengths: readonly number[], { from, to }: Place): InRow[] =>
  starts.flatMap((start, row) => {
    const begin = Math.max(from, start);
    const end = Math.min(to, start + (lengths[row] ?? 0));
    return begin < end ? [{ row, from: begin - start, to: end - start }] : [];
  });

/** Where what is sought stands in rows of a text that was wrapped, words that go on in the next row left out. */
export const hitsIn = (rows: readonly string[], query: Query): InRow[][] => {
  const texts = rows.map(plainRow);
  const starts: number[] = [];
  let at = 0;
  for (const text of texts) {
    starts.push(at);
    at += text.length + 1;
  }
  const lengths = texts.map((text) => text.length);
  return placesOf(query, texts.join('\n')).map((place) => partsIn(starts, lengths, place));
};

/** A row with these parts of its text in another style; its own goes on behind them. */
export const highlighted = (row: string, parts: readonly InRow[], style: string): string => {
  const on = `\x1b[${style}m`;
  let at = 0;
  let output = '';
  let own = '';
  let isOn = false;
  for (const [piece] of row.matchAll(/\x1b\[[\d;]*m|\x1b\]8;;[^\x1b]*\x1b\\|[^\x1b]/gs)) {
    if (piece.startsWith('\x1b')) {
      if (piece.startsWith('\x1b[')) own = piece === '\x1b[0m' ? '' : piece;
      output += piece + (isOn ? on : '');
      continue;
    }
    const isHit = parts.some(({ from, to }) => at >= from && at < to);
    if (isHit !== isOn) output += isHit ? on : `\x1b[0m${own}`;
    isOn = isHit;
    output += piece;
    at += piece.length;
  }
  return isOn ? `${output}\x1b[0m` : output;
};

/** Rows with all that is sought in another style. */
export const withHits = (rows: readonly string[], query: Query, style: string): string[] => {
  const parts = hitsIn(rows, query).flat();
  if (parts.length === 0) return [...rows];
  return rows.map((text, row) => {
    const own = parts.filter((part) => part.row === row);
    return own.length === 0 ? text : highlighted(text, own, style);
  });
};
