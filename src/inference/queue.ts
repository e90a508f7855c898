import type { Backend, CompletionEvent, CompletionRequest } from './backend.ts';
import { type Place, ServerQueue } from './transport/server-queue.ts';

/**
 * The backend behind a queue, by default one of its own: a server without slots lets the others wait where they cannot be
 * stopped. `capacity` says how many requests run side by side; while it rejects or says 0 there is one, and the next
 * request asks again. What gives way comes again by itself, and then says nothing twice.
 */
export const inQueue = (
  backend: Backend,
  queue = new ServerQueue(),
  capacity: () => Promise<number> = async () => 1,
): Backend => {
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    const known = await capacity().catch(() => 0);
    if (known > 0) queue.resize(known);
    else asking = null;
  };
  return {
    ...backend,
    complete: async function* (request, signal) {
      asking ??= ask();
      await orAborted(asking, signal);
      yield* inTurn(queue, backend, request, signal);
    },
  };
};

async function* inTurn(
  queue: ServerQueue,
  backend: Backend,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const { standing = { priority: 'narrative' }, cache } = request;
  const applicant = { standing, owner: cache?.key ?? '' };
  for (let isBack = false; ; isBack = true) {
    const place = await queue.enter({ ...applicant, isBack }, signal).catch(() => null);
    if (!place) return yield { type: 'aborted', text: '' };
    try {
      if (standing.priority === 'narrative' || standing.priority === 'choice')
        return yield* backend.complete(request, signal);
      if (yield* whileAllowed(backend, request, place, signal)) return;
    } finally {
      place.leave();
    }
  }
}

const ends: ReadonlySet<string> = new Set(['finished', 'failed', 'aborted']);

/** A reply whose text is held back until it is whole, for it may begin again. Returns whether it came to its end. */
async function* whileAllowed(
  backend: Backend,
  request: CompletionRequest,
  { givesWay }: Place,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, boolean> {
  const held: CompletionEvent[] = [];
  for await (const event of backend.complete(request, AbortSignal.any([signal, givesWay]))) {
    if (event.type === 'aborted' && givesWay.aborted && !signal.aborted) return false;
    if (event.type === 'progress' || event.type === 'notice') yield event;
    else if (ends.has(event.type)) yield* [...held, event];
    else held.push(event);
  }
  return true;
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
