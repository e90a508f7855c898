import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { freshFolder, openStore, patience, runs } from '../../histories.ts';
import { anyPlay, picnicTrouble, type Tally } from './picnic.ts';

const one = freshFolder();
const store = openStore(one.folder);
afterAll(() => {
  store.close();
  one.remove();
});

test(
  'RP-004 RP-070 RP-085 the picnic basket: what an occasion had at hand is in no later prompt, mind or export, and in no memory ever, and what it gave, taught and told is where it belongs',
  async () => {
    const tally: Tally = { ended: 0, noticed: 0, remembered: 0 };
    let title = 0;
    await fc.assert(
      fc.asyncProperty(anyPlay, async (acts) => {
        title += 1;
        expect(await picnicTrouble(store, `The quay ${title}`, acts, tally)).toEqual([]);
      }),
      runs(20),
    );
    expect(tally.ended).toBeGreaterThan(20);
    expect(tally.noticed).toBeGreaterThan(50);
    expect(tally.remembered).toBeGreaterThan(20);
  },
  patience,
);
