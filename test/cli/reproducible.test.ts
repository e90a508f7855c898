import { expect, test } from 'vitest';
import { innCard } from './inn.ts';
import { Stage } from './sotto.ts';

const scene: readonly (readonly string[])[] = [
  ['new', 'inn.json'],
  ['say', 'Good evening, Bob.'],
  ['say', 'Psst.', '--to', 'Carl'],
  ['regenerate'],
  ['continue'],
  ['swipe', 'prev'],
  ['edit', '-2', 'Psst, I said.'],
  ['branch'],
  ['reply', '--by', 'Bob'],
  ['impersonate'],
  ['log', '--all'],
  ['prompt', '--for', 'Bob'],
  ['events'],
  ['verify'],
];

const played = async (seed: string): Promise<string> => {
  const stage = new Stage();
  stage.file('inn.json', JSON.stringify(innCard));
  let said = '';
  for (const args of scene) {
    const { code, stdout, stderr } = await stage.run(
      ...args,
      '--json',
      '--now',
      '2026-01-31T12:00:00Z',
      '--seed',
      seed,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    said += stdout;
  }
  return said;
};

test('with --now and --seed two fresh stores print the same bytes; another seed prints others', async () => {
  const [first, second, other] = [await played('7'), await played('7'), await played('8')];
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('demo prints the same each time, and what `sotto` prints where stdout is no terminal', async () => {
  const stage = new Stage();
  const demo = await stage.text('demo');
  expect(demo).toMatch(/no model/);
  expect(demo).toMatch(/── as Maren/);
  expect(await stage.run()).toEqual({ code: 0, stdout: demo, stderr: '', lines: [] });
  const lines = await stage.json('demo');
  const viewers = (text: RegExp) => lines.filter((line) => text.test(line.text)).map(({ viewer }) => viewer);
  expect(viewers(/I know what is in it/)).toEqual(['Maren', 'Odile']);
  expect(viewers(/only weather sitting down/)).toEqual(['Maren', 'Ansel', 'Odile']);
  expect(await stage.json('chats')).toEqual([]);
});
