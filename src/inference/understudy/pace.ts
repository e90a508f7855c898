import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until the n-th token is due at this speed. At 0 tokens per second it only lets other work through
 * now and then. Rejects when the signal aborts.
 */
export class Pace {
  readonly #tokensPerSecond: number;
  readonly #signal: AbortSignal;
  readonly #since = performance.now();
  #count = 0;

  constructor(tokensPerSecond: number, signal: AbortSignal) {
    this.#tokensPerSecond = tokensPerSecond;
    this.#signal = signal;
  }

  async next(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#count += 1;
    if (this.#tokensPerSecond > 0) {
      const due = this.#since + (1000 * this.#count) / this.#tokensPerSecond;
      const early = due - performance.now();
      if (early >= 1) await sleep(early, undefined, { signal: this.#signal });
    } else if (this.#count % 16 === 0) await new Promise(setImmediate);
    this.#signal.throwIfAborted();
  }
}
