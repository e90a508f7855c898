import { AsyncLocalStorage } from 'node:async_hooks';
import type { Backend, CompletionRequest } from '../../src/inference/backend.ts';
import { askedFor } from '../play/passed.ts';
import type { Wire } from './wire.ts';

/** Owner of a request that says of nobody whose it is, but all of which is one's: that counts the texts of a prompt, or reads on in a scene. */
export const somebody = '*';

/** For whom what reaches the server was made: one at a time, so that each request has one owner. */
export class Attribution {
  /** Whose request is on the wire, several with blanks between; null when nobody asked for any. */
  owner: string | null = null;
  readonly #planning = new AsyncLocalStorage<string>();
  readonly #idOf: (name: string) => string;
  #queue: Promise<void> = Promise.resolve();

  constructor(idOf: (name: string) => string) {
    this.#idOf = idOf;
  }

  /** A prompt for this speaker is being made: what is asked from here on is asked for it, where it does not say for whom. */
  planFor(speaker: string): void {
    this.#planning.enterWith(speaker);
  }

  /** Asks a classifier about these. */
  asking<T>(whom: readonly string[], ask: () => Promise<T>): Promise<T> {
    return this.#planning.run(whom.join(' '), ask);
  }

  #ownerOf({ cache, prompt }: CompletionRequest): string {
    const [, speaker] = cache?.key.split('/') ?? [];
    if (speaker !== undefined) return speaker;
    const asked = askedFor(prompt);
    if (asked !== '') return this.#idOf(asked);
    return prompt.startsWith('A scene of a roleplay.') ? somebody : (this.#planning.getStore() ?? '');
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
        async countTokens(texts: readonly string[], signal?: AbortSignal) {
          const release = await attribution.#take(somebody);
          try {
            return await countTokens.call(backend, texts, signal);
          } finally {
            if (signal?.aborted) await wire.settled();
            release();
          }
        },
      }),
    };
  }
}
