import { setImmediate as turn } from 'node:timers/promises';

const longestMs = 8;

/**
 * Makes a pause to be awaited in a loop over what arrives: it returns at once, but where the loop has gone on for some
 * milliseconds without a rest, timers, keys and the screen have their turn first, however much arrives at once. `clock`
 * counts milliseconds.
 */
export function yielding(clock: () => number): () => Promise<void> {
  let busySince: number | null = null;
  return async () => {
    if (busySince === null) {
      busySince = clock();
      setImmediate(() => {
        busySince = null;
      });
    }
    if (clock() - busySince >= longestMs) await turn();
  };
}
