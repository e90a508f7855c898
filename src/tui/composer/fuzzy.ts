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

const far = 1000;

/** The worse a text fits a query, the higher: it begins so, a word of it does, it holds it, or only its letters; null for not at all. */
const misfit = (query: string, text: string): number | null => {
  if (text.startsWith(query)) return text.length === query.length ? 0 : 1;
  const at = text.indexOf(query);
  if (at > 0) return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 3 : 2;
  const gaps = spread(query, text);
  return gaps === null ? null : far + gaps;
};

/** Those whose text a query fits, in any case of letters: the best first, as they came where they fit alike. */
export const fitting = <T>(query: string, all: readonly T[], textOf: (one: T) => string): T[] => {
  const low = query.toLowerCase();
  return all
    .flatMap((one) => {
      const found = misfit(low, textOf(one).toLowerCase());
      return found === null ? [] : [{ one, found }];
    })
    .sort((a, b) => a.found - b.found)
    .map(({ one }) => one);
};
