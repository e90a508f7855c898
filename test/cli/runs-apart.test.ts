import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';

/** Three of the inn who have spoken; each run of the program is one of its own, without a seed. */
async function evening() {
  const stage = await atTheInn();
  await stage.json('say', 'I am your father.', '--no-reply');
  await stage.json('say', 'Fine weather.', '--no-reply');
  const remembered = async () => (await stage.json('memories')).map(({ text }) => text);
  return { stage, remembered };
}

test('RP-095 what is kept of a scene is edited and forgotten by another run than told it, wherever it is read', async () => {
  const { stage, remembered } = await evening();
  await stage.json('scenes', 'close');
  await stage.json('settle');
  const kept = async () => Object((await stage.json('scenes'))[0]?.summaries).Alice;
  const before = String(await kept());
  expect((await remembered()).at(-1)).toBe(before);
  const memory = (await stage.json('memories')).at(-1);
  await stage.json('memory', 'edit', String(memory?.id), 'We met in the fog.');
  expect(await kept()).toBe('We met in the fog.');
  const prompt = async () => (await stage.json('prompt', '--for', 'Alice'))[0]?.prompt ?? '';
  expect(await prompt()).toContain('We met in the fog.');
  expect(await prompt()).not.toContain(`remember it: ${before}`);
  await stage.json('memory', 'forget', String(memory?.id));
  expect([await kept(), await remembered()]).toEqual([undefined, ['I: I am your father.']]);
  expect(await prompt()).not.toContain('We met in the fog.');
});

test('RP-050 what a person kept of a scene as it closed is its one memory, also where another run tells the scene', async () => {
  const { stage, remembered } = await evening();
  await stage.json('scenes', 'close', '--summary', 'We met in the fog.');
  await stage.json('settle');
  expect(await remembered()).toEqual(['I: I am your father.', 'We met in the fog.']);
});

test('KT-24 RP-023 what is remembered of a line is one memory, and goes with the line, whichever run wrote or takes it', async () => {
  const { stage, remembered } = await evening();
  await stage.json('significance', '-2', '3');
  await stage.json('significance', '-2', '2');
  expect(await remembered()).toEqual(['I: I am your father.']);
  await stage.json('delete', '-2');
  expect(await remembered()).toEqual([]);
});
