import { stemmer } from 'stemmer';

/** Stands where SQLite has the mark of an audience, which keeps short words longer. */
const mark = '12x';

/**
 * The stem of a word as `wordsOf` makes them, by Porter's rules for English as SQLite has them behind the mark of an audience
 * (`12xkey`); words of other scripts stay.
 */
export const stemOf = (word: string): string =>
  /^[a-z0-9]+$/.test(word) ? stemmer(mark + word).slice(mark.length) : word;
