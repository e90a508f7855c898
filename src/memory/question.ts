import type { CharacterId } from '../domain/message.ts';
import { isPlain, isSign, wordsOf } from '../domain/search.ts';
import { stemOf } from './stem.ts';
import { formsOf, isEmptyWord, monthOf } from './words.ts';

/** Somebody of the cast, as whoever asks knows them. */
export interface CastName {
  readonly id: CharacterId;
  readonly name: string;
}

/** Something that is asked for: a word in any of its forms, and their stems. */
export interface Term {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/** A question as it is searched for. */
export interface Question {
  readonly terms: readonly Term[];
  /** Whom it names. */
  readonly speakers: readonly CharacterId[];
  /** Months, from 1, and with one of them days, as numbers. */
  readonly months: readonly number[];
  readonly days: readonly number[];
}

/** So many words of a question are searched for, the first of them. */
const mostTerms = 24;

/** The words of a text as they are looked up: of scripts without spaces each sign, and each two side by side. */
export function soughtWords(text: string): string[] {
  const words = wordsOf(text);
  if (isPlain(text)) return words;
  const signs = words.map(isSign);
  const pairs: string[] = [];
  for (let at = 1; at < words.length; at += 1)
    if (signs[at - 1] && signs[at]) pairs.push(`${words[at - 1]}${words[at]}`);
  return pairs.length > 0 ? [...words, ...pairs] : words;
}

/** Two signs say more than each alone, which then is left out. */
const withoutParts = (words: readonly string[]): string[] => {
  const parts = new Set(words.filter((word) => !isSign(word)).flatMap((word) => [...word]));
  return words.filter((word) => !isSign(word) || !parts.has(word));
};

const termOf = (word: string): Term => {
  const words = formsOf(word);
  return { words, stems: [...new Set(words.map(stemOf))] };
};

const isNamed = (said: ReadonlySet<string>, { name }: CastName): boolean => {
  const [first, ...rest] = wordsOf(name);
  return (
    first !== undefined && (said.has(first) || (rest.length > 0 && rest.every((word) => said.has(word))))
  );
};

/** Reads a question: what it says beside the names of `cast`, which tell who said it. A question of names alone is about them. */
export function readQuestion(text: string, cast: readonly CastName[]): Question {
  const words = [...new Set(soughtWords(text))];
  const said = new Set(words);
  const names = new Set(cast.flatMap(({ name }) => soughtWords(name)));
  const full = withoutParts(words).filter((word) => !isEmptyWord(word));
  const about = full.filter((word) => !names.has(word));
  const terms = new Map((about.length > 0 ? about : full).map((word) => [stemOf(word), termOf(word)]));
  const months = words.map(monthOf).filter((month) => month > 0);
  const days = months.length > 0 ? words.filter((word) => /^[0-3]?\d$/.test(word)).map(Number) : [];
  return {
    terms: [...terms.values()].slice(0, mostTerms),
    speakers: cast.filter((one) => isNamed(said, one)).map(({ id }) => id),
    months,
    days,
  };
}

/** Asks for every word of a text, whatever it says: names and empty words too, and of scripts without spaces each sign. */
export function readEveryWord(text: string): Question {
  const terms = new Map(soughtWords(text).map((word) => [stemOf(word), termOf(word)]));
  return { terms: [...terms.values()].slice(0, mostTerms), speakers: [], months: [], days: [] };
}
