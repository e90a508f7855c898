import { afterAll, expect, test } from 'vitest';
import { patience } from '../cases.ts';
import { freshFolder, openStore } from '../histories.ts';
import { type Flown, fly } from './flight.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
afterAll(() => {
  store.close();
  remove();
});

const chats = 8;
const turns = 40;

test(
  'invariant 2 KT-07: in simulated chats no word reaches the server, or a screen, in the name of somebody who may not know it',
  async () => {
    const flown: Flown[] = [];
    for (let chat = 0; chat < chats; chat += 1) flown.push(await fly(store, chat, turns));
    const sum = (count: (one: Flown) => number): number => flown.reduce((all, one) => all + count(one), 0);
    expect(flown.flatMap(({ leaks }) => leaks)).toEqual([]);
    expect(flown.flatMap(({ failures }) => failures)).toEqual([]);
    expect(sum(({ secrets }) => secrets)).toBeGreaterThan(200);
    expect(sum(({ read }) => read.wire)).toBeGreaterThan(1000);
    expect(sum(({ read }) => read.screen)).toBeGreaterThan(20);
    expect(sum(({ refused }) => refused)).toBeLessThan((chats * turns) / 3);
  },
  patience,
);
