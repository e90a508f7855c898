type Tokens = readonly number[];

const mostKept = 64;
const leastKept = 0.25;

/** How many tokens two prompts share from their beginning. */
export const commonPrefix = (one: Tokens, other: Tokens): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
};

/** The prompts that a llama.cpp server keeps in its main memory (`--cache-ram`), by the rules of its own source. */
export class HostCache {
  #prompts: Tokens[] = [];

  /** Keeps what a slot has cached, unless it is kept already; what is contained in it goes. */
  save(cached: Tokens): void {
    const shared = this.#prompts.map((prompt) => commonPrefix(prompt, cached));
    if (cached.length === 0 || shared.includes(cached.length)) return;
    this.#prompts = this.#prompts.filter((prompt, at) => shared[at] !== prompt.length);
    this.#prompts = [...this.#prompts, cached].slice(-mostKept);
  }

  /** The better of what a slot has cached and what is kept, for this prompt; what is taken from here is no longer kept. */
  load(cached: Tokens, prompt: Tokens): Tokens {
    const likeness = (tokens: Tokens) => {
      const shared = commonPrefix(tokens, prompt);
      return { kept: tokens.length > 0 ? shared / tokens.length : -1, like: shared / prompt.length };
    };
    let taken: Tokens | null = null;
    let best = likeness(cached);
    for (const candidate of this.#prompts) {
      const { kept, like } = likeness(candidate);
      if (kept < leastKept || kept <= best.kept || like <= best.like) continue;
      taken = candidate;
      best = { kept, like };
    }
    if (taken === null) return cached;
    this.#prompts = this.#prompts.filter((candidate) => candidate !== taken);
    return taken;
  }
}
