/** A place of the server's cache: the tokens it holds, and whether a generation runs in it. */
export interface Slot {
  readonly id: number;
  tokens: readonly number[];
  busy: boolean;
  /** Rises with each use; the lowest was used longest ago. */
  usedAt: number;
}

/** A slot that was granted, and how many tokens of the prompt it holds already. */
export interface Lease {
  readonly slot: Slot;
  readonly reused: number;
}

interface Waiter {
  readonly tokens: readonly number[];
  readonly wanted: number;
  readonly grant: (lease: Lease) => void;
}

const leastSimilarity = 0.1;
const mostInHost = 8;

const commonPrefix = (one: readonly number[], other: readonly number[]): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
};

/**
 * The slots of a llama.cpp server: a wanted slot when its id exists, else the free one with the most similar
 * prompt, else the one used longest ago. Requests wait in order. One token is always processed anew.
 */
export class SlotPool {
  readonly slots: readonly Slot[];
  readonly #clearsIdle: boolean;
  #host: (readonly number[])[] = [];
  #waiters: Waiter[] = [];
  #clock = 0;

  /** `clearsIdle`: a use of one slot moves what the others hold to the host's memory, where pinned requests do not look. */
  constructor(count: number, clearsIdle = false) {
    this.#clearsIdle = clearsIdle;
    this.slots = Array.from({ length: Math.max(1, count) }, (_, id) => ({
      id,
      tokens: [],
      busy: false,
      usedAt: 0,
    }));
  }

  /** Resolves when a slot is free. Rejects when the signal aborts first. */
  acquire(tokens: readonly number[], wanted: number, signal: AbortSignal): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        reject(signal.reason);
      };
      const grant = (lease: Lease): void => {
        signal.removeEventListener('abort', leave);
        resolve(lease);
      };
      const waiter: Waiter = { tokens, wanted, grant };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      this.#serve();
    });
  }

  /** Gives a slot back with what its cache holds now. */
  release(slot: Slot, tokens: readonly number[]): void {
    slot.tokens = tokens;
    slot.busy = false;
    this.#serve();
  }

  #serve(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      const slot = this.#choose(waiter);
      if (slot === undefined) return true;
      slot.busy = true;
      slot.usedAt = ++this.#clock;
      this.#clearOthers(slot);
      const { tokens, wanted } = waiter;
      const held = this.slots[wanted] ? [slot.tokens] : [slot.tokens, ...this.#host];
      const shared = Math.max(...held.map((one) => commonPrefix(one, tokens)));
      waiter.grant({ slot, reused: Math.max(0, Math.min(shared, tokens.length - 1)) });
      return false;
    });
  }

  #clearOthers(slot: Slot): void {
    if (!this.#clearsIdle) return;
    for (const other of this.slots) {
      if (other === slot || other.busy || other.tokens.length === 0) continue;
      this.#host = [other.tokens, ...this.#host].slice(0, mostInHost);
      other.tokens = [];
    }
  }

  #choose({ tokens, wanted }: Waiter): Slot | undefined {
    const pinned = this.slots[wanted];
    if (pinned) return pinned.busy ? undefined : pinned;
    const free = this.slots.filter((slot) => !slot.busy).sort((one, other) => one.usedAt - other.usedAt);
    const likeness = (slot: Slot): number => commonPrefix(slot.tokens, tokens) / Math.max(1, tokens.length);
    const best = free.reduce((most, slot) => Math.max(most, likeness(slot)), 0);
    return best > leastSimilarity ? free.find((slot) => likeness(slot) === best) : free[0];
  }
}
