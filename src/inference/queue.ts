import type { Backend, CompletionEvent, CompletionRequest } from './backend.ts';

/** Lets so many at a time through, the others wait in order. */
class Queue {
  readonly #waiting: (() => void)[] = [];
  #capacity = 1;

  /** Makes room for so many more. */
  widen(by: number): void {
    this.#capacity += by;
    while (this.#capacity > 0 && this.#waiting.length > 0) {
      this.#capacity -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when it is one's turn. Rejects when the signal aborts first. */
  enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#capacity > 0) {
        this.#capacity -= 1;
        return resolve();
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  leave(): void {
    this.widen(1);
  }
}

/**
 * The backend with at most so many replies at a time, by default one: a server without slots lets the others
 * wait where they cannot be stopped. While `capacity` rejects or says 0 there is one, and the next reply asks again.
 */
export const oneAtATime = (backend: Backend, capacity: () => Promise<number> = async () => 1): Backend => {
  const queue = new Queue();
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    const known = await capacity().catch(() => 0);
    if (known > 0) queue.widen(known - 1);
    else asking = null;
  };
  return {
    ...backend,
    complete: async function* (request, signal) {
      asking ??= ask();
      await orAborted(asking, signal);
      yield* queued(queue, backend, request, signal);
    },
  };
};

async function* queued(
  queue: Queue,
  backend: Backend,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  try {
    await queue.enter(signal);
  } catch {
    return yield { type: 'aborted', text: '' };
  }
  try {
    yield* backend.complete(request, signal);
  } finally {
    queue.leave();
  }
}

/** Resolves with the work, or as soon as the signal aborts. */
const orAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, aborted]);
  signal.removeEventListener('abort', stop);
};
