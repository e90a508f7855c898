import type { CacheOwner } from '../backend.ts';

/** What a finished reply left in a slot, and what the server counted of its prompt. */
export interface SlotContents {
  readonly prompt: string;
  readonly reply: string;
  readonly promptTokens: number;
  readonly reusedTokens: number;
}

/** A slot given to one request. */
export interface SlotAssignment {
  readonly slot: number;
  /** To be called once, when the request is over; null when nobody knows what the slot holds now. */
  release(held: SlotContents | null): void;
}

interface Slot {
  readonly id: number;
  owner: CacheOwner | null;
  text: string;
  misses: number;
  running: number;
  /** Rises with each use. */
  usedAt: number;
}

const leastExpected = 128;
const mostMisses = 2;
const mostSlots = 256;
const gaveUp =
  'this llama-server clears one slot when another is used, so slots are no longer chosen and long prompts are ' +
  'read again; start it with -np N, or with --no-cache-idle-slots or --cache-ram 0 (see `sotto doctor`)';

/**
 * Who has which slot of a llama.cpp server. A speaker's is that of its place in the cast, so that two processes choose alike; a
 * free one when another speaker has that, and the one used longest ago when none is free. The last slot belongs to
 * classifiers from the first time that one asks. A slot that twice held less than half of what it should, and never what
 * it should after another was used, ends the choosing for good.
 */
export class Slots {
  readonly #slots: readonly Slot[];
  #clock = 0;
  #isGivenUp = false;
  #news: string[] = [];
  #last: Slot | null = null;
  readonly #givesUp: () => void;

  /** With fewer than two slots there is nothing to choose; those behind the first 256 are left to the server. `givesUp` hears of the end. */
  constructor(count: number, givesUp: () => void = () => {}) {
    this.#givesUp = givesUp;
    this.#slots = Array.from({ length: count < 2 ? 0 : Math.min(count, mostSlots) }, (_, id) => ({
      id,
      owner: null,
      text: '',
      misses: 0,
      running: 0,
      usedAt: 0,
    }));
  }

  /** The slot to ask for; null when the choice is better left to the server. */
  assign(owner: CacheOwner): SlotAssignment | null {
    const slot = this.#isGivenUp ? undefined : this.#choose(owner);
    if (slot === undefined) return null;
    slot.owner = owner;
    slot.running += 1;
    slot.usedAt = ++this.#clock;
    const isAlone = this.#last === slot;
    this.#last = slot;
    return { slot: slot.id, release: (held) => this.#release(slot, held, isAlone) };
  }

  /** What the person should know, each line once. */
  takeNews(): string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #choose({ key, castIndex }: CacheOwner): Slot | undefined {
    if (castIndex < 0) return this.#slots.at(-1);
    const open = this.#slots.filter(({ owner }) => owner === null || owner.castIndex >= 0);
    const own = open.find(({ owner }) => owner?.key === key);
    const preferred = open[castIndex % open.length];
    if (own || preferred?.owner === null) return own ?? preferred;
    return open.find(({ owner }) => owner === null) ?? [...open].sort(byRest)[0];
  }

  #release(slot: Slot, held: SlotContents | null, isAlone: boolean): void {
    slot.running -= 1;
    if (held) this.#judge(slot, held, isAlone);
    slot.text = held ? held.prompt + held.reply : '';
  }

  /** That a slot holds what it was just given, as after reading ahead, says nothing: `isAlone`, no other was used since. */
  #judge(slot: Slot, { prompt, promptTokens, reusedTokens }: SlotContents, isAlone: boolean): void {
    const expected = (commonPrefix(slot.text, prompt) * promptTokens) / Math.max(1, prompt.length);
    if (expected < leastExpected) return;
    const isMiss = 2 * reusedTokens < expected;
    if (isMiss) slot.misses += 1;
    else if (!isAlone) slot.misses = 0;
    if (slot.misses < mostMisses || this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#news = [gaveUp];
    this.#givesUp();
  }
}

/** Idle ones first, of those the one used longest ago. */
const byRest = (one: Slot, other: Slot): number =>
  Math.min(1, one.running) - Math.min(1, other.running) || one.usedAt - other.usedAt;

const commonPrefix = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
};
