import type { Line } from './line.ts';
import type { Question } from './question.ts';
import { weights } from './weights.ts';

/** What a score is made of: `(text + near) * speaker * time * asking * significance * recency`. */
export interface ScoreParts {
  /** What the line itself says of what is asked; 1 = all of it, many times over. */
  readonly text: number;
  /** What its neighbours lend it. */
  readonly near: number;
  /** What of that the lines before it lend: what it may answer. */
  readonly answers: number;
  readonly speaker: number;
  readonly time: number;
  readonly asking: number;
  readonly significance: number;
  readonly recency: number;
}

/** How recent lines are among each other, by their order alone: 0 the oldest, 1 the newest. */
export function recencies(lines: readonly Line[]): (line: Line) => number {
  const times = lines.map(({ time }) => time).sort((a, b) => a - b);
  const last = Math.max(1, times.length - 1);
  return ({ time }) =>
    Math.max(
      0,
      times.findLastIndex((one) => one <= time),
    ) / last;
}

/** How much a term says that so many of the owner's texts have, where so many have any of the terms. */
export const rarityOf = (having: number, any: number): number =>
  Math.log(1 + (weights.among * any - having + 0.5) / (having + 0.5)) ** weights.rarity;

/** Scores the lines of a question: each term with its rarity, texts that are so long on average. */
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

const lent = (line: Line, shares: readonly number[], lines: readonly Scored[]): number =>
  shares.reduce((sum, share, at) => {
    const other = lines[at];
    return other && isTogether(line, other.line) ? sum + share * other.text : sum;
  }, 0);

/** What the lines before one lend it, the nearest first: a question more than another line, for this may answer it. */
export function lentBefore(line: Line, before: readonly Scored[]): number {
  const [last] = before;
  const asked = last?.line.isAsking && isTogether(line, last.line) ? weights.asked * last.text : 0;
  return lent(line, weights.before, before) + asked;
}

/** What the lines before one and after it, the nearest first, lend it. */
export const nearScore = (line: Line, before: readonly Scored[], after: readonly Scored[]): number =>
  lentBefore(line, before) + lent(line, weights.after, after);

function timeFactor({ at }: Line, { months, days }: Question): number {
  if (!months.includes(Number(at.slice(5, 7)))) return 1;
  return days.includes(Number(at.slice(8, 10))) ? weights.sameTime ** 2 : weights.sameTime;
}

/** What a line says, and what it is lent. */
interface Said extends Pick<ScoreParts, 'text' | 'near' | 'answers'> {
  readonly recency?: number;
}

/** All that a score is made of; `recency` from 0 (the oldest) to 1. */
export const partsOf = (
  line: Line,
  question: Question,
  { text, near, answers, recency = 0 }: Said,
): ScoreParts => {
  const isSpeaker =
    question.speakers.length === 1 && line.speaker !== null && question.speakers.includes(line.speaker);
  return {
    text,
    near,
    answers,
    speaker: isSpeaker ? weights.speaker : 1,
    time: timeFactor(line, question),
    asking: line.isAsking ? weights.asking : 1,
    significance: 1 + weights.significance * line.significance,
    recency: 1 + weights.recency * recency,
  };
};

/** The score that these parts make. */
export const totalOf = ({ text, near, speaker, time, asking, significance, recency }: ScoreParts): number =>
  (text + near) * speaker * time * asking * significance * recency;
