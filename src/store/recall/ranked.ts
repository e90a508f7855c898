import type { Message, MessageId } from '../../domain/message.ts';
import { significanceKey } from '../../domain/rows/records.ts';
import { AskedStems, type Line, lineOf } from '../../memory/line.ts';
import type { Question } from '../../memory/question.ts';
import {
  lentBefore,
  nearScore,
  partsOf,
  recencies,
  type Scored,
  type Scoring,
  textScore,
  totalOf,
} from '../../memory/score.ts';
import { weights } from '../../memory/weights.ts';
import type { Reach } from '../transcript/ranges.ts';
import type { Candidate } from './candidates.ts';
import type { OpenPast, PastHit, RecallHit } from './past.ts';

/** So many of the best are read with what stands around them, and those after them alone. */
const mostAround = 32;
const reach = { before: weights.before.length, after: weights.after.length };
const alone = { before: 0, after: 0 };

/** Something found, as a line, and what stood before and after it in its owner's view. */
export interface ScoredHit extends Scored {
  readonly found: PastHit;
  readonly past: OpenPast;
  line: Line;
  text: number;
  before: ScoredHit | null;
  after: ScoredHit | null;
}

/** Lines of several views, each once, in the order of their views. */
class Lines {
  readonly all: ScoredHit[] = [];
  readonly #messages = new Map<MessageId, ScoredHit>();
  readonly #asked: AskedStems;

  constructor({ terms }: Question) {
    this.#asked = new AskedStems(terms);
  }

  /** Takes in messages with so many of their neighbours. */
  around(past: OpenPast, seqs: readonly number[], reach: Reach): void {
    for (const stretch of past.view.around(seqs, reach)) {
      let last: ScoredHit | null = null;
      for (const message of stretch) {
        const placed: ScoredHit = this.#messages.get(message.id) ?? this.#place(past, message);
        if (last) {
          placed.before = last;
          last.after = placed;
        }
        last = placed;
      }
    }
  }

  /** Takes in a memory. */
  add(past: OpenPast, found: PastHit & { readonly type: 'memory' }): void {
    const { text, at, significance } = found.memory;
    const line = lineOf({ speaker: null, at, text }, this.#asked, significance);
    this.all.push({ found, past, line, text: 0, before: null, after: null });
  }

  #place(past: OpenPast, message: Message): ScoredHit {
    const found: PastHit = { type: 'message', chat: past.past.chat, message };
    const line = lineOf(message, this.#asked);
    const placed: ScoredHit = { found, past, line, text: 0, before: null, after: null };
    this.#messages.set(message.id, placed);
    this.all.push(placed);
    return placed;
  }
}

/** What stands on one side of a line, the nearest first. */
function beside(placed: ScoredHit, side: 'before' | 'after'): ScoredHit[] {
  const found: ScoredHit[] = [];
  for (let next = placed[side]; next && found.length < reach[side]; next = next[side]) found.push(next);
  return found;
}

/** Id of what was found, unlike all others of a past. */
export const idOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.id : hit.memory.id);
const timeOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.at : hit.memory.at);
/** The best first, and where two are as good the newest. */
export const order = (a: RecallHit, b: RecallHit): number => {
  const [left, right] = [timeOf(a) + idOf(a), timeOf(b) + idOf(b)];
  return b.score - a.score || (left < right ? 1 : left > right ? -1 : 0);
};

type FoundMessage = PastHit & { readonly type: 'message' };

/** How much messages of a past count for its owner, or for whom they count most where it is everyone: those that count at all. */
function significances(past: OpenPast, messages: readonly FoundMessage[]): [MessageId, number][] {
  const { viewer } = past.past;
  const keys = new Map(
    messages.flatMap(({ message: { id, perceived } }) =>
      (viewer === 'everyone' ? perceived : [viewer]).map(
        (owner) => [significanceKey(owner, id), id] as const,
      ),
    ),
  );
  const counts = new Map<MessageId, number>();
  for (const { key, value } of past.view.recordsAmong([...keys.keys()])) {
    const id = keys.get(key);
    if (id && typeof value === 'number') counts.set(id, Math.max(value, counts.get(id) ?? 0));
  }
  return [...counts];
}

/** Notes on lines how much they count for whoever perceived them. */
function weigh(all: readonly ScoredHit[]): void {
  const messages = new Map<OpenPast, FoundMessage[]>();
  for (const { past, found } of all)
    if (found.type === 'message') messages.set(past, [...(messages.get(past) ?? []), found]);
  const known = new Map([...messages].flatMap(([past, some]) => significances(past, some)));
  for (const placed of all) {
    const { found, line } = placed;
    if (found.type === 'message') placed.line = { ...line, significance: known.get(found.message.id) ?? 0 };
  }
}

/** What was found, the best first, with what stands around the best of it in its owner's view: lines, each once. */
export function linesAround(question: Question, candidates: readonly Candidate[]): readonly ScoredHit[] {
  const lines = new Lines(question);
  const take = (some: readonly Candidate[], reach: Reach) => {
    const seqs = new Map<OpenPast, number[]>();
    for (const { seq, past, found } of some) {
      if (found?.type === 'memory') lines.add(past, found);
      else seqs.set(past, [...(seqs.get(past) ?? []), seq]);
    }
    for (const [past, those] of seqs) lines.around(past, those, reach);
  };
  take(candidates.slice(0, mostAround), reach);
  take(candidates.slice(mostAround), alone);
  return lines.all;
}

/** The best of these lines, by what each says of what is asked and what its neighbours lend it. */
export function bestOf(
  all: readonly ScoredHit[],
  question: Question,
  saidBy: (placed: ScoredHit) => number,
  limit: number,
): RecallHit[] {
  for (const placed of all) placed.text = saidBy(placed);
  const rough = all.map((placed) => {
    const { line, text } = placed;
    const before = beside(placed, 'before');
    const lent = {
      near: nearScore(line, before, beside(placed, 'after')),
      answers: lentBefore(line, before),
    };
    return { placed, lent, score: totalOf(partsOf(line, question, { text, ...lent })) };
  });
  const best = rough
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.placed.line.time - a.placed.line.time)
    .slice(0, Math.ceil(limit * 1.2));
  const recencyOf = recencies(best.slice(0, limit).map(({ placed }) => placed.line));
  weigh(best.map(({ placed }) => placed));
  return best
    .map(({ placed: { found, line, text }, lent }): RecallHit => {
      const parts = partsOf(line, question, { text, ...lent, recency: recencyOf(line) });
      return { ...found, parts, score: totalOf(parts) };
    })
    .sort(order)
    .slice(0, limit);
}

/** The best of what was found by words: read, scored with its neighbours, and put in order. */
export function ranked(
  { question, rarities }: Omit<Scoring, 'usualLength'>,
  candidates: readonly Candidate[],
  limit: number,
): RecallHit[] {
  const all = linesAround(question, candidates);
  const usualLength = all.reduce((sum, { line }) => sum + line.length, 0) / Math.max(1, all.length);
  const scoring: Scoring = { question, rarities, usualLength };
  return bestOf(all, question, ({ line }) => textScore(line, scoring), limit);
}
