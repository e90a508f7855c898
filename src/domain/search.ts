/** What is searched for: every phrase must occur, each a row of words as `wordsOf` makes them. */
export interface Query {
  readonly phrases: readonly (readonly string[])[];
}

/** What the messages of a view are asked for: all of these phrases, or any of them. */
export interface PhraseQuery extends Query {
  readonly how: 'all' | 'any';
}

/** Where to look from a place: towards the first message, or towards the newest. */
export type Way = 'up' | 'down';

/** A part of a text: its first character and the one behind it. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

interface Word {
  readonly word: string;
  readonly at: number;
  readonly length: number;
}

/** Scripts without spaces between words, and pictures: each sign is a word, so that parts of a run are found. */
const single =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Extended_Pictographic}';
/** What is longer counts as several words: to match one takes as much of a stack as it is long, and a text may have megabytes. */
const longest = 1000;
const plainWords = new RegExp(`[a-z0-9]{1,${longest}}`, 'g');
/** Accents and points that a person may leave out: of Latin, Greek and Cyrillic, of Hebrew, of Arabic. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const others = (): RegExp => /[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu;

interface Patterns {
  readonly words: RegExp;
  readonly oneSign: RegExp;
  readonly between: RegExp;
  readonly sign: RegExp;
}
let made: Patterns | undefined;
const patterns = (): Patterns => {
  made ??= {
    words: new RegExp(
      `[${single}]\\p{M}{0,${longest}}|(?:(?![${single}])[\\p{L}\\p{N}\\p{M}]){1,${longest}}`,
      'gu',
    ),
    oneSign: new RegExp(`^[${single}]\\p{M}*$`, 'u'),
    between: /[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/u,
    sign: new RegExp(`[${single}]`, 'u'),
  };
  return made;
};

/** Whether a text is ASCII alone. */
export const isPlain = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Whether a word is one sign of a script without spaces, or a picture. */
export const isSign = (word: string): boolean => !isPlain(word) && patterns().oneSign.test(word);

