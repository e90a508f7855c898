import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patience, runs } from '../histories.ts';
import { anyCase, anyWandering, compare, noTally } from './interference.ts';

test(
  'invariant 2 KT-07 RP-083: what a character did not perceive leaves no trace in its prompt, its screen, its files and its own replies',
  async () => {
    const tally = noTally();
    await fc.assert(
      fc.asyncProperty(anyCase, (one) => compare(one, tally)),
      runs(130),
    );
    expect(tally.left).toBeGreaterThan(300);
    expect(tally.thoughts).toBeGreaterThan(4);
    expect(tally.painted).toBeGreaterThan(4);
    expect(tally.failures).toBeGreaterThan(100);
    expect(tally.untold).toBeGreaterThan(100);
    expect(tally.doors).toBeGreaterThan(400);
  },
  patience * 6,
);

test(
  'invariant 2 RP-079 RP-080 nor in its tree: forks, names, what is current, where moves lead, through whosever eyes',
  async () => {
    const tally = noTally();
    await fc.assert(
      fc.asyncProperty(anyWandering, (one) => compare(one, tally)),
      runs(40),
    );
    expect(tally.left).toBeGreaterThan(60);
  },
  patience * 6,
);
