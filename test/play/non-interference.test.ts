import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { freshFolder, openStore, patience, runs } from '../histories.ts';
import { anyCase, compare, type Tally } from './interference.ts';

const one = freshFolder();
const other = freshFolder();
const stores = [openStore(one.folder), openStore(other.folder)] as const;
afterAll(() => {
  for (const store of stores) store.close();
  one.remove();
  other.remove();
});

test(
  'invariant 2 KT-07 RP-083: what a character did not perceive leaves no trace in its prompt, its screen, its files and its own replies',
  async () => {
    const tally: Tally = { cases: 0, left: 0, thoughts: 0, painted: 0 };
    await fc.assert(
      fc.asyncProperty(anyCase, (one) => compare(stores, one, tally)),
      runs(150),
    );
    expect(tally.left).toBeGreaterThan(300);
    expect(tally.thoughts).toBeGreaterThan(4);
    expect(tally.painted).toBeGreaterThan(4);
  },
  patience * 6,
);
