import { commonPrefix, type Held, HostCache, nothingHeld } from './server/host-cache.ts';

/** A place of the server's cache: what it holds, and whether a generation runs in it. */
export interface Slot {
  readonly id: number;
  held: Held;
  busy: boolean;
  /** Rises with each use; the lowest was used longest ago, 0 is never. */
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

/** How a pool's cache works, where it is not as with `-np`. */
export interface PoolOptions {
  /** All slots share one cache: the start of a generation clears those that are idle, as without `-np`. */
  readonly isUnified?: boolean;
  /** Tokens that can be taken back from the end of a slot, as with a model of sliding-window attention. */
  readonly takesBack?: number;
}

const leastSimilarity = 0.1;
const leastKept = 0.5;
/** Where a sliding-window model can be cut back to: so many tokens before the end of a prompt. */
const checkpointsBefore = [516, 4];

/**
 * The slots of a llama.cpp server: a wanted slot when its id exists, else the free one with the most similar
 * prompt, else the one used longest ago. What a slot is about to lose goes to the host's cache, and what is there is
 * taken from it, but not into an empty slot that was wanted. Requests wait in order. One token is always processed anew.
 */
export class SlotPool {
  readonly slots: readonly Slot[];
  readonly #isUnified: boolean;
  readonly #takesBack: number;
  readonly #host = new HostCache();
  #waiters: Waiter[] = [];
  #clock = 0;

  constructor(count: number, { isUnified = false, takesBack = Number.POSITIVE_INFINITY }: PoolOptions = {}) {
    this.#isUnified = isUnified;
    this.#takesBack = takesBack;
    this.slots = Array.from({ length: Math.max(1, count) }, (_, id) => ({
      id,
      held: nothingHeld,
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
    slot.held = { ...slot.held, tokens };
    slot.busy = false;
    this.#serve();
  }

  #serve(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      const slot = this.#choose(waiter);
      if (slot === undefined) return true;
      waiter.grant({ slot, reused: this.#begin(slot, waiter.tokens) });
      return false;
    });
  }

  /** Starts a prompt in a slot, and returns how much of it is there already. */
  #begin(slot: Slot, tokens: readonly number[]): number {
    slot.busy = true;
    slot.usedAt = ++this.#clock;
    for (const other of this.slots.filter(({ busy }) => !busy)) {
      this.#host.save(other.held);
      if (this.#isUnified) other.held = nothingHeld;
    }
    const { held } = slot;
    const reused = Math.max(0, Math.min(this.#shared(held, tokens), tokens.length - 1));
    const passed = checkpointsBefore.map((before) => tokens.length - before).filter((at) => at > reused);
    slot.held = { tokens, checkpoints: [...held.checkpoints.filter((at) => at <= reused), ...passed] };
    return reused;
  }

  /** How much of a prompt can be gone on from. */
  #shared({ tokens, checkpoints }: Held, prompt: readonly number[]): number {
    const shared = commonPrefix(tokens, prompt);
    if (tokens.length - shared <= this.#takesBack) return shared;
    return Math.max(0, ...checkpoints.filter((at) => at <= shared));
  }

  #choose({ tokens, wanted }: Waiter): Slot | undefined {
    const pinned = this.slots[wanted];
    if (pinned) {
      if (pinned.busy) return undefined;
      if (pinned.held.tokens.length > 0) this.#exchange(pinned, tokens);
      return pinned;
    }
    const likeness = ({ held }: Slot) => commonPrefix(held.tokens, tokens) / Math.max(1, tokens.length);
    const free = this.slots.filter(({ busy }) => !busy).sort((one, other) => one.usedAt - other.usedAt);
    const best = Math.max(0, ...free.map(likeness));
    const slot = best > leastSimilarity ? free.find((one) => likeness(one) === best) : free[0];
    if (slot) this.#exchange(slot, tokens);
    return slot;
  }

  /** Where a slot would lose most of what it holds, that goes to the host, and what is better for the prompt comes from there. */
  #exchange(slot: Slot, tokens: readonly number[]): void {
    const kept = commonPrefix(slot.held.tokens, tokens) / Math.max(1, slot.held.tokens.length);
    if (kept >= leastKept) return;
    this.#host.save(slot.held);
    slot.held = this.#host.load(slot.held, tokens);
  }
}
