import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { freshFolder, openStore, patience, runs, Scene, settings } from '../../histories.ts';
import { anyPlay, Picnic, type Tally } from './picnic.ts';

/** What goes on stands before the history, so that passes are shown it as well. */
const seen = { ...settings.layout, live: 'before_history' } as const;
const one = freshFolder();
const store = openStore(one.folder);
afterAll(() => {
  store.close();
  one.remove();
});

test(
  'RP-004 RP-070 RP-085 the picnic basket: what an occasion had at hand is in no later prompt, mind, memory or export, and what it gave, taught and told is where it belongs',
  async () => {
    const tally: Tally = { ended: 0, noticed: 0 };
    let title = 0;
    await fc.assert(
      fc.asyncProperty(anyPlay, async (acts) => {
        title += 1;
        const scene = new Scene(store, { title: `The quay ${title}`, settings: { layout: seen } });
        const picnic = new Picnic(scene, tally);
        await picnic.begin();
        for (const act of acts) {
          await picnic.act(act);
          expect(await picnic.wrong(), JSON.stringify(act)).toEqual([]);
        }
      }),
      runs(20),
    );
    expect(tally.ended).toBeGreaterThan(20);
    expect(tally.noticed).toBeGreaterThan(50);
  },
  patience,
);
