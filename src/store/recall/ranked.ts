import type { Message, MessageId } from '../../domain/message.ts';
import type { Question } from '../../memory/question.ts';
import {
  type Line,
  lineOf,
  nearScore,
  partsOf,
  type Scored,
  type Scoring,
  startsOf,
  textScore,
  totalOf,
} from '../../memory/score.ts';
import { weights } from '../../memory/weights.ts';
import type { Candidate } from './candidates.ts';
import type { Found, OpenPast, RecallHit } from './past.ts';
import type { IndexedRow } from './recall-rows.ts';

const reachBefore = weights.before.length;
const reachAfter = weights.after.length;

/** Something found, as a line, and what stood before and after it in its owner's view. */
export interface Placed {
  readonly found: Found;
  readonly past: OpenPast;
  readonly line: Line;
  before: Placed | null;
  after: Placed | null;
}

/** Lines of several views, each once, in the order of their views. */
class Lines {
  readonly all: Placed[] = [];
  readonly #messages = new Map<MessageId, Placed>();
  readonly #starts: ReadonlySet<string>;

  constructor({ terms }: Question) {
    this.#starts = startsOf(terms);
  }

  /** Takes in a message with its neighbours. */
  around(past: OpenPast, id: MessageId): void {
    const known = this.#messages.get(id);
    if (known && hasAll(known)) return;
    const from = past.view.from(id, reachAfter + 1);
    if (from[0]?.id !== id) return;
    let last: Placed | null = null;
    for (const message of [...past.view.last(reachBefore, id), ...from]) {
      const placed: Placed = this.#messages.get(message.id) ?? this.#place(past, message);
      if (last) {
        placed.before = last;
        last.after = placed;
      }
      last = placed;
    }
  }

  /** Takes in a memory. */
  add(past: OpenPast, found: Found & { readonly type: 'memory' }): void {
    const { text, at, significance } = found.memory;
    const line = lineOf({ speaker: null, at, text }, this.#starts, significance);
    this.all.push({ found, past, line, before: null, after: null });
  }

  #place(past: OpenPast, message: Message): Placed {
    const found: Found = { type: 'message', chat: past.past.chat, message };
    const placed: Placed = { found, past, line: lineOf(message, this.#starts), before: null, after: null };
    this.#messages.set(message.id, placed);
    this.all.push(placed);
    return placed;
  }
}

/** What stands on one side of a line, the nearest first. */
function beside(placed: Placed, side: 'before' | 'after', reach: number): Placed[] {
  const found: Placed[] = [];
  for (let next = placed[side]; next && found.length < reach; next = next[side]) found.push(next);
  return found;
}

/** Whether all that may lend something to a line is there already. */
const hasAll = (placed: Placed): boolean =>
  beside(placed, 'before', reachBefore).length === reachBefore &&
  beside(placed, 'after', reachAfter).length === reachAfter;

/** Id of what was found, unlike all others of a past. */
export const idOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.id : hit.memory.id);
const timeOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.at : hit.memory.at);
/** The best first, and where two are as good the newest. */
export const order = (a: RecallHit, b: RecallHit): number => {
  const [left, right] = [timeOf(a) + idOf(a), timeOf(b) + idOf(b)];
  return b.score - a.score || (left < right ? 1 : left > right ? -1 : 0);
};

/** What its owner made of a message, where anything. */
function weighed(placed: Placed, question: Question, text: number, near: number): RecallHit {
  const { found, past, line } = placed;
  const parts = partsOf(line, question, text, near);
  const { chat } = found;
  if (found.type === 'memory') return { ...found, chat, parts, score: totalOf(parts) };
  const known = past.view.record(`significance:${found.message.id}`)?.value;
  const significance = typeof known === 'number' ? 1 + weights.significance * known : 1;
  const all = { ...parts, significance };
  return { ...found, chat, parts: all, score: totalOf(all) };
}

/** What was found, with what stands around it in its owner's view: lines, each once. */
export function linesAround(
  question: Question,
  candidates: readonly Candidate[],
  rowOf: (seq: number) => IndexedRow | undefined,
): readonly Placed[] {
  const lines = new Lines(question);
  for (const { seq, past, found } of candidates) {
    if (found?.type === 'memory') lines.add(past, found);
    else lines.around(past, found?.message.id ?? rowOf(seq)?.id ?? '');
  }
  return lines.all;
}

/** The best of these lines, by what each says of what is asked and what its neighbours lend it. */
export function bestOf(
  all: readonly Placed[],
  question: Question,
  saidBy: (placed: Placed) => number,
  limit: number,
): RecallHit[] {
  const texts = new Map<Placed, Scored>(
    all.map((placed) => [placed, { line: placed.line, text: saidBy(placed) }]),
  );
  const scored = (side: readonly Placed[]) => side.flatMap((one) => texts.get(one) ?? []);
  const rough = all.map((placed) => {
    const near = nearScore(
      placed.line,
      scored(beside(placed, 'before', reachBefore)),
      scored(beside(placed, 'after', reachAfter)),
    );
    const text = texts.get(placed)?.text ?? 0;
    return { placed, text, near, score: totalOf(partsOf(placed.line, question, text, near)) };
  });
  const best = rough
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.ceil(limit * 1.2));
  return best
    .map(({ placed, text, near }) => weighed(placed, question, text, near))
    .sort(order)
    .slice(0, limit);
}

/** The best of what was found by words: read, scored with its neighbours, and put in order. */
export function ranked(
  { question, rarities }: Omit<Scoring, 'usualLength'>,
  candidates: readonly Candidate[],
  rowOf: (seq: number) => IndexedRow | undefined,
  limit: number,
): RecallHit[] {
  const all = linesAround(question, candidates, rowOf);
  const usualLength = all.reduce((sum, { line }) => sum + line.length, 0) / Math.max(1, all.length);
  const scoring: Scoring = { question, rarities, usualLength };
  return bestOf(all, question, ({ line }) => textScore(line, scoring), limit);
}
