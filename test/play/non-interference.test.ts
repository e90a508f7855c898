import fc from 'fast-check';
import { test } from 'vitest';
import { holdsOften, patience } from '../cases.ts';
import { anyCase, anyWandering, compare, noTally } from './interference.ts';

test(
  'invariant 2 KT-07 RP-083: what a character did not perceive leaves no trace in its prompt, its screen, its files and its own replies',
  async () => {
    const tally = noTally();
    await holdsOften(
      fc.asyncProperty(anyCase, (one) => compare(one, tally)),
      130,
      () => ({
        left: [tally.left, 300],
        thoughts: [tally.thoughts, 4],
        painted: [tally.painted, 4],
        failures: [tally.failures, 100],
        untold: [tally.untold, 100],
        doors: [tally.doors, 400],
      }),
    );
  },
  patience * 6,
);

test(
  'invariant 2 RP-079 RP-080 nor in its tree: forks, names, what is current, where moves lead, through whosever eyes',
  async () => {
    const tally = noTally();
    await holdsOften(
      fc.asyncProperty(anyWandering, (one) => compare(one, tally)),
      40,
      () => ({ left: [tally.left, 60] }),
    );
  },
  patience * 6,
);
