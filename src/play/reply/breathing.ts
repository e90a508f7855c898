import { setImmediate } from 'node:timers/promises';

const breathEveryMs = 8;

/**
 * Makes a pause to be awaited in a loop over what arrives: most return at once, but every few milliseconds one lets timers,
 * keys and the screen have their turn, however much arrives at once. `clock` counts milliseconds.
 */
export function breathing(clock: () => number): () => Promise<void> {
  let last = clock();
  return async () => {
    if (clock() - last < breathEveryMs) return;
    await setImmediate();
    last = clock();
  };
}
