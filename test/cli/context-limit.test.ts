import { expect, test } from 'vitest';
import { offsetSource } from '../../src/app/run/options.ts';
import { atTheInn, innCard } from './inn.ts';

test.each([
  ['openai_max_context', { prompts: [{ identifier: 'main', content: 'Be kind.' }], prompt_order: [] }],
  ['context_size', { temp: 1 }],
  ['max_length', { temp: 1 }],
])('SP-16 SP-23 the context size of a profile bounds the budget, under the name %s', async (name, rest) => {
  const stage = await atTheInn();
  const budget = async () => (await stage.json('prompt', '--for', 'Bob'))[0]?.budget;
  expect(await budget()).toBe(7884);
  const file = stage.file('mine.json', JSON.stringify({ ...rest, [name]: 2048 }));
  await stage.json('preset', 'import', file);
  await stage.json('preset', 'use', 'mine');
  expect(await budget()).toBe(2048 - 300 - 8);
});

test('SP-16 SP-17 where a profile has less room the oldest messages are dropped; the rules and the newest message stay', async () => {
  const stage = await atTheInn();
  for (let at = 0; at < 24; at += 1)
    await stage.text('say', `Word ${at}: ${'rain '.repeat(40)}`, '--no-reply');
  const numbers = async () =>
    [...(await stage.text('prompt', '--for', 'Bob')).matchAll(/Word (\d+):/g)].map(([, at]) => Number(at));
  expect(await numbers()).toEqual(Array.from({ length: 24 }, (_, at) => at));
  await stage.json('preset', 'import', stage.file('small.json', '{"temp":1,"context_size":1400}'));
  await stage.json('preset', 'use', 'small');
  const left = await numbers();
  expect(left.length).toBeLessThan(24);
  expect(left).toEqual(Array.from({ length: left.length }, (_, at) => 24 - left.length + at));
  expect(left.length).toBeGreaterThan(1);
  expect(await stage.text('prompt', '--for', 'Bob')).toContain(innCard.sys_prompt);
});

test('HC-09 the clock of a run is that of the time it is given', () => {
  const at = '2026-01-31T12:00:00Z';
  expect(offsetSource({ now: '2026-01-31T12:00:00+05:30' })(at)).toBe(5.5);
  expect(offsetSource({ now: '2026-01-31T12:00:00-0800' })(at)).toBe(-8);
  expect(offsetSource({ now: at })(at)).toBe(0);
  expect(offsetSource({})(at)).toBe(-new Date(at).getTimezoneOffset() / 60);
});
