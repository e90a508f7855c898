import type { BackendFailure } from '../backend.ts';

const longestTimer = 2 ** 31 - 1;

/**
 * Aborts its `signal` when the caller's signal does, or when waiting has used up the time granted last.
 * Only time spent in `watch` counts, so a slow consumer of the stream is not taken for a silent server.
 */
export class Watchdog {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop = (): void => this.#controller.abort();
  #remainingMs = Number.POSITIVE_INFINITY;
  #onTimeout: BackendFailure | null = null;
  #verdict: BackendFailure | null = null;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    if (outer.aborted) this.#stop();
    else outer.addEventListener('abort', this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the time was over; null while it is not. */
  get verdict(): BackendFailure | null {
    return this.#verdict;
  }

  /** Grants this many milliseconds from now on. 0 is without limit. */
  grant(timeMs: number, onTimeout: BackendFailure): void {
    this.#remainingMs = timeMs > 0 ? Math.min(timeMs, longestTimer) : Number.POSITIVE_INFINITY;
    this.#onTimeout = onTimeout;
  }

  async watch<T>(work: Promise<T>): Promise<T> {
    if (this.#remainingMs === Number.POSITIVE_INFINITY) return work;
    const since = performance.now();
    if (this.#remainingMs <= 0) this.#expire();
    let isOver = false;
    // What came while this process stood still is read before the time is called over.
    const look = () => setImmediate(() => isOver || this.#expire());
    const timer = setTimeout(look, this.#remainingMs);
    try {
      return await work;
    } finally {
      isOver = true;
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - since;
    }
  }

  #expire(): void {
    this.#verdict ??= this.#onTimeout;
    this.#controller.abort();
  }

  /** Lets go of the caller's signal and of whatever still hangs on its own. */
  close(): void {
    this.#outer.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }
}
