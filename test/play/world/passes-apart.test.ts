import fc from 'fast-check';
import { test } from 'vitest';
import { holdsOften, patience } from '../../cases.ts';
import { anyPassedCase, compare, noTally } from '../interference.ts';

test(
  'invariant 2 KT-07 RP-087: passes by a model that tells all it is shown leave no trace of what somebody did not perceive in their mind, prompt, screen and replies',
  async () => {
    const tally = noTally();
    await holdsOften(
      fc.asyncProperty(anyPassedCase, (one) => compare(one, tally)),
      30,
      () => ({ left: [tally.left, 60] }),
    );
  },
  patience * 6,
);
