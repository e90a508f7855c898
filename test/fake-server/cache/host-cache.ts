import { commonPrefix } from '../../../src/domain/common-prefix.ts';
import type { Kept, Tokens } from './kept.ts';

const leastKept = 0.25;

/** The prompts that a llama.cpp server keeps in its main memory (`--cache-ram`), by the rules of its own source. */
export class HostCache {
  readonly #mostTokens: number;
  #prompts: Kept[] = [];

  /** With no room at all it keeps nothing. */
  constructor(mostTokens: number) {
    this.#mostTokens = mostTokens;
  }

  /** Keeps what a slot has read, unless it is kept already; what is contained in it goes, and the oldest for want of room. */
  save(kept: Kept): void {
    const size = kept.tokens.length;
    const shared = this.#prompts.map(({ tokens }) => commonPrefix(tokens, kept.tokens));
    if (size === 0 || size > this.#mostTokens || shared.includes(size)) return;
    this.#prompts = this.#prompts.filter(({ tokens }, at) => shared[at] !== tokens.length);
    this.#prompts.push({ ...kept, tokens: [...kept.tokens] });
    while (this.#size > this.#mostTokens) this.#prompts.shift();
  }

  /** What suits this prompt better than what a slot has read; null where nothing does. */
  better({ tokens: read }: Kept, prompt: Tokens): Kept | null {
    const likeness = (tokens: Tokens) => {
      const shared = commonPrefix(tokens, prompt);
      return { kept: tokens.length > 0 ? shared / tokens.length : -1, like: shared / prompt.length };
    };
    let found: Kept | null = null;
    let best = likeness(read);
    for (const candidate of this.#prompts) {
      const { kept, like } = likeness(candidate.tokens);
      if (kept < leastKept || kept <= best.kept || like <= best.like) continue;
      found = candidate;
      best = { kept, like };
    }
    return found;
  }

  /** Takes out what a slot has taken over. */
  take(kept: Kept): void {
    this.#prompts = this.#prompts.filter((candidate) => candidate !== kept);
  }

  get #size(): number {
    return this.#prompts.reduce((sum, { tokens }) => sum + tokens.length, 0);
  }
}
