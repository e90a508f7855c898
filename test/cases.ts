import fc from 'fast-check';
import { longest } from './limit.ts';

/** The part of all cases that properties draw: a quarter, so that the tests are short; `SOTTO_SOAK=N`: all, N times. */
const share = Number(process.env.SOTTO_SOAK ?? 1 / 4);

/** How often a property runs that draws `count` cases in a soak. */
export const runs = (count: number): { numRuns: number } => ({
  numRuns: Math.max(1, Math.round(count * share)),
});

/** How long a property may take, in milliseconds. */
export const patience = longest * Math.max(1, share);

/** What a tally must exceed that says whether cases reach what a property is about; `ofAll` where all are drawn. */
export const drawn = (ofAll: number): number => (share < 1 ? Math.floor((ofAll * share) / 2) : ofAll);

const mostRounds = 40;

/**
 * Runs a property as `runs(count)` says, and on with new cases while a tally does not exceed what it must: few cases may
 * miss by chance what is seldom. `tallies`: how often what happened, and what that must exceed where all cases are drawn.
 */
export async function holdsOften<Case>(
  property: fc.IAsyncProperty<Case>,
  count: number,
  tallies: () => Readonly<Record<string, readonly [times: number, ofAll: number]>>,
): Promise<void> {
  const seed = Number(process.env.SOTTO_SEED);
  const rare = () => Object.entries(tallies()).filter(([, [times, ofAll]]) => times <= drawn(ofAll));
  for (let round = 0; round < mostRounds; round += 1) {
    await fc.assert(property, { ...runs(count), seed: seed + round });
    if (rare().length === 0) return;
  }
  throw new Error(`the cases do not reach what the property is about: ${JSON.stringify(rare())}`);
}
