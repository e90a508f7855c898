import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patience, runs } from '../../histories.ts';
import { anyPassedCase, compare, noTally } from '../interference.ts';

test(
  'invariant 2 KT-07 RP-087: passes by a model that tells all it is shown leave no trace of what somebody did not perceive in their mind, prompt, screen and replies',
  async () => {
    const tally = noTally();
    await fc.assert(
      fc.asyncProperty(anyPassedCase, (one) => compare(one, tally)),
      runs(30),
    );
    expect(tally.left).toBeGreaterThan(60);
  },
  patience * 6,
);
