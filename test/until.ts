import { setTimeout as wait } from 'node:timers/promises';
import { longest } from './limit.ts';

/** As a test begins, before it makes time stand still. */
const now = performance.now.bind(performance);

/**
 * Resolves when a check passes; it is made again every few milliseconds for as long as the test may run, and what it said
 * last is shown when the test has run out of time. No wait has a shorter limit, for none knows how busy the machine is.
 * Goes by real time, also where a test has made it stand still.
 */
export async function until<Found>(check: () => Found | Promise<Found>, everyMs = 5): Promise<Found> {
  for (const end = now() + longest - 10_000; ; await wait(everyMs)) {
    try {
      return await check();
    } catch (error) {
      if (now() > end) throw error;
    }
  }
}
