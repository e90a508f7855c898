import { describe, expect, test } from 'vitest';
import { type Lease, SlotPool } from '../../../src/inference/understudy/slots.ts';

const never = new AbortController().signal;
const count = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
const use = async (pool: SlotPool, tokens: number[], wanted = -1): Promise<Lease> => {
  const lease = await pool.acquire(tokens, wanted, never);
  pool.release(lease.slot, tokens);
  return lease;
};

describe('slots of the cache', () => {
  test('appending reuses all that was there, the same prompt all but one token', async () => {
    const pool = new SlotPool(1);
    expect((await use(pool, count(0, 50))).reused).toBe(0);
    expect((await use(pool, count(0, 60))).reused).toBe(50);
    expect((await use(pool, count(0, 60))).reused).toBe(59);
  });

  test('two speakers alternating on one slot reuse only what they share', async () => {
    const pool = new SlotPool(1);
    await use(pool, [...count(0, 10), ...count(100, 40)]);
    expect((await use(pool, [...count(0, 10), ...count(500, 40)])).reused).toBe(10);
  });

  test('a wanted slot is given, an unknown id silently another', async () => {
    const pool = new SlotPool(2);
    expect((await use(pool, count(0, 50), 1)).slot.id).toBe(1);
    expect(await use(pool, count(0, 60), 0)).toMatchObject({ slot: { id: 0 }, reused: 0 });
    expect((await use(pool, count(0, 60), 99)).reused).toBe(59);
  });

  test('without a wish the most similar slot wins, else the one used longest ago', async () => {
    const pool = new SlotPool(2);
    await use(pool, count(0, 50), 1);
    expect((await use(pool, count(0, 70))).slot.id).toBe(1);
    expect((await use(pool, count(900, 50))).slot.id).toBe(0);
  });

  test('who finds no free slot waits in order, who leaves is forgotten', async () => {
    const pool = new SlotPool(1);
    const held = await pool.acquire([1], -1, never);
    const leaving = new AbortController();
    const order: string[] = [];
    const left = pool.acquire([2], -1, leaving.signal).catch(() => order.push('left'));
    const first = pool.acquire([3], 0, never).then((lease) => {
      order.push('first');
      pool.release(lease.slot, []);
    });
    const second = pool.acquire([4], -1, never).then(() => order.push('second'));
    leaving.abort();
    await left;
    pool.release(held.slot, [1]);
    await Promise.all([first, second]);
    expect(order).toEqual(['left', 'first', 'second']);
  });
});
