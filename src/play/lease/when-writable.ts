import type { ChatReader } from '../chat/chat-reader.ts';
import type { PlayParts } from '../chat/parts.ts';

const triesAgainAfterMs = 50;
const toldAfterMs = 1000;
const longestWaitMs = 600_000;
const waits = 'another program is writing to the store; waiting until it is done';

/** An open chat, and how to stop what waits in it. */
export type Waiting = Pick<ChatReader, 'parts' | 'emit'> & {
  readonly session: {
    readonly waiting: AbortController | null;
    waits(waiting: AbortController | null): void;
  };
};

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
const pause = ({ after }: PlayParts, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = after(milliseconds, () => end());
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
  });

/**
 * Writes at once, or as soon as no other program holds the store any more: the person is told that it waits, and `stop`
 * ends the wait. Returns what the work returns where that was at once, else a promise of it: of undefined when it was
 * stopped. Throws SottoError of the family `store` when waiting would not help, or has not helped for ten minutes.
 */
export function whenWritable<T>(
  chat: Waiting,
  work: () => T,
  abort: AbortController = new AbortController(),
): T | Promise<T | undefined> {
  const attempt = chat.parts.store.attempt(work);
  return attempt ? attempt.done : waiting(chat, work, abort);
}

async function waiting<T>(chat: Waiting, work: () => T, abort: AbortController): Promise<T | undefined> {
  const { store, clock, after } = chat.parts;
  const stopsBefore = chat.session.waiting;
  const { signal } = abort;
  chat.session.waits(abort);
  const untold = after(toldAfterMs, () => chat.emit({ type: 'notice', message: waits }));
  try {
    for (const end = clock() + longestWaitMs; clock() < end; ) {
      await pause(chat.parts, triesAgainAfterMs, signal);
      if (signal.aborted) return undefined;
      const next = store.attempt(work);
      if (next) return next.done;
    }
    return work();
  } finally {
    untold();
    if (chat.session.waiting === abort) chat.session.waits(stopsBefore);
  }
}
