import { closest, distance } from 'fastest-levenshtein';

/** The name that a word was probably meant to be; null where none is like it: more than a third of it would have to change. */
export function nearest(word: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const near = closest(word, [...names]);
  return distance(word, near) <= Math.max(1, Math.floor(word.length / 3)) ? near : null;
}
