import { setTimeout as sleep } from 'node:timers/promises';

const firstWaitMs = 100;
const longestWaitMs = 2000;

/** How long to go on; 0 ms is for ever. */
export interface RetryLimit {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** The code of a refusal that passes by itself. */
export const isPassing = (code: string): boolean => code === 'loading' || code === 'busy';

/**
 * Attempts again, with growing waits, while `refusalOf` gives the code of a passing refusal, and resolves with
 * the last result. Rejects when the signal aborts.
 */
export const whileLoading = async <T>(
  attempt: () => Promise<T>,
  refusalOf: (result: T) => string | undefined,
  { limitMs, signal }: RetryLimit,
): Promise<T> => {
  const until = performance.now() + limitMs;
  for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
    const result = await attempt();
    const isOver = limitMs > 0 && performance.now() + wait > until;
    if (isOver || !isPassing(refusalOf(result) ?? '')) return result;
    await sleep(wait, undefined, { signal });
  }
};
