import { expect, test } from 'vitest';
import { once } from '../../src/inference/once.ts';

test('is asked until it is answered, then no more until it is to be forgotten', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(1), Promise.resolve(2)];
  answers[0]?.catch(() => {});
  const ask = once(() => answers.shift() ?? Promise.reject(new Error('asked again')));
  await expect(ask()).rejects.toThrow('away');
  expect([await ask(), await ask()]).toEqual([1, 1]);
  ask.forget();
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

test('two who ask at the same time get the same answer', async () => {
  const ask = once(async () => ({}));
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one).toBe(other);
});
