import type { Context, Sequence } from './native.ts';

/** Gives each owner of a cache a sequence of its own; when all are taken, the one longest unused changes hands. */
export class Sequences {
  readonly #context: Context;
  /** Longest unused first. */
  readonly #sequences = new Map<string, Sequence>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** How many owners can have one at the same time. */
  get count(): number {
    return this.#context.totalSequences;
  }

  /** The owner's sequence, with what is in it of the last time. */
  take(owner: string): Sequence {
    const sequence = this.#release(owner) ?? this.#free() ?? this.#release(this.#longestUnused());
    if (!sequence) throw new Error('a context has at least one sequence');
    this.#sequences.set(owner, sequence);
    return sequence;
  }

  /** Throws away what is in the owner's sequence: nobody knows what a failure left there. */
  async discard(owner: string): Promise<void> {
    await this.#release(owner)?.dispose();
  }

  #free(): Sequence | undefined {
    return this.#context.sequencesLeft > 0 ? this.#context.getSequence() : undefined;
  }

  #longestUnused(): string {
    const [owner = ''] = this.#sequences.keys();
    return owner;
  }

  #release(owner: string): Sequence | undefined {
    const sequence = this.#sequences.get(owner);
    this.#sequences.delete(owner);
    return sequence;
  }
}
