/** How far apart the letters of a query are in a text; null where not all of them are there in this order. */
const spread = (query: string, text: string): number | null => {
  let at = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  return gaps;
};

const inside = 3;
const far = 1000;
const isInWord = /[\p{L}\p{N}]/u;

/** Whether a word of the text begins so, or it is inside of one; null where it is nowhere. */
const placeIn = (query: string, text: string): 'begins' | 'inside' | null => {
  let at = text.indexOf(query);
  if (at < 0) return null;
  for (; at >= 0; at = text.indexOf(query, at + 1))
    if (at === 0 || !isInWord.test(text.charAt(at - 1))) return 'begins';
  return 'inside';
};

/**
 * The worse texts fit a query, the higher: the first is it or begins so, a word of one begins so, one holds it, or the first
 * has only its letters; null for not at all.
 */
const misfit = (query: string, [name = '', ...others]: readonly string[]): number | null => {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const places = [name, ...others].map((text) => placeIn(query, text));
  const begins = places.indexOf('begins');
  if (begins >= 0) return 2 + begins / 10;
  const within = places.indexOf('inside');
  if (within >= 0) return inside + within / 10;
  const gaps = spread(query, name);
  return gaps === null ? null : far + gaps;
};

/** How badly a query fits, or all of its words do, each at the beginning of one. */
const misfitOf = (query: string, texts: readonly string[]): number | null => {
  const whole = misfit(query, texts);
  if (whole !== null || !query.includes(' ')) return whole;
  let sum = 4;
  for (const word of query.split(' ').filter(Boolean)) {
    const found = misfit(word, texts);
    if (found === null || found >= inside) return null;
    sum += found;
  }
  return sum;
};

/**
 * Those that a query fits by one of their texts, the name first, in any case of letters: the best first, as they came where
 * they fit alike.
 */
export const fitting = <T>(query: string, all: readonly T[], textsOf: (one: T) => readonly string[]): T[] => {
  const low = query.toLowerCase();
  return all
    .flatMap((one) => {
      const found = misfitOf(
        low,
        textsOf(one).map((text) => text.toLowerCase()),
      );
      return found === null ? [] : [{ one, found }];
    })
    .sort((a, b) => a.found - b.found)
    .map(({ one }) => one);
};
