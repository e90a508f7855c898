import { commonPrefix } from '../../domain/common-prefix.ts';
import type { CacheOwner } from '../backend.ts';
import type { SlotSeen } from '../dialects/llamacpp-wire.ts';

/** What a finished reply left in a slot, and what the server counted of its prompt. */
export interface SlotContents {
  readonly prompt: string;
  readonly reply: string;
  readonly promptTokens: number;
  readonly reusedTokens: number;
  readonly generatedTokens: number;
}

/** A slot given to one request. */
export interface SlotAssignment {
  readonly slot: number;
  /** How many characters of the prompt the server can have by what it was sent; null when others may have sent it something. */
  readonly common: number | null;
  /** To be called once, when the request is over; null when nobody knows what the slot holds now. */
  release(held: SlotContents | null): void;
}

/** Whether each slot keeps its own while another is used, whether all share one cache, or nobody could find out. */
export type Cells = 'apart' | 'shared' | 'unknown';

/** Which slot each speaker had since the server was started, in whichever process. */
export interface SlotPlaces {
  of(owner: string): number | null;
  /** Whether anybody had it. */
  isTaken(slot: number): boolean;
  learn(owner: string, slot: number): void;
}

/** Who hears what is found, and what was found before. */
export interface Finding {
  /** Hears that all slots share their cells. */
  readonly givesUp?: () => void;
  /** Absent: nobody remembers. */
  readonly places?: SlotPlaces;
}

interface Slot {
  readonly id: number;
  owner: CacheOwner | null;
  text: string;
  /** Tokens that it holds since its last use here; 0 when nobody knows. */
  tokens: number;
  misses: number;
  /** Whether a classifier had it last, though it is a speaker's. */
  isBorrowed: boolean;
  running: number;
  /** Rises with each use. */
  usedAt: number;
}

const leastExpected = 128;
const mostMisses = 2;
const mostSlots = 256;
/** Tokens that a count may be off by: the last of a reply is not read, and a stop may take some back. */
const slack = 4;
const gaveUp =
  'this llama-server forgets one slot when another is used, so all characters share one from now on; start it with ' +
  '-np N, or with --no-cache-idle-slots or --cache-ram 0 (`sotto doctor` tells more)';

/**
 * Which slot of a llama.cpp server is asked for. Where each keeps its own, a speaker has the one that it had before, in whichever
 * process; else that of its place in the cast, or one that nobody had where another speaker had that, and the one used longest ago
 * when all are other speakers'. Classifiers have what no speaker has; where nothing is spare they borrow the one of whom a person
 * plays, which no reply waits for, else the one used longest ago, and keep to it until its owner is back. Where all share one cache,
 * all have the one that holds something: asked for it, the server changes what it holds for what it kept of them; in any other that
 * would not fit beside it. None is asked for that is at work, since that overwrites what it holds.
 */
export class Slots {
  readonly #slots: readonly Slot[];
  #clock = 0;
  #cells: Cells;
  #news: string[] = [];
  #last: Slot | null = null;
  readonly #found: Finding;
  /** The last that was sent for each owner, with its reply. */
  readonly #sent = new Map<string, string>();

