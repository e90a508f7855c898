import { afterAll, expect, test } from 'vitest';
import { drawn, patience, runs } from '../cases.ts';
import { freshFolder, openStore } from '../histories.ts';
import { type Flown, fly } from './flight.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
afterAll(() => {
  store.close();
  remove();
});

const { numRuns: chats } = runs(8);
const most = 4 * chats;
const turns = 40;
const first = Number(process.env.SOTTO_SEED);

test(
  'invariant 2 KT-07: in simulated chats no word reaches the server, or a screen, in the name of somebody who may not know it',
  async () => {
    const flown: Flown[] = [];
    const sum = (count: (one: Flown) => number): number => flown.reduce((all, one) => all + count(one), 0);
    const isEnough = (): boolean =>
      sum(({ secrets }) => secrets) > drawn(200) &&
      sum(({ read }) => read.wire) > drawn(1000) &&
      sum(({ read }) => read.screen) > drawn(20);
    const isMostlyDone = (): boolean => sum(({ refused }) => refused) < (flown.length * turns) / 3;
    // Not each chat is watched on a screen, and one whose cast leaves early refuses much.
    while (flown.length < chats || (flown.length < most && !(isEnough() && isMostlyDone())))
      flown.push(await fly(store, first + flown.length, turns));
    expect(isEnough()).toBe(true);
    expect(flown.flatMap(({ leaks }) => leaks)).toEqual([]);
    expect(flown.flatMap(({ failures }) => failures)).toEqual([]);
    expect(isMostlyDone()).toBe(true);
  },
  patience,
);
