/** What one sequence of a server's cache holds: its tokens, and the lengths that it can be cut back to at any time. */
export interface Held {
  readonly tokens: readonly number[];
  readonly checkpoints: readonly number[];
}

/** An empty sequence. */
export const nothingHeld: Held = { tokens: [], checkpoints: [] };

const mostKept = 64;
const leastKept = 0.25;

/** How many tokens two prompts share from their beginning. */
export const commonPrefix = (one: readonly number[], other: readonly number[]): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
};

/** The prompts that a llama.cpp server keeps in its main memory (`--cache-ram`), by the rules of its own source. */
export class HostCache {
  #states: Held[] = [];

  /** Keeps what a slot holds, unless it is kept already; what is contained in it goes. */
  save(held: Held): void {
    const { length } = held.tokens;
    const shared = this.#states.map(({ tokens }) => commonPrefix(tokens, held.tokens));
    if (length === 0 || shared.includes(length)) return;
    this.#states = this.#states.filter(({ tokens }, at) => shared[at] !== tokens.length);
    this.#states = [...this.#states, held].slice(-mostKept);
  }

  /** The better of what a slot holds and what is kept, for this prompt; what is taken from here is no longer kept. */
  load(held: Held, prompt: readonly number[]): Held {
    const likeness = ({ tokens }: Held) => {
      const shared = commonPrefix(tokens, prompt);
      return { kept: tokens.length > 0 ? shared / tokens.length : -1, like: shared / prompt.length };
    };
    let taken: Held | null = null;
    let best = likeness(held);
    for (const state of this.#states) {
      const { kept, like } = likeness(state);
      if (kept < leastKept || kept <= best.kept || like <= best.like) continue;
      taken = state;
      best = { kept, like };
    }
    if (taken === null) return held;
    this.#states = this.#states.filter((state) => state !== taken);
    return taken;
  }
}
