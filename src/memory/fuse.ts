import { weights } from './weights.ts';

/** What a rank by words and one by meaning add to a score, from 0 to 1 together. */
export interface FusedParts {
  readonly words: number;
  readonly meaning: number;
}

const { words, meaning, rank } = weights.fusion;
const most = words + meaning;

/** What the so many-th of a list counts, from 0. */
const worth = (weight: number, at: number): number => (weight / most) * ((rank + 1) / (rank + 1 + at));

/** Fuses two lists of ids, each the best first, by reciprocal rank: what each that is in either of them counts. */
export function fused(byWords: readonly string[], byMeaning: readonly string[]): Map<string, FusedParts> {
  const found = new Map<string, FusedParts>();
  for (const [at, id] of byWords.entries()) found.set(id, { words: worth(words, at), meaning: 0 });
  for (const [at, id] of byMeaning.entries())
    found.set(id, { words: found.get(id)?.words ?? 0, meaning: worth(meaning, at) });
  return found;
}
