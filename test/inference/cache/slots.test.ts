import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CacheOwner } from '../../../src/inference/backend.ts';
import { type SlotContents, Slots } from '../../../src/inference/cache/slots.ts';
import type { SlotSeen } from '../../../src/inference/dialects/llamacpp-wire.ts';

const speaker = (castIndex: number, key = `speaker ${castIndex}`): CacheOwner => ({ key, castIndex });
const classifier: CacheOwner = { key: 'classifier', castIndex: -1 };
const text = 'word '.repeat(200);

/** What a reply left behind: one token for each letter, so many of them reused. */
const held = (prompt: string, reusedTokens: number, reply = ''): SlotContents => ({
  prompt,
  reply,
  promptTokens: prompt.length,
  reusedTokens,
  generatedTokens: reply.length,
});

/** The slot of a request that is over at once. */
const use = (
  slots: Slots,
  owner: CacheOwner,
  left: SlotContents | null = null,
  seen: readonly SlotSeen[] = [],
): number | null => {
  const assignment = slots.assign(owner, left?.prompt ?? '', seen);
  assignment?.release(left);
  return assignment?.slot ?? null;
};

test('what was sent last for a speaker need not be read anew, nor what was written behind it; nobody knows where the server chooses', () => {
  const slots = new Slots(2, 'apart');
  expect(slots.held(speaker(0), text)).toBe(0);
  use(slots, speaker(0), held('Maren: No', 0, ' more.'));
  expect(slots.held(speaker(0), 'Maren: No more. Odile: Why?')).toBe('Maren: No more.'.length);
  expect(slots.held(speaker(1), 'Maren: No')).toBe(0);
  expect(new Slots(2, 'unknown').held(speaker(0), text)).toBeNull();
});

describe('who has which slot', () => {
  test('a server with one slot, or none told, is asked for none', () => {
    expect([0, 1].map((count) => use(new Slots(count, 'apart'), speaker(0)))).toEqual([null, null]);
  });

  test('a server that claims more slots than memory holds is asked for the first 256', () => {
    const slots = new Slots(2 ** 40, 'apart');
    expect([0, 255, 256].map((castIndex) => use(slots, speaker(castIndex)))).toEqual([0, 255, 1]);
  });

  test('each speaker has the slot of its castIndex, whoever speaks first, and keeps it', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 1, 2, 0, 2],
    ]) {
      const slots = new Slots(3, 'apart');
      expect(order.map((castIndex) => use(slots, speaker(castIndex)))).toEqual(order);
    }
  });

  test('a speaker whose castIndex another has, as of another chat, takes a free slot', () => {
    const slots = new Slots(3, 'apart');
    use(slots, speaker(0));
    expect(use(slots, speaker(0, 'of another chat'))).toBe(1);
    expect(use(slots, speaker(1))).toBe(2);
    expect(use(slots, speaker(0))).toBe(0);
  });

  test('with more speakers than slots the slot used longest ago is taken, but not one at work', () => {
    const slots = new Slots(2, 'apart');
    use(slots, speaker(0));
    use(slots, speaker(1));
    use(slots, speaker(0));
    expect(use(slots, speaker(2))).toBe(1);
    const atWork = slots.assign(speaker(0), '', []);
    use(slots, speaker(2));
    expect(use(slots, speaker(3))).toBe(1);
    atWork?.release(null);
    expect(use(slots, speaker(4))).toBe(0);
  });

  test('classifiers have the last slot that no speaker has, and a speaker who comes later takes theirs last', () => {
    const slots = new Slots(4, 'apart');
    expect(use(slots, classifier)).toBe(3);
    expect([1, 2, 3].map((castIndex) => use(slots, speaker(castIndex)))).toEqual([1, 2, 3]);
    expect([use(slots, classifier), use(slots, classifier)]).toEqual([0, 0]);
    expect([1, 2, 3, 4].map((castIndex) => use(slots, speaker(castIndex)))).toEqual([1, 2, 3, 0]);
  });

  test('where every slot is a speaker’s, a classifier borrows the one used longest ago, and it stays the speaker’s', () => {
    const slots = new Slots(3, 'apart');
    for (const castIndex of [0, 1, 2]) use(slots, speaker(castIndex));
    expect(use(slots, classifier)).toBe(0);
    expect([0, 1, 2].map((castIndex) => use(slots, speaker(castIndex)))).toEqual([0, 1, 2]);
  });

  test('27 where every slot is a speaker’s, a classifier borrows that of whom a person plays, and the one that it borrowed last while nobody else had it', () => {
    const slots = new Slots(3, 'apart');
    const owners = [0, 1, 2].map((castIndex) => ({ ...speaker(castIndex), isPlayed: castIndex === 1 }));
    for (const owner of owners) use(slots, owner);
    expect([use(slots, classifier), use(slots, classifier)]).toEqual([1, 1]);
    const atWork = slots.assign(owners[1] ?? classifier, '', []);
    expect([use(slots, classifier), use(slots, classifier)]).toEqual([0, 0]);
    atWork?.release(null);
    expect(use(slots, classifier)).toBe(0);
    expect([0, 1, 2].map((castIndex) => use(slots, owners[castIndex] ?? classifier))).toEqual([0, 1, 2]);
    expect(use(slots, classifier)).toBe(1);
  });

  test('a new process gives classifiers the slot that holds least, which is what they left there', () => {
    const seen = [40, 9, 50].map((tokens, id) => ({ id, tokens, isBusy: false }));
    expect(use(new Slots(3, 'apart'), classifier, null, seen)).toBe(1);
  });

  test('one that is at work, here or for another program, is never asked for', () => {
    const slots = new Slots(2, 'apart');
    const atWork = slots.assign(speaker(0), '', []);
    expect(use(slots, speaker(0))).toBeNull();
    expect(use(slots, classifier)).toBe(1);
    atWork?.release(null);
    const busy = [{ id: 0, tokens: 9, isBusy: true }];
    expect(use(slots, speaker(0), null, busy)).toBeNull();
    expect(use(slots, speaker(2, 'new'), null, busy)).toBe(1);
  });

  test('where all share one cache, all have the one that holds something, and none is named while all are empty or one is at work', () => {
    const slots = new Slots(3, 'shared');
    const holding = (tokens: number, isBusy = false) => [{ id: 1, tokens, isBusy }];
    for (const owner of [speaker(0), speaker(2), classifier]) {
      expect(use(slots, owner, null, holding(90))).toBe(1);
    }
    expect(use(slots, speaker(0), null, holding(0))).toBeNull();
    expect(use(slots, speaker(0), null, holding(90, true))).toBeNull();
  });

  test('where nobody could find out, none is asked for', () => {
    expect(use(new Slots(3, 'unknown'), speaker(0))).toBeNull();
  });

  test('what the server can have of a prompt is known while a slot holds what was left there', () => {
    const slots = new Slots(2, 'apart');
    const common = (tokens: number) => {
      const assignment = slots.assign(speaker(0), 'It rains. So?', [{ id: 0, tokens, isBusy: false }]);
      assignment?.release(held('It rains. Yes.', 0));
      return assignment?.common;
    };
    expect([common(0), common(14), common(13), common(300)]).toEqual([null, 10, 10, null]);
  });

  test('for all orders, no speaker gets a slot of another while one is free', () => {
    const order = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), order, (count, castIndexes) => {
        const slots = new Slots(count, 'apart');
        const owners = new Map<number, number>();
        for (const castIndex of castIndexes) {
          const slot = use(slots, speaker(castIndex)) ?? -1;
          const owner = owners.get(slot);
          expect(owner === undefined || owner === castIndex || owners.size === count).toBe(true);
          owners.set(slot, castIndex);
        }
      }),
    );
  });
});

