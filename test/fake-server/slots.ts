import { type Lease, type Slot, SlotPool } from '../../src/inference/understudy/slots.ts';

/** How the cache of a llama.cpp server works, where it is not as with `-np`. */
interface CacheOptions {
  /** All slots share one cache: the start of a generation clears those that are idle, as without `-np`. */
  readonly clearsIdleSlots?: boolean;
  /** Tokens that can be taken back from the end of a slot, as with a model of sliding-window attention. */
  readonly rollbackLimit?: number;
}

type Tokens = readonly number[];

/** Where a sliding-window model can be cut back to: so many tokens before the end of a prompt. */
const checkpointsBefore = [516, 4];

/** The slots of a llama.cpp server, by its own rules for a cache that is shared and for sliding-window attention. */
export class LlamaCppSlots extends SlotPool {
  readonly #options: CacheOptions;
  /** The lengths that cached tokens can be cut back to at any time. */
  readonly #checkpoints = new WeakMap<Tokens, readonly number[]>();

  constructor(count: number, options: CacheOptions = {}) {
    super(count);
    this.#options = options;
  }

  override release(slot: Slot, tokens: Tokens): void {
    this.#checkpoints.set(tokens, this.#checkpointsOf(slot.cached));
    super.release(slot, tokens);
  }

  protected override start(slot: Slot, tokens: Tokens): Lease {
    const checkpoints = this.#checkpointsOf(slot.cached);
    const lease = super.start(slot, tokens);
    if (this.#options.clearsIdleSlots) {
      for (const other of this.slots.filter(({ busy }) => !busy)) other.cached = [];
    }
    const passed = checkpointsBefore
      .map((before) => tokens.length - before)
      .filter((at) => at > lease.reused);
    this.#checkpoints.set(tokens, [...checkpoints.filter((at) => at <= lease.reused), ...passed]);
    return lease;
  }

  protected override reusable(cached: Tokens, prompt: Tokens): number {
    const shared = super.reusable(cached, prompt);
    const { rollbackLimit = Number.POSITIVE_INFINITY } = this.#options;
    if (cached.length - shared <= rollbackLimit) return shared;
    return Math.max(0, ...this.#checkpointsOf(cached).filter((at) => at <= shared));
  }

  #checkpointsOf(tokens: Tokens): readonly number[] {
    return this.#checkpoints.get(tokens) ?? [];
  }
}
