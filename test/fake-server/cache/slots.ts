import { commonPrefix } from '../../../src/domain/common-prefix.ts';
import { HostCache } from './host-cache.ts';
import { type Kept, nothing, resumed, type Tokens } from './kept.ts';
import { type Prompt, pruned, readBatch, withToken } from './reading.ts';

/** How a llama.cpp server was started. */
export interface CacheOptions {
  /** Default 1. */
  readonly slots?: number;
  /** Tokens of one slot. Default 16384. */
  readonly contextSize?: number;
  /** All slots share the cells of one context, as without `-np`. Default false. */
  readonly unified?: boolean;
  /** Idle slots go to the host's cache when a prompt starts, and are cleared where they share. Default true. */
  readonly cacheIdleSlots?: boolean;
  /** Tokens that the host's cache holds (`--cache-ram`); 0 = it has none. Default 65536. */
  readonly hostTokens?: number;
  /** Tokens of the window of a model with sliding-window attention. Default: none. */
  readonly slidingWindow?: number;
}

/** A slot: what it has read, and the generation that runs in it. */
export interface Slot {
  readonly id: number;
  kept: Kept;
  /** Null when it is idle. */
  run: object | null;
  /** Rises with each end of a use; 0 is never used. */
  usedAt: number;
}

/** What is to be read, in which slot where that matters (-1 = none), and where messages of the user begin. */
export interface Wish {
  readonly tokens: Tokens;
  readonly slot: number;
  readonly marks?: readonly number[];
}

/** A slot that was granted. Each step throws `CellsExceeded` where there is no room for it. */
export interface Lease {
  readonly slot: Slot;
  /** Tokens of the prompt that it need not read. */
  readonly reused: number;
  /** Reads one batch of the prompt; true while there is more. */
  read(): boolean;
  write(token: number): void;
  release(): void;
}

/** More is wanted at once than there are cells: all that runs is lost. */
export class CellsExceeded extends Error {
  constructor() {
    super('Context size has been exceeded.');
  }
}

interface Waiter {
  readonly wish: Wish;
  readonly grant: (slot: Slot) => void;
}

const leastSimilarity = 0.1;
const leastKept = 0.5;

/** The slots of a llama.cpp server: who gets which, what it has read, and what the host's cache keeps, by the server's own rules. */
export class LlamaCppSlots {
  readonly slots: readonly Slot[];
  readonly #options: Required<CacheOptions>;
  readonly #host: HostCache;
  #waiters: Waiter[] = [];
  #deferred: (() => void)[] = [];
  #clock = 0;