describe('whether pinning pays', () => {
  test('a slot that holds what it should stays pinned', () => {
    const slots = new Slots(2, 'apart');
    for (let turn = 0; turn < 9; turn++) use(slots, speaker(turn % 2), held(text, turn < 2 ? 0 : 900));
    expect(use(slots, speaker(0))).toBe(0);
    expect(slots.takeNews()).toEqual([]);
  });

  test('a slot that twice in a row held less than half ends it, and that is told once', () => {
    const slots = new Slots(2, 'apart');
    for (const reused of [0, 499]) use(slots, speaker(0), held(text, reused));
    expect(slots.takeNews()).toEqual([]);
    use(slots, speaker(0), held(text, 499));
    expect(slots.cells).toBe('shared');
    expect(slots.takeNews()).toEqual([expect.stringMatching(/-np N.*--cache-ram 0.*sotto doctor/)]);
    expect(slots.takeNews()).toEqual([]);
  });

  test('one miss of each slot, as after a restart of the server, does not end it', () => {
    const slots = new Slots(3, 'apart');
    for (const reused of [0, 0, 900]) {
      for (const castIndex of [0, 1, 2]) use(slots, speaker(castIndex), held(text, reused));
    }
    for (const castIndex of [0, 1, 2]) use(slots, speaker(castIndex), held(text, 0));
    expect(use(slots, speaker(0))).toBe(0);
  });

  test.each([
    ['fewer than 128 tokens', held('word '.repeat(25), 0)],
    ['tokens that were not counted', { ...held(text, 0), promptTokens: 0 }],
    ['an empty prompt', held('', 0)],
  ])('%s say nothing', (_, left) => {
    const slots = new Slots(2, 'apart');
    for (let turn = 0; turn < 5; turn++) use(slots, speaker(0), left);
    expect(use(slots, speaker(0))).toBe(0);
  });

  test('what a stopped reply left in a slot is not known, so nothing is expected of it', () => {
    const slots = new Slots(2, 'apart');
    for (let turn = 0; turn < 5; turn++) {
      use(slots, speaker(0), held(text, 0));
      use(slots, speaker(0), null);
    }
    expect(use(slots, speaker(0))).toBe(0);
  });

  test('the reply is expected back too, but only what the next prompt shares', () => {
    const slots = new Slots(2, 'apart');
    const reply = ' and a long reply'.repeat(100);
    use(slots, speaker(0), held('', 0, ''));
    for (let turn = 0; turn < 3; turn++) use(slots, speaker(0), held(`${turn}${text}`, 0, reply));
    expect(use(slots, speaker(0))).toBe(0);
    use(slots, speaker(1), held(text.slice(0, 100), 0, reply));
    const next = held(text.slice(0, 100) + reply, 100);
    for (let turn = 0; turn < 2; turn++) use(slots, speaker(1), next);
    expect(slots.cells).toBe('shared');
  });
});
