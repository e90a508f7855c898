import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { holdsOften, patience } from '../../cases.ts';
import { freshFolder, openStore } from '../../histories.ts';
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
    await holdsOften(
      fc.asyncProperty(anyPlay, async (acts) => {
        title += 1;
        expect(await picnicTrouble(store, `The quay ${title}`, acts, tally)).toEqual([]);
      }),
      20,
      () => ({ ended: [tally.ended, 20], noticed: [tally.noticed, 50], remembered: [tally.remembered, 20] }),
    );
  },
  patience,
);
