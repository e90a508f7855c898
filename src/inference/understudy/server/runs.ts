import type { Performance } from './final-event.ts';

/** The generations under way by the key that their clients gave them, and the last one that ended. */
export class Runs {
  readonly #running = new Map<string, AbortController>();
  last: Pick<Performance, 'said' | 'promptTokens'> | null = null;

  /** A signal that aborts when this key is told to, or when the server closes. */
  start(genkey: string): AbortSignal {
    const controller = new AbortController();
    this.#running.set(genkey, controller);
    return controller.signal;
  }

  /** True when there was such a generation. */
  abort(genkey: string): boolean {
    const controller = this.#running.get(genkey);
    controller?.abort();
    return this.#running.delete(genkey);
  }

  abortAll(): void {
    for (const genkey of [...this.#running.keys()]) this.abort(genkey);
  }
}
