import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { ofType, Stage } from './sotto.ts';

const fixed = ['--seed', '1', '--now', '2026-01-31T12:00:00Z'];

/** An inn where Alice's own prompt draws. */
const feeling = {
  title: 'The Inn',
  sys_prompt: 'A chat between Alice, Bob and Carl.',
  role: 'Alice',
  chars: [
    { name: 'Alice', description: 'Alice feels {{random::wet,dry,cold,warm,old}} and {{roll:1000}}.' },
    { name: 'Bob', description: '' },
    { name: 'Carl', description: '' },
  ],
  first_msg: 'It rains.',
};

/** What Alice has of a chat in which Carl says something aloud, and Bob has whispered to him before, or not. */
async function heardByAlice(hasWhispered: boolean): Promise<unknown[]> {
  const stage = new Stage();
  await stage.json('new', stage.file('inn.json', JSON.stringify(feeling)), ...fixed);
  const run = (...args: string[]) => stage.json(...args, ...fixed);
  if (hasWhispered)
    await run('say', 'The key is under the clock, Carl.', '--as', 'Bob', '--to', 'Carl', '--no-reply');
  const aloud = await serverSaying('(aloud) ', 'Good evening.');
  await run('strategy', '--set', 'pooled');
  return [
    await run('reply', '--by', 'Carl', ...aloud),
    await run('log'),
    await run('prompt', '--for', 'Alice'),
    await run('next'),
    await run('reply', '--by', 'Alice'),
    await run('roll', '3d1000'),
    await run('tool', 'call', 'entropy', '{}', '--by', 'Alice'),
  ];
}

test('KT-07 invariant 2 under a fixed seed an unheard whisper changes no id, no turn, no figure and no draw', async () => {
  const [without, whispered] = [await heardByAlice(false), await heardByAlice(true)];
  expect(whispered).toEqual(without);
});

test('what the prompt of another took is told to it and to who looks on as everyone, and to nobody else', async () => {
  const stage = await atTheInn();
  const usage = async (...args: string[]) =>
    ofType(await stage.json('reply', '--by', 'Bob', ...args), 'usage')[0];
  const untold = { promptTokens: 0, reusedTokens: 0, firstTokenMs: 0, totalMs: 0 };
  expect(await usage()).toMatchObject({ speaker: 'Bob', backend: 'understudy', ...untold });
  expect(Number((await usage('--as', 'Bob'))?.promptTokens)).toBeGreaterThan(10);
  expect(Number((await usage('--as', '*'))?.promptTokens)).toBeGreaterThan(10);
});

test('who is played is one and the same for every command where the played character has not come yet', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Psst.', '--to', 'Bob', '--no-reply');
  await stage.json('join', 'Dora', '--new');
  await stage.json('as', 'Dora');
  expect(await stage.json('log')).toEqual([]);
  await stage.json('undo');
  const log = await stage.json('log');
  expect(log.map(({ text }) => text)).toEqual(['It rains, and the fire is low.', 'Psst.']);
  expect(await stage.json('search', 'Psst')).toMatchObject([{ text: 'Psst.' }]);
  expect(await stage.json('say', 'Hm.', '--no-reply')).toMatchObject([{ speaker: 'Alice' }]);
  await stage.json('chat', 'export', '--as', 'Bob');
});
