import type { CharacterId } from '../domain/message.ts';
import { isPlain } from '../domain/search.ts';
import { type Question, soughtWords, type Term } from './question.ts';
import { stemOf } from './stem.ts';
import { weights } from './weights.ts';

/** A line as it is scored. */
export interface Line {
  readonly speaker: CharacterId | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The same in milliseconds. */
  readonly time: number;
  /** How often it says the stems that are asked for, and how many words it has. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly isAsking: boolean;
  /** 0 routine to 3 pivotal. */
  readonly significance: number;
}

/** What a score is made of: `(text + near) * speaker * time * asking * significance`. */
export interface ScoreParts {
  /** What the line itself says of what is asked; 1 = all of it, many times over. */
  readonly text: number;
  /** What its neighbours lend it. */
  readonly near: number;
  readonly speaker: number;
  readonly time: number;
  readonly asking: number;
  readonly significance: number;
}

/** A number for the first letter of a word and the second. */
const startOf = (word: string): number =>
  word.charCodeAt(0) * 0x10000 + (word.length > 1 ? word.charCodeAt(1) : 0);

/** How the stems of some terms begin, by which most words of a line need no stem. */
export const startsOf = (terms: readonly Term[]): ReadonlySet<number> =>
  new Set(terms.flatMap(({ stems }) => stems.map(startOf)));

const isOfWord = (code: number): boolean => (code > 96 && code < 123) || (code > 47 && code < 58);

/** The words of a text that begin so, and how many it has: of ASCII without making a word of each, for most are not asked for. */
function wordsFrom(text: string, starts: ReadonlySet<number>): { words: string[]; length: number } {
  const begins = (start: number) => starts.has(start) || starts.has(start & ~0xffff);
  if (!isPlain(text)) {
    const all = soughtWords(text);
    return { words: all.filter((word) => begins(startOf(word))), length: all.length };
  }
  const words: string[] = [];
  const lower = text.toLowerCase();
  let length = 0;
  for (let at = 0; at < lower.length; at += 1) {
    const from = at;
    while (isOfWord(lower.charCodeAt(at))) at += 1;
    if (at === from) continue;
    length += 1;
    const second = at > from + 1 ? lower.charCodeAt(from + 1) : 0;
    if (begins(lower.charCodeAt(from) * 0x10000 + second)) words.push(lower.slice(from, at));
  }
  return { words, length };
}

/** Makes a line of what somebody perceived, as far as it says what begins so. */
export function lineOf(
  said: Pick<Line, 'speaker' | 'at'> & { readonly text: string },
  starts: ReadonlySet<number>,
  significance = 0,
): Line {
  const { words, length } = wordsFrom(said.text, starts);
  const counts = new Map<string, number>();
  for (const word of words) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const isAsking = /[?？]\s*["”’»*]*\s*$/.test(said.text);
  const { speaker, at } = said;
  return { speaker, at, time: Date.parse(at), counts, length, isAsking, significance };
}

/** How much a term says that so many of the owner's texts have, where so many have any of the terms. */
export const rarityOf = (having: number, any: number): number =>
  Math.log(1 + (weights.among * any - having + 0.5) / (having + 0.5)) ** weights.rarity;

/** Whether a line says a term. */
export const says = ({ counts }: Pick<Line, 'counts'>, { stems }: Term): boolean =>
  stems.some((stem) => counts.has(stem));

/** Scores the lines of a question: each term with its rarity, texts of so many words on average. */
export interface Scoring {
  readonly question: Question;
  /** By the terms of the question, in their order. */
  readonly rarities: readonly number[];
  readonly usualLength: number;
}

/** What a line alone says of what is asked for: BM25. */
export function textScore(line: Line, { question, rarities, usualLength }: Scoring): number {
  const slow =
    weights.saturation * (1 - weights.length + (weights.length * line.length) / Math.max(1, usualLength));
  let [score, best] = [0, 0];
  for (const [at, { stems }] of question.terms.entries()) {
    const rarity = rarities[at] ?? 0;
    const count = stems.reduce((sum, stem) => sum + (line.counts.get(stem) ?? 0), 0);
    best += rarity;
    score += (rarity * count) / (count + slow);
  }
  return best === 0 ? 0 : score / best;
}

/** A line with what it alone says of what is asked for. */
export interface Scored {
  readonly line: Line;
  readonly text: number;
}

const hours = 3_600_000;
const isTogether = (a: Line, b: Line): boolean => Math.abs(a.time - b.time) <= weights.sitting * hours;

/** What the lines before one and after it, the nearest first, lend it. */
export function nearScore(line: Line, before: readonly Scored[], after: readonly Scored[]): number {
  const lent = (shares: readonly number[], lines: readonly Scored[]) =>
    shares.reduce((sum, share, at) => {
      const other = lines[at];
      return other && isTogether(line, other.line) ? sum + share * other.text : sum;
    }, 0);
  const [last] = before;
  const asked = last?.line.isAsking && isTogether(line, last.line) ? weights.asked * last.text : 0;
  return lent(weights.before, before) + lent(weights.after, after) + asked;
}

function timeFactor({ at }: Line, { months, days }: Question): number {
  if (!months.includes(Number(at.slice(5, 7)))) return 1;
  return days.includes(Number(at.slice(8, 10))) ? weights.sameTime ** 2 : weights.sameTime;
}

/** All that a score is made of. */
export const partsOf = (line: Line, question: Question, text: number, near: number): ScoreParts => {
  const isSpeaker =
    question.speakers.length === 1 && line.speaker !== null && question.speakers.includes(line.speaker);
  return {
    text,
    near,
    speaker: isSpeaker ? weights.speaker : 1,
    time: timeFactor(line, question),
    asking: line.isAsking ? weights.asking : 1,
    significance: 1 + weights.significance * line.significance,
  };
};

/** The score that these parts make. */
export const totalOf = ({ text, near, speaker, time, asking, significance }: ScoreParts): number =>
  (text + near) * speaker * time * asking * significance;
