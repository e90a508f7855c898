import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsOften, patience } from '../../cases.ts';
import { anyScenes, povTrouble } from './per-pov.ts';

test(
  'RP-050 RP-064 ruling 9 (Per-POV): in scenes with whispers no request and no summary of somebody holds what they did not perceive, the group’s only what all did',
  async () => {
    const tally = { requests: 0, group: 0, kept: 0 };
    await holdsOften(
      fc.asyncProperty(anyScenes, async (steps) => {
        expect(await povTrouble(steps, tally)).toEqual([]);
      }),
      15,
      () => ({ requests: [tally.requests, 40], group: [tally.group, 5], kept: [tally.kept, 20] }),
    );
  },
  patience,
);