  constructor(options: CacheOptions = {}) {
    this.#options = {
      slots: 1,
      contextSize: 16_384,
      unified: false,
      cacheIdleSlots: true,
      hostTokens: 65_536,
      slidingWindow: 0,
      ...options,
    };
    this.#host = new HostCache(this.#options.hostTokens);
    this.slots = Array.from({ length: Math.max(1, this.#options.slots) }, (_, id) => ({
      id,
      kept: nothing(),
      run: null,
      usedAt: 0,
    }));
  }

  /** Resolves when the wish is granted, in the order of the wishes. Rejects when the signal aborts first. */
  async acquire(wish: Wish, signal: AbortSignal): Promise<Lease> {
    const slot = await new Promise<Slot>((resolve, reject) => {
      const leave = (): void => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        reject(signal.reason);
      };
      const grant = (granted: Slot): void => {
        signal.removeEventListener('abort', leave);
        resolve(granted);
      };
      const waiter: Waiter = { wish, grant };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      this.#serve();
    });
    return this.#lease(slot, wish);
  }

  /** What is kept of a slot in a file, once the slot is idle. Null where there is no such slot. */
  async save(id: number): Promise<Kept | null> {
    const slot = await this.#idle(id);
    return slot && pruned(slot.kept, this.#options.slidingWindow);
  }

  /** Lets a slot hold what a file keeps, once it is idle. False where there is no such slot, or no room for that: then it holds nothing. */
  async restore(id: number, kept: Kept): Promise<boolean> {
    const slot = await this.#idle(id);
    if (!slot) return false;
    const { unified, contextSize } = this.#options;
    const size = kept.tokens.length;
    const isRoom = size <= contextSize && (!unified || this.#heldBeside(slot) + size <= contextSize);
    slot.kept = isRoom ? kept : nothing();
    return isRoom;
  }

  /** Lets a slot hold nothing, once it is idle. How many tokens that were; null where there is no such slot. */
  async erase(id: number): Promise<number | null> {
    const slot = await this.#idle(id);
    const erased = slot?.kept.tokens.length ?? null;
    if (slot) slot.kept = nothing();
    return erased;
  }

  async #idle(id: number): Promise<Slot | null> {
    const slot = this.slots[id];
    while (slot?.run) await new Promise<void>((resolve) => this.#deferred.push(resolve));
    return slot ?? null;
  }

  #lease(slot: Slot, { tokens, marks = [] }: Wish): Lease {
    const { slidingWindow: window } = this.#options;
    const prompt: Prompt = { tokens, marks, window };
    const { run } = slot;
    const grow = (count: number, next: () => Kept): void => {
      if (slot.run !== run) throw new CellsExceeded();
      this.#take(count);
      slot.kept = next();
    };
    return {
      slot,
      reused: slot.kept.tokens.length,
      read: () => {
        const next = readBatch(slot.kept, prompt);
        grow(next.tokens.length - slot.kept.tokens.length, () => next);
        return next.tokens.length < tokens.length;
      },
      write: (token) => grow(1, () => withToken(slot.kept, token, window)),
      release: () => {
        if (slot.run === run) this.#free(slot);
        this.#serve();
      },
    };
  }

  /** Makes room for so many more tokens: idle slots are cleared for it, one after another. */
  #take(count: number): void {
    const isTooMuch = () => this.#heldBeside(null) + count > this.#options.contextSize;
    while (this.#options.unified && isTooMuch()) {
      const idle = this.slots.find(({ run, kept }) => !run && kept.tokens.length > 0);
      if (!idle) throw this.#lost();
      idle.kept = nothing();
    }
  }

  #lost(): CellsExceeded {
    for (const slot of this.slots.filter(({ run }) => run)) {
      this.#free(slot);
      slot.kept = nothing();
    }
    return new CellsExceeded();
  }

  #free(slot: Slot): void {
    slot.run = null;
    slot.usedAt = ++this.#clock;
    for (const go of this.#deferred.splice(0)) go();
  }

  #heldBeside(slot: Slot | null): number {
    return this.slots.reduce((sum, one) => sum + (one === slot ? 0 : one.kept.tokens.length), 0);
  }

  #serve(): void {
    const waiting = this.#waiters;
    this.#waiters = [];
    const left = waiting.filter(({ wish, grant }) => {
      const slot = this.#available(wish);
      if (!slot || slot.run) return true;
      this.#start(slot, wish.tokens);
      grant(slot);
      return false;
    });
    this.#waiters = [...left, ...this.#waiters];
  }

  #start(slot: Slot, tokens: Tokens): void {
    const { unified, cacheIdleSlots, hostTokens, slidingWindow } = this.#options;
    slot.run = {};
    for (const idle of this.slots) {
      if (idle.run || !cacheIdleSlots || hostTokens === 0) continue;
      this.#save(idle);
      if (unified) idle.kept = nothing();
    }
    slot.kept = resumed(slot.kept, tokens, slidingWindow);
  }

  /** The slot that is asked for, else the idle one with the most similar prompt, else the one used longest ago. It may be busy where it is asked for. */
  #available({ tokens, slot: wanted }: Wish): Slot | undefined {
    const named = this.slots[wanted];
    let [slot, best] = [named, 0];
    for (const one of wanted < 0 ? this.slots : named ? [named] : []) {
      const like = commonPrefix(one.kept.tokens, tokens) / tokens.length;
      if (one.run || like <= Math.max(best, leastSimilarity)) continue;
      [slot, best] = [one, like];
    }
    const remains = slot ? (best * tokens.length) / slot.kept.tokens.length : 0;
    slot ??= this.slots.filter(({ run }) => !run).sort((a, b) => a.usedAt - b.usedAt || b.id - a.id)[0];
    if (slot && remains < leastKept) this.#exchange(slot, tokens);
    return slot;
  }

  /** What the slot is about to lose goes to the host, and what suits the prompt better comes from there, if there are cells for it. */
  #exchange(slot: Slot, tokens: Tokens): void {
    if (this.#options.hostTokens === 0) return;
    this.#save(slot);
    const better = this.#host.better(slot.kept, tokens);
    if (!better) return;
    const { unified, contextSize } = this.#options;
    const isRoom = !unified || this.#heldBeside(slot) + better.tokens.length <= contextSize;
    slot.kept = isRoom ? better : nothing();
    if (isRoom) this.#host.take(better);
  }

  #save({ kept }: Slot): void {
    this.#host.save(pruned(kept, this.#options.slidingWindow));
  }
}