const foldedAnew = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(accents, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(others(), '');

/** Signs that are words of their own come again and again: so many are folded once. */
const foldedSigns = new Map<string, string>();
const mostSigns = 20_000;

function folded(word: string): string {
  if (isPlain(word)) return word.toLowerCase();
  if (word.length > 2) return foldedAnew(word);
  const known = foldedSigns.get(word);
  if (known !== undefined) return known;
  if (foldedSigns.size >= mostSigns) foldedSigns.clear();
  const found = foldedAnew(word);
  foldedSigns.set(word, found);
  return found;
}

const placed = (text: string): Word[] =>
  [...text.matchAll(patterns().words)].flatMap((match) => {
    const word = folded(match[0]);
    return word === '' ? [] : [{ word, at: match.index, length: match[0].length }];
  });

/** About so many letters are looked at at once: what is made of a text is several times its size. */
const ofPiece = 8000;
const nearby = 4000;

/** So many letters of a text are found by what they say: of a message of megabytes the rest would cost more than the chat. */
export const mostFound = 128 * 1024;

const isLowHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** Where a text may be cut from a place on, so that no word is cut: between words, else before a sign that is one. */
function cutFrom(text: string, at: number): number {
  const place = isLowHalf(text, at) ? at + 1 : at;
  const next = text.slice(place, place + mostFound);
  const between = next.search(patterns().between);
  if (between >= 0 && between < nearby) return place + between;
  const sign = next.search(patterns().sign);
  const ends = [between, sign].filter((end) => end >= 0);
  return place + Math.min(next.length, ...ends);
}

/** What of a text is found, in pieces that end where a word ends. */
export function piecesOf(text: string): string[] {
  if (text.length <= ofPiece) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < Math.min(text.length, mostFound); ) {
    const to = text.length - from <= ofPiece ? text.length : cutFrom(text, from + ofPiece);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** The words of a text in order, without case and accents. */
export const wordsOf = (text: string): string[] =>
  isPlain(text)
    ? (text.toLowerCase().match(plainWords) ?? [])
    : (text.match(patterns().words) ?? []).map(folded).filter((word) => word !== '');

/** Reads what a person searches for: words, and "phrases in quotes"; anything else in it means nothing. */
export const readQuery = (text: string): Query => {
  const parts = [...text.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)].map((match) => wordsOf(match[1] ?? match[0]));
  const known = new Map(parts.filter((part) => part.length > 0).map((part) => [part.join(' '), part]));
  return { phrases: [...known.values()] };
};

const isAt = (phrase: readonly string[], found: readonly string[], start: number): boolean =>
  phrase.every((word, index) => found[start + index] === word);

const countOf = (phrase: readonly string[], found: readonly string[]): number => {
  let count = 0;
  for (
    let start = found.indexOf(phrase[0] ?? '');
    start >= 0;
    start = found.indexOf(phrase[0] ?? '', start + 1)
  ) {
    if (isAt(phrase, found, start)) count += 1;
  }
  return count;
};

/** How often each phrase occurs in a text, and how many words it has. */
export interface Occurrences {
  readonly counts: readonly number[];
  readonly length: number;
}

/** Where the phrases of a query stand in a text, in the order in which they begin. */
export const placesOf = ({ phrases }: Query, text: string): Place[] => {
  const found = placed(text);
  const all = found.map(({ word }) => word);
  return found.flatMap(({ at }, start) => {
    const longest = Math.max(0, ...phrases.map((phrase) => (isAt(phrase, all, start) ? phrase.length : 0)));
    const last = longest === 0 ? undefined : found[start + longest - 1];
    return last === undefined ? [] : [{ from: at, to: last.at + last.length }];
  });
};

/** Looks for each phrase of a query in a text. */
export const occurrences = ({ phrases }: Query, text: string): Occurrences => {
  const found = wordsOf(text);
  return { counts: phrases.map((phrase) => countOf(phrase, found)), length: found.length };
};

/** Whether every phrase of a query occurs in a text. */
export const isMatch = ({ counts }: Pick<Occurrences, 'counts'>): boolean =>
  counts.every((count) => count > 0);

/** A common length of a message in words: the true mean would have to be read from every one of them. */
const usualLength = 60;
const saturation = 1.2;
const lengthWeight = 0.75;

/** How much each phrase says of a text, together 1: the more, the fewer of `total` texts have it (`having`). */
export const weightsOf = (total: number, having: readonly number[]): number[] => {
  const rarity = having.map((texts) => Math.log(1 + (total - texts + 0.5) / (texts + 0.5)));
  const sum = rarity.reduce((all, one) => all + one, 0);
  return rarity.map((one) => one / sum);
};

/** How well a text fits, from 0 to 1: BM25 with these weights, whatever else there is to be found. */
export const scoreOf = ({ counts, length }: Occurrences, weights: readonly number[]): number => {
  const slow = saturation * (1 - lengthWeight + (lengthWeight * length) / usualLength);
  return counts.reduce((sum, count, index) => sum + ((weights[index] ?? 0) * count) / (count + slow), 0);
};

/** The part of a text around the first phrase of a query that occurs in it, in one line of about `width` letters. */
export const excerpt = (text: string, { phrases }: Query, width: number): string => {
  const found = placed(text);
  const all = found.map(({ word }) => word);
  const hit = phrases
    .map((phrase) => all.findIndex((_, start) => isAt(phrase, all, start)))
    .find((start) => start >= 0);
  const middle = found[hit ?? 0]?.at ?? 0;
  const from = Math.max(0, Math.min(middle - Math.floor(width / 3), text.length - width));
  const start = from === 0 ? 0 : (found.find(({ at }) => at >= from)?.at ?? from);
  const part = text
    .slice(start, start + width)
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${part}${start + width < text.length ? '…' : ''}`;
};
