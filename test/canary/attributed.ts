import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backend, CompletionRequest } from '../../src/inference/backend.ts';
import type { Wire } from './wire.ts';

/** Owner of a request that counts the texts of a prompt: it says of nobody whose that is, but all of it is one's. */
export const somebody = '*';

/** For whom what reaches the server was made: one at a time, so that each request has one owner. */
export class Attribution {
  /** Whose request is on the wire, several with blanks between; null when nobody asked for any. */
  owner: string | null = null;
  readonly #planning = new AsyncLocalStorage<string>();
  #queue: Promise<void> = Promise.resolve();

  /** A prompt for this speaker is being made: what is asked from here on is asked for it, where it does not say for whom. */
  planFor(speaker: string): void {
    this.#planning.enterWith(speaker);
  }

  /** Asks a classifier about these. */
  asking<T>(whom: readonly string[], ask: () => Promise<T>): Promise<T> {
    return this.#planning.run(whom.join(' '), ask);
  }

  #ownerOf({ cache }: CompletionRequest): string {
    const [, speaker] = cache?.key.split('/') ?? [];
    return speaker ?? this.#planning.getStore() ?? '';
  }

  async #take(owner: string): Promise<() => void> {
    const before = this.#queue;
    let release = (): void => undefined;
    this.#queue = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.owner = owner;
    return () => {
      this.owner = null;
      release();
    };
  }

  /** The same backend, each of whose requests has its owner while it is on the wire. */
  of(backend: Backend, wire: Wire): Backend {
    const held = async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
      const release = await this.#take(owner);
      try {
        return await work();
      } finally {
        release();
      }
    };
    const { countTokens, complete } = backend;
    const attribution = this;
    return {
      ...backend,
      async *complete(request, signal) {
        const owner = attribution.#ownerOf(request);
        const release = await attribution.#take(owner);
        try {
          yield* complete.call(backend, request, signal);
        } finally {
          if (signal.aborted) await wire.settled();
          release();
        }
      },
      ...(countTokens && {
        countTokens: (texts: readonly string[], signal?: AbortSignal) =>
          held(somebody, () => countTokens.call(backend, texts, signal)),
      }),
    };
  }
}
