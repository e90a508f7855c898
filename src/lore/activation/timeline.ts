import type { Hits, Matcher } from '../keys/matcher.ts';

/** A message of the speaker's own view, in the text that keys are looked for in. */
export interface LoreMessage {
  readonly id: string;
  readonly text: string;
  /** Whose it is: the speaker's own, the human's, or somebody else's. */
  readonly by: 'speaker' | 'human' | 'other';
}

const longestTogether = 50_000;

/** The first index from which on the numbers are at least `least`. */
const lowerBound = (sorted: readonly number[], least: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Where keys stand in a view. It follows the view from call to call, at the cost of what changed; what it answers
 * depends on the latest messages alone.
 */
export class Timeline {
  readonly #matcher: Matcher;
  readonly #messages: LoreMessage[] = [];
  readonly #hits: Hits[] = [];
  /** For each form the newest index; -1 = none. */
  readonly #latest: Int32Array;
  /** For each plain form the indexes of the messages that hold it. */
  readonly #indexes: number[][];
  /** Indexes of the speaker's own messages. */
  readonly #own: number[] = [];
  /** Messages in one text, by the first and the one behind the last. */
  readonly #together = new Map<string, Hits>();

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
    this.#latest = new Int32Array(matcher.forms).fill(-1);
    this.#indexes = Array.from({ length: matcher.forms }, () => []);
  }

  /** Takes the view as it is now; returns how many messages from the oldest on are as they were. */
  follow(messages: readonly LoreMessage[]): number {
    const kept = this.#kept(messages);
    if (kept < this.#messages.length || kept < messages.length) this.#together.clear();
    while (this.#messages.length > kept) this.#forget();
    for (const message of messages.slice(kept)) this.#append(message);
    return kept;
  }

  get length(): number {
    return this.#messages.length;
  }

  /** The index of the newest of the messages `from` up to and without `to` that holds the form, or -1. */
  newest(form: number, from: number, to: number): number {
    if (this.#matcher.isPattern(form)) return this.#newestMatch(form, from, to);
    const latest = this.#latest[form] ?? -1;
    if (latest < from) return -1;
    if (latest < to) return latest;
    const indexes = this.#indexes[form] ?? [];
    const found = indexes[lowerBound(indexes, to) - 1] ?? -1;
    return found >= from ? found : -1;
  }

  /** The index of the oldest message from `from` on that holds a plain form; infinite when none does. */
  oldest(form: number, from: number): number {
    const indexes = this.#indexes[form] ?? [];
    return indexes[lowerBound(indexes, from)] ?? Number.POSITIVE_INFINITY;
  }

  /** True when a plain form stands in a message at or behind an index. */
  isSince(form: number, from: number): boolean {
    return (this.#latest[form] as number) >= from;
  }

  /** How many of the first `to` messages are the speaker's own. */
  ownBefore(to: number): number {
    return to >= this.length ? this.#own.length : lowerBound(this.#own, to);
  }

  /** Indexes of the speaker's own messages, oldest first. */
  get own(): readonly number[] {
    return this.#own;
  }

  /** The id of the message before an index; empty at the beginning. */
  idBefore(to: number): string {
    return this.#messages[to - 1]?.id ?? '';
  }

  /** What stands in a message. */
  hitsAt(index: number): Hits | undefined {
    return this.#hits[index];
  }

  #kept(messages: readonly LoreMessage[]): number {
    const most = Math.min(messages.length, this.length);
    for (let at = 0; at < most; at++) {
      const [before, now] = [this.#messages[at], messages[at]];
      if (before === now) continue;
      if (before?.id !== now?.id || before?.text !== now?.text || before?.by !== now?.by) return at;
    }
    return most;
  }

  #append(message: LoreMessage): void {
    const index = this.#messages.push(message) - 1;
    const hits = this.#matcher.hits(message.text, 'message');
    this.#hits.push(hits);
    for (const form of hits.plain) {
      this.#indexes[form]?.push(index);
      this.#latest[form] = index;
    }
    if (message.by === 'speaker') this.#own.push(index);
  }

  #forget(): void {
    for (const form of this.#hits.pop()?.plain ?? []) {
      this.#indexes[form]?.pop();
      this.#latest[form] = this.#indexes[form]?.at(-1) ?? -1;
    }
    if (this.#messages.pop()?.by === 'speaker') this.#own.pop();
  }

  /** Whether a regular expression is found that begins in one and ends in another of these messages. */
  isAcross(form: number, from: number, to: number): boolean {
    if (to - from < 2 || !this.#matcher.spans(form)) return false;
    const key = `${from} ${to}`;
    const hits = this.#together.get(key) ?? this.#inOne(from, to);
    this.#together.set(key, hits);
    return this.#matcher.holds(hits, form);
  }

  /** As other programs search them: the newest first, each behind the mark of its beginning. */
  #inOne(from: number, to: number): Hits {
    const texts: string[] = [];
    let room = longestTogether;
    for (let index = to - 1; index >= from && room > 0; index--) {
      const text = `\u0001${this.#hits[index]?.text ?? ''}`;
      room -= text.length;
      if (room > 0) texts.push(text);
    }
    return { plain: new Int32Array(), text: texts.join('\n'), asked: new Map() };
  }

  /** Regular expressions look at the last 1,000 messages at most. */
  #newestMatch(form: number, from: number, to: number): number {
    for (let index = to - 1; index >= Math.max(from, to - 1_000); index--) {
      const hits = this.#hits[index];
      if (hits && this.#matcher.holds(hits, form)) return index;
    }
    return -1;
  }
}
