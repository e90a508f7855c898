import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { ofType, texts } from './sotto.ts';

test('HC-12 suggest prints lines that the played character could say, and says none of them', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--no-reply');
  const lines = await stage.json('suggest');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every(({ type, text }) => type === 'suggestion' && typeof text === 'string')).toBe(true);
  expect(texts(await stage.json('log', '--tail', '1'))).toEqual(['Good evening.']);
  await stage.isSound();
});

test('refine writes another version of the last reply and keeps the old one', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--reply', 'Bob');
  const [old] = await stage.json('log', '--tail', '1');
  const [refined] = ofType(await stage.json('refine', 'much shorter'), 'message');
  expect(refined).toMatchObject({ speaker: 'Bob' });
  expect(refined?.id).not.toBe(old?.id);
  expect(await stage.json('swipe', 'prev')).toContainEqual({ type: 'swipe', index: 1, of: 2 });
  expect((await stage.json('log', '--tail', '1'))[0]?.id).toBe(old?.id);
  await stage.isSound();
});
