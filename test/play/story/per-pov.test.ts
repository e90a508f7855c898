import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patience, runs } from '../../histories.ts';
import { anyScenes, povTrouble } from './per-pov.ts';

test(
  'RP-050 RP-064 ruling 9 (Per-POV): in scenes with whispers no request and no summary of somebody holds what they did not perceive, the group’s only what all did',
  async () => {
    const tally = { requests: 0, group: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(anyScenes, async (steps) => {
        expect(await povTrouble(steps, tally)).toEqual([]);
      }),
      runs(15),
    );
    expect(tally.requests).toBeGreaterThan(40);
    expect(tally.group).toBeGreaterThan(5);
    expect(tally.kept).toBeGreaterThan(20);
  },
  patience,
);
