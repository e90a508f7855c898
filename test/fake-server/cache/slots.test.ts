import { describe, expect, test } from 'vitest';
import { type CacheOptions, CellsExceeded, type Lease, LlamaCppSlots } from './slots.ts';

const never = new AbortController().signal;
const count = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
const held = ({ slots }: LlamaCppSlots): number[] => slots.map(({ kept }) => kept.tokens.length);

const start = async (
  pool: LlamaCppSlots,
  tokens: number[],
  slot = -1,
  marks: number[] = [],
): Promise<Lease> => {
  const lease = await pool.acquire({ tokens, slot, marks }, never);
  while (lease.read());
  return lease;
};
/** A prompt that is read, and how many of its tokens were there. */
const use = async (pool: LlamaCppSlots, ...wish: [number[], number?, number[]?]): Promise<number> => {
  const lease = await start(pool, ...wish);
  lease.release();
  return lease.reused;
};
const two = (more: CacheOptions = {}) => new LlamaCppSlots({ slots: 2, ...more });
const one = (more: CacheOptions = {}) => new LlamaCppSlots({ slots: 1, ...more });

describe('who gets which slot of a llama.cpp server', () => {
  test('the most similar one by a tenth of the prompt, else the last of those never used, else the one used longest ago', async () => {
    const pool = two();
    expect(await use(pool, count(0, 50))).toBe(0);
    expect(held(pool)).toEqual([0, 50]);
    expect(await use(pool, count(0, 70))).toBe(50);
    await use(pool, count(500, 50));
    expect(held(pool)).toEqual([50, 70]);
    await use(pool, count(900, 60));
    expect(held(pool)).toEqual([50, 60]);
  });

  test('one that loses more than half of it has that kept by the host, and it comes back', async () => {
    const pool = one();
    const shared = count(0, 60);
    await use(pool, [...shared, ...count(100, 40)]);
    await use(pool, [...shared, ...count(500, 40)]);
    expect(await use(pool, [...shared, ...count(100, 40)])).toBe(60);
    await use(pool, count(900, 100));
    expect(await use(pool, [...shared, ...count(100, 50)])).toBe(100);
  });

  test('an empty slot that is asked for does not look into the host’s cache, one that holds something does', async () => {
    const pool = two();
    await use(pool, count(0, 50), 0);
    await use(pool, count(500, 50), 0);
    expect(await use(pool, count(0, 50), 1)).toBe(0);
    expect(await use(pool, count(0, 50), 0)).toBe(49);
  });

  test('one that is asked for while it is at work takes another’s state over in the middle', async () => {
    const pool = two();
    await use(pool, count(0, 50), 0);
    await use(pool, count(500, 50), 0);
    const atWork = await start(pool, count(900, 80), 0);
    const waiting = pool.acquire({ tokens: count(0, 55), slot: 0 }, never);
    expect(atWork.slot.kept.tokens).toEqual(count(0, 50));
    atWork.release();
    (await waiting).release();
  });
});

describe('a cache that all slots share, as without -np', () => {
  test('the start of a prompt clears idle slots; a pinned empty slot finds nothing, one without a wish all', async () => {
    const pool = two({ unified: true });
    await use(pool, count(0, 50), 0);
    await use(pool, count(500, 50), 1);
    expect(held(pool)).toEqual([0, 50]);
    expect(await use(pool, count(0, 60), 0)).toBe(0);
    expect(await use(pool, count(500, 60))).toBe(50);
    expect(await use(pool, count(500, 70))).toBe(60);
  });

  test('a saved prompt is restored before another is cleared, so that it is lost where both do not fit', async () => {
    const tight = two({ unified: true, contextSize: 100 });
    await use(tight, count(0, 60));
    await use(tight, count(500, 60));
    expect(await use(tight, count(0, 60))).toBe(0);
    const wide = two({ unified: true, contextSize: 200 });
    await use(wide, count(0, 60));
    await use(wide, count(500, 60));
    expect(await use(wide, count(0, 60))).toBe(59);
  });

  test('asking for one slot always gives back what it had', async () => {
    const pool = two({ unified: true, contextSize: 100 });
    for (const from of [0, 500]) await use(pool, count(from, 60), 0);
    for (const from of [0, 500]) expect(await use(pool, count(from, 61), 0)).toBe(60);
  });

  test('what runs at once and wants more cells than there are is lost, all of it', async () => {
    const pool = two({ unified: true, contextSize: 100 });
    const first = await start(pool, count(0, 60), 0);
    await expect(start(pool, count(500, 60), 1)).rejects.toThrow(CellsExceeded);
    expect(() => first.write(1)).toThrow(CellsExceeded);
    expect(held(pool)).toEqual([0, 0]);
  });

  test('without --cache-idle-slots one is cleared only when its cells are wanted', async () => {
    const pool = two({ unified: true, contextSize: 100, cacheIdleSlots: false });
    await use(pool, count(0, 40), 0);
    await use(pool, count(500, 50), 1);
    expect(held(pool)).toEqual([40, 50]);
    await use(pool, count(500, 70), 1);
    expect(held(pool)).toEqual([0, 70]);
  });
});

describe('what a slot has read', () => {
  test('a reply but for its last token; of a prompt that was cut off the batches that were read', async () => {
    const pool = one();
    const lease = await start(pool, count(0, 50));
    lease.write(7);
    lease.release();
    expect(held(pool)).toEqual([51]);
    const cut = await pool.acquire({ tokens: count(9000, 5000), slot: -1 }, never);
    expect([cut.read(), cut.read()]).toEqual([true, true]);
    cut.release();
    expect(held(pool)).toEqual([4096]);
  });

  test('with a sliding window more than a little back is read again, from a checkpoint where there is one', async () => {
    const pool = one({ slidingWindow: 20 });
    await use(pool, count(0, 2000));
    expect(await use(pool, [...count(0, 1990), ...count(5000, 100)])).toBe(1990);
    expect(await use(pool, [...count(0, 1600), ...count(6000, 100)])).toBe(1600);
    expect(await use(pool, [...count(0, 1000), ...count(7000, 100)])).toBe(0);
  });

  test('what the host kept of a sliding window goes back to a checkpoint, such as where a message of the user begins', async () => {
    const cue = (from: number) => [...count(0, 1500), ...count(from, 80)];
    const back = async (marks: number[]) => {
      const pool = one({ slidingWindow: 512 });
      await use(pool, cue(3000), -1, marks);
      await use(pool, count(9000, 1500));
      return use(pool, cue(5000));
    };
    expect(await back([])).toBe(1063);
    expect(await back([1495])).toBe(1494);
  });
});
