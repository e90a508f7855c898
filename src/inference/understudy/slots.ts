import { commonPrefix } from '../../domain/common-prefix.ts';

/** A slot of the server's cache: the tokens it has cached, and whether a generation runs in it. */
export interface Slot {
  readonly id: number;
  cached: readonly number[];
  busy: boolean;
  /** Rises with each use; the lowest was used longest ago, 0 is never. */
  usedAt: number;
}

/** A slot that was granted, and how many tokens of the prompt it has cached already. */
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

/**
 * Slots as a server has them: a wanted slot when its id exists, else the free one with the most similar prompt, else
 * the one used longest ago. Requests wait in order. One token is always processed anew.
 */
export class SlotPool {
  readonly slots: readonly Slot[];
  #waiters: Waiter[] = [];
  #clock = 0;

  constructor(count: number) {
    this.slots = Array.from({ length: Math.max(1, count) }, (_, id) => ({
      id,
      cached: [],
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

  /** Gives a slot back with the tokens that it has cached now. */
  release(slot: Slot, tokens: readonly number[]): void {
    slot.cached = tokens;
    slot.busy = false;
    this.#serve();
  }

  /** Starts a prompt in a slot. */
  #start(slot: Slot, tokens: readonly number[]): Lease {
    slot.busy = true;
    slot.usedAt = ++this.#clock;
    const reused = Math.max(0, Math.min(commonPrefix(slot.cached, tokens), tokens.length - 1));
    slot.cached = tokens;
    return { slot, reused };
  }

  #serve(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      const slot = this.#choose(waiter);
      if (slot) waiter.grant(this.#start(slot, waiter.tokens));
      return slot === undefined;
    });
  }

  #choose({ tokens, wanted }: Waiter): Slot | undefined {
    const pinned = this.slots[wanted];
    if (pinned) return pinned.busy ? undefined : pinned;
    const likeness = ({ cached }: Slot) => commonPrefix(cached, tokens) / Math.max(1, tokens.length);
    const free = this.slots.filter(({ busy }) => !busy).sort((one, other) => one.usedAt - other.usedAt);
    const best = Math.max(0, ...free.map(likeness));
    return best > leastSimilarity ? free.find((one) => likeness(one) === best) : free[0];
  }
}
