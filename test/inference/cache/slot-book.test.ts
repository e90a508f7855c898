import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CacheOwner } from '../../../src/inference/backend.ts';
import { type Held, SlotBook } from '../../../src/inference/cache/slot-book.ts';

const speaker = (seat: number, key = `speaker ${seat}`): CacheOwner => ({ key, seat });
const classifier: CacheOwner = { key: 'classifier', seat: -1 };
const text = 'word '.repeat(200);

/** What a reply left behind: one token for each letter, so many of them reused. */
const held = (prompt: string, reusedTokens: number, reply = ''): Held => ({
  prompt,
  reply,
  promptTokens: prompt.length,
  reusedTokens,
});

/** The slot of a request that is over at once. */
const use = (book: SlotBook, owner: CacheOwner, left: Held | null = null): number | null => {
  const pin = book.pin(owner);
  pin?.release(left);
  return pin?.slot ?? null;
};

describe('who has which slot', () => {
  test('a server with one slot, or none told, is asked for none', () => {
    expect([0, 1].map((count) => use(new SlotBook(count), speaker(0)))).toEqual([null, null]);
  });

  test('a server that claims more slots than memory holds is asked for the first 256', () => {
    const book = new SlotBook(2 ** 40);
    expect([0, 255, 256].map((seat) => use(book, speaker(seat)))).toEqual([0, 255, 1]);
  });

  test('each speaker has the slot of its seat, whoever speaks first, and keeps it', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 1, 2, 0, 2],
    ]) {
      const book = new SlotBook(3);
      expect(order.map((seat) => use(book, speaker(seat)))).toEqual(order);
    }
  });

  test('a speaker whose seat another has, as of another chat, takes a free slot', () => {
    const book = new SlotBook(3);
    use(book, speaker(0));
    expect(use(book, speaker(0, 'of another chat'))).toBe(1);
    expect(use(book, speaker(1))).toBe(2);
    expect(use(book, speaker(0))).toBe(0);
  });

  test('with more speakers than slots the slot used longest ago is taken, but not one at work', () => {
    const book = new SlotBook(2);
    use(book, speaker(0));
    use(book, speaker(1));
    use(book, speaker(0));
    expect(use(book, speaker(2))).toBe(1);
    const atWork = book.pin(speaker(0));
    use(book, speaker(2));
    expect(use(book, speaker(3))).toBe(1);
    atWork?.release(null);
    expect(use(book, speaker(4))).toBe(0);
  });

  test('classifiers have the last slot, and speakers leave it from then on', () => {
    const book = new SlotBook(3);
    expect([0, 1, 2].map((seat) => use(book, speaker(seat)))).toEqual([0, 1, 2]);
    expect(use(book, classifier)).toBe(2);
    expect(use(book, speaker(2))).toBe(0);
    expect(use(book, classifier)).toBe(2);
    const two = new SlotBook(2);
    use(two, classifier);
    expect([0, 1, 0, 5].map((seat) => use(two, speaker(seat)))).toEqual([0, 0, 0, 0]);
  });

  test('for all orders, no speaker gets a slot of another while one is free', () => {
    const order = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), order, (count, seats) => {
        const book = new SlotBook(count);
        const owners = new Map<number, number>();
        for (const seat of seats) {
          const slot = use(book, speaker(seat)) ?? -1;
          const owner = owners.get(slot);
          expect(owner === undefined || owner === seat || owners.size === count).toBe(true);
          owners.set(slot, seat);
        }
      }),
    );
  });
});

describe('whether pinning pays', () => {
  test('a slot that holds what it should stays pinned', () => {
    const book = new SlotBook(2);
    for (let turn = 0; turn < 9; turn++) use(book, speaker(turn % 2), held(text, turn < 2 ? 0 : 900));
    expect(use(book, speaker(0))).toBe(0);
    expect(book.takeNews()).toEqual([]);
  });

  test('a slot that twice in a row held less than half ends it, and that is told once', () => {
    const book = new SlotBook(2);
    for (const reused of [0, 499]) use(book, speaker(0), held(text, reused));
    expect(book.takeNews()).toEqual([]);
    use(book, speaker(0), held(text, 499));
    expect(use(book, speaker(0))).toBeNull();
    expect(use(book, classifier)).toBeNull();
    expect(book.takeNews()).toEqual([expect.stringMatching(/-np N.*--cache-ram 0.*sotto doctor/)]);
    expect(book.takeNews()).toEqual([]);
  });

  test('one miss of each slot, as after a restart of the server, does not end it', () => {
    const book = new SlotBook(3);
    for (const reused of [0, 0, 900]) {
      for (const seat of [0, 1, 2]) use(book, speaker(seat), held(text, reused));
    }
    for (const seat of [0, 1, 2]) use(book, speaker(seat), held(text, 0));
    expect(use(book, speaker(0))).toBe(0);
  });

  test.each([
    ['fewer than 128 tokens', held('word '.repeat(25), 0)],
    ['tokens that were not counted', { ...held(text, 0), promptTokens: 0 }],
    ['an empty prompt', held('', 0)],
  ])('%s say nothing', (_, left) => {
    const book = new SlotBook(2);
    for (let turn = 0; turn < 5; turn++) use(book, speaker(0), left);
    expect(use(book, speaker(0))).toBe(0);
  });

  test('what a stopped reply left in a slot is not known, so nothing is expected of it', () => {
    const book = new SlotBook(2);
    for (let turn = 0; turn < 5; turn++) {
      use(book, speaker(0), held(text, 0));
      use(book, speaker(0), null);
    }
    expect(use(book, speaker(0))).toBe(0);
  });

  test('the reply is expected back too, but only what the next prompt shares', () => {
    const book = new SlotBook(2);
    const reply = ' and a long reply'.repeat(100);
    use(book, speaker(0), held('', 0, ''));
    for (let turn = 0; turn < 3; turn++) use(book, speaker(0), held(`${turn}${text}`, 0, reply));
    expect(use(book, speaker(0))).toBe(0);
    use(book, speaker(1), held(text.slice(0, 100), 0, reply));
    const next = held(text.slice(0, 100) + reply, 100);
    for (let turn = 0; turn < 2; turn++) use(book, speaker(1), next);
    expect(use(book, speaker(1))).toBeNull();
  });
});
