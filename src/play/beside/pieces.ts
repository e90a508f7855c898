import { soughtWords } from '../../memory/question.ts';
import { stemOf } from '../../memory/stem.ts';
import { isEmptyWord } from '../../memory/words.ts';
import { estimateTokens } from '../../prompt/tokens.ts';

/** A text is read in so many parts at most. */
const mostPieces = 16;
/** A row of one part has so many characters at least, whatever room there is. */
const leastLetters = 40;

const tokensOf = (rows: readonly string[]): number => rows.reduce((sum, row) => sum + estimateTokens(row), 0);

/** How many tokens rows need; rather too many. */
export const tokensIn = tokensOf;

/** A row in parts that have room, cut between words where there are any. */
function split(row: string, room: number): string[] {
  const tokens = estimateTokens(row);
  if (tokens <= room) return [row];
  const size = Math.max(leastLetters, Math.floor((row.length * room) / tokens / 2));
  const parts: string[] = [];
  for (let at = 0; at < row.length; ) {
    const part = row.slice(at, at + size);
    const isLast = at + size >= row.length;
    const kept = isLast ? part : part.replace(/(?<=\s)\S{1,40}$|[\ud800-\udbff]$/, '') || part;
    parts.push(kept);
    at += kept.length;
  }
  return parts;
}

/** Rows in parts of so many tokens at most. */
function packed(rows: readonly string[], room: number): string[][] {
  const pieces: string[][] = [];
  let left = 0;
  for (const row of rows.flatMap((one) => split(one, room))) {
    const tokens = estimateTokens(row);
    if (tokens > left) {
      pieces.push([]);
      left = room;
    }
    left -= tokens;
    pieces.at(-1)?.push(row);
  }
  return pieces;
}

const stemsOf = (text: string): Set<string> =>
  new Set(
    soughtWords(text)
      .filter((word) => !isEmptyWord(word))
      .map(stemOf),
  );

/** How many of what is asked for a part speaks of. */
function speaksOf(piece: readonly string[], asked: ReadonlySet<string>): number {
  const said = stemsOf(piece.join('\n'));
  return [...asked].filter((stem) => said.has(stem)).length;
}

/** The parts of a text that are read, in order, and how many are not. */
export interface Parts {
  readonly parts: readonly (readonly string[])[];
  readonly leftOut: number;
}

/** All rows in parts of so many tokens; of what is too much the parts that speak most of what is asked, the newest of these. */
export function inPieces(rows: readonly string[], room: number, asked: string): Parts {
  const all = packed(rows, room);
  if (all.length <= mostPieces) return { parts: all, leftOut: 0 };
  const stems = stemsOf(asked);
  const ranked = all
    .map((piece, at) => ({ at, said: speaksOf(piece, stems) }))
    .sort((a, b) => b.said - a.said || b.at - a.at);
  const read = new Set(ranked.slice(0, mostPieces).map(({ at }) => at));
  return { parts: all.filter((_, at) => read.has(at)), leftOut: all.length - read.size };
}

/** As many rows around one of them as have room, as many before it as behind where there are so many. */
export function around(rows: readonly string[], room: number, centre: number): string[] {
  const [first = ''] = split(rows[centre] ?? '', room);
  let left = room - estimateTokens(first);
  let [from, to] = [centre, centre];
  const fits = (at: number): boolean => {
    const row = rows[at];
    const tokens = row === undefined ? Number.POSITIVE_INFINITY : estimateTokens(row);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
  for (let [isBefore, isBehind] = [true, true]; isBefore || isBehind; ) {
    isBefore &&= fits(from - 1);
    if (isBefore) from -= 1;
    isBehind &&= fits(to + 1);
    if (isBehind) to += 1;
  }
  return [...rows.slice(from, centre), first, ...rows.slice(centre + 1, to + 1)];
}
