import { describe, expect, test } from 'vitest';
import type { Lease } from '../../src/inference/understudy/slots.ts';
import { LlamaCppSlots } from './slots.ts';

const never = new AbortController().signal;
const count = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
const use = async (pool: LlamaCppSlots, tokens: number[], wanted = -1): Promise<Lease> => {
  const lease = await pool.acquire(tokens, wanted, never);
  pool.release(lease.slot, tokens);
  return lease;
};

describe('slots of a llama.cpp server', () => {
  test('without -np the start of a prompt clears idle slots; a pinned empty slot finds nothing, one without a wish all', async () => {
    const pool = new LlamaCppSlots(2, { clearsIdleSlots: true });
    await use(pool, count(0, 50), 0);
    await use(pool, count(500, 50), 1);
    expect(pool.slots.map(({ cached }) => cached.length)).toEqual([0, 50]);
    expect((await use(pool, count(0, 60), 0)).reused).toBe(0);
    expect((await use(pool, count(500, 60))).reused).toBe(50);
    expect((await use(pool, count(500, 70))).reused).toBe(60);
  });

  test('with sliding-window attention more than a little back is read again, from a checkpoint where there is one', async () => {
    const pool = new LlamaCppSlots(1, { rollbackLimit: 20 });
    await use(pool, count(0, 2000));
    expect((await use(pool, [...count(0, 1990), ...count(5000, 100)])).reused).toBe(1990);
    expect((await use(pool, [...count(0, 1600), ...count(6000, 100)])).reused).toBe(1484);
    expect((await use(pool, [...count(0, 1000), ...count(7000, 100)])).reused).toBe(0);
  });
});
