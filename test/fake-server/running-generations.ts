import type { Generation } from './apis/api.ts';

/** The generations under way by the key that their clients gave them, and the last one that began. */
export class RunningGenerations {
  readonly #running = new Map<string, AbortController>();
  last: Pick<Generation, 'output' | 'promptTokens'> | null = null;

  /** A signal that aborts when this key is told to, or when the server closes. */
  start(key: string): AbortSignal {
    const controller = new AbortController();
    this.#running.set(key, controller);
    return controller.signal;
  }

  /** True when there was such a generation. */
  abort(key: string): boolean {
    const controller = this.#running.get(key);
    controller?.abort();
    return this.#running.delete(key);
  }

  abortAll(): void {
    for (const key of [...this.#running.keys()]) this.abort(key);
  }
}