  /** With fewer than two slots there is nothing to choose; those behind the first 256 are left to the server. */
  constructor(count: number, cells: Cells, found: Finding = {}) {
    this.#cells = cells;
    this.#found = found;
    this.#slots = Array.from({ length: count < 2 ? 0 : Math.min(count, mostSlots) }, (_, id) => ({
      id,
      owner: null,
      text: '',
      tokens: 0,
      misses: 0,
      isBorrowed: false,
      running: 0,
      usedAt: 0,
    }));
  }

  get cells(): Cells {
    return this.#cells;
  }

  /** Whether it has to be seen what the slots hold before one is asked for. */
  get isChoosing(): boolean {
    return this.#slots.length > 0 && this.#cells !== 'unknown';
  }

  /** The slot to ask for this prompt in, by what was seen of them just now; null when the choice is better left to the server. */
  assign(owner: CacheOwner, prompt: string, seen: readonly SlotSeen[]): SlotAssignment | null {
    const slot = this.isChoosing ? this.#choose(owner, seen) : undefined;
    if (slot === undefined) return null;
    slot.isBorrowed = owner.castIndex < 0 && isSpeaker(slot);
    slot.running += 1;
    slot.usedAt = ++this.#clock;
    const isAlone = this.#last === slot;
    this.#last = slot;
    const common = this.#common(slot, prompt, seen);
    const release = (held: SlotContents | null) => {
      if (held) this.#sent.set(owner.key, held.prompt + held.reply);
      this.#release(slot, held, isAlone);
    };
    return { slot: slot.id, common, release };
  }

  /** The slot that this owner would be given now; null when the choice is better left to the server. */
  choice(owner: CacheOwner, seen: readonly SlotSeen[]): number | null {
    return (this.isChoosing ? this.#choose(owner, seen)?.id : undefined) ?? null;
  }

  /** Whether anything was sent for this owner, or taken over from a file. */
  isBegun({ key }: CacheOwner): boolean {
    return this.#sent.has(key);
  }

  /** What this owner's slot holds by what was sent; null where nobody knows. */
  contents({ key }: CacheOwner): { slot: number; text: string; tokens: number } | null {
    const found = this.#slots.find(
      ({ owner, tokens, running }) => owner?.key === key && tokens > 0 && !running,
    );
    return found ? { slot: found.id, text: found.text, tokens: found.tokens } : null;
  }

  /** Nobody else is given this slot until the result is called. */
  occupy(slot: number): () => void {
    const held = this.#slots[slot];
    if (held) held.running += 1;
    return () => {
      if (held) held.running -= 1;
    };
  }

  /** A slot holds this text of its owner's by now, however it came there. */
  hold({ key }: CacheOwner, { slot, text, tokens }: { slot: number; text: string; tokens: number }): void {
    const held = this.#slots[slot];
    if (held) Object.assign(held, { text, tokens, misses: 0 });
    this.#sent.set(key, text);
  }

  /** How many characters of a prompt need not be read anew, by what was sent last for its owner; null where the server chooses. */
  held({ key }: CacheOwner, prompt: string): number | null {
    return this.isChoosing ? commonPrefix(this.#sent.get(key) ?? '', prompt) : null;
  }

  /** What the person should know, each line once. */
  takeNews(): string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #choose(owner: CacheOwner, seen: readonly SlotSeen[]): Slot | undefined {
    const heldBy = ({ id }: Slot) => seen.find((one) => one.id === id)?.tokens ?? 0;
    if (this.#cells === 'shared') {
      if (seen.some(({ isBusy }) => isBusy)) return undefined;
      return [...this.#slots].sort((a, b) => heldBy(b) - heldBy(a)).find((slot) => heldBy(slot) > 0);
    }
    const isAtWork = ({ id, running }: Slot) =>
      running > 0 || seen.some((one) => one.id === id && one.isBusy);
    const idle = this.#slots.filter((slot) => !isAtWork(slot)).sort((a, b) => a.usedAt - b.usedAt);
    const slot = owner.castIndex < 0 ? this.#spare(idle, heldBy) : this.#ofSpeaker(owner, idle);
    if (slot && !(owner.castIndex < 0 && isSpeaker(slot))) slot.owner = owner;
    return slot;
  }

  #ofSpeaker({ key, castIndex }: CacheOwner, idle: readonly Slot[]): Slot | undefined {
    const own = this.#slots.find(({ owner }) => owner?.key === key);
    if (own) return idle.find((slot) => slot === own);
    const { places } = this.#found;
    if (!places) return this.#anySlot(castIndex, idle);
    const open = idle.filter((slot) => !isSpeaker(slot));
    const usual = castIndex % this.#slots.length;
    const had = places.of(key) ?? (places.isTaken(usual) ? null : usual);
    const free = open.filter(({ id }) => !places.isTaken(id));
    const slot =
      had === null
        ? (free.find(({ owner }) => owner === null) ?? free[0])
        : open.find(({ id }) => id === had);
    if (slot && places.of(key) === null) places.learn(key, slot.id);
    return slot ?? this.#anySlot(castIndex, idle);
  }

  #anySlot(castIndex: number, idle: readonly Slot[]): Slot | undefined {
    const preferred = this.#slots[castIndex % this.#slots.length];
    if (preferred && idle.includes(preferred) && !isSpeaker(preferred)) return preferred;
    return idle.find(({ owner }) => owner === null) ?? idle.find((slot) => !isSpeaker(slot)) ?? idle[0];
  }

  /** The one that classifiers had, else the one of nobody that holds least, the last of those; else the one used longest ago. */
  #spare(idle: readonly Slot[], heldBy: (slot: Slot) => number): Slot | undefined {
    const spare = idle.filter((slot) => !isSpeaker(slot));
    const least = [...spare].sort((a, b) => heldBy(a) - heldBy(b) || b.id - a.id);
    const borrowed = idle.find((slot) => slot.isBorrowed) ?? idle.find(({ owner }) => owner?.isPlayed);
    return spare.find(({ owner }) => owner !== null) ?? least[0] ?? borrowed ?? idle[0];
  }

  #common({ id, text, tokens }: Slot, prompt: string, seen: readonly SlotSeen[]): number | null {
    const now = seen.find((one) => one.id === id)?.tokens;
    if (tokens === 0 || now === undefined || Math.abs(now - tokens) > slack) return null;
    return Math.max(...[text, ...this.#sent.values()].map((sent) => commonPrefix(sent, prompt)));
  }

  #release(slot: Slot, held: SlotContents | null, isAlone: boolean): void {
    slot.running -= 1;
    if (held && this.#cells === 'apart') this.#judge(slot, held, isAlone);
    slot.text = held ? held.prompt + held.reply : '';
    slot.tokens = held ? held.promptTokens + held.generatedTokens : 0;
  }

  /** That a slot holds what it was just given, as after reading ahead, says nothing: `isAlone`, no other was used since. */
  #judge(slot: Slot, { prompt, promptTokens, reusedTokens }: SlotContents, isAlone: boolean): void {
    const expected = (commonPrefix(slot.text, prompt) * promptTokens) / Math.max(1, prompt.length);
    if (expected < leastExpected) return;
    const isMiss = 2 * reusedTokens < expected;
    if (isMiss) slot.misses += 1;
    else if (!isAlone) slot.misses = 0;
    if (slot.misses < mostMisses) return;
    this.#cells = 'shared';
    this.#news = [gaveUp];
    this.#found.givesUp?.();
  }
}

const isSpeaker = ({ owner }: Slot): boolean => owner !== null && owner.castIndex >= 0;
