import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { ofType, type Stage } from './sotto.ts';

/** Two scenes of Alice, Bob and Carl; in the first Alice has whispered to Bob. */
async function twoScenes(): Promise<Stage> {
  const stage = await atTheInn();
  await stage.json('say', 'The key is under the mat.', '--to', 'Bob', '--no-reply');
  await stage.json('say', 'Good evening, all of you.', '--no-reply');
  await stage.json('scenes', 'close', '--summary', 'I told Bob of the key.');
  await stage.json('say', 'Shall we go up?', '--no-reply');
  await stage.json('scenes', 'close');
  return stage;
}

test('RP-063 sotto scenes: each has the scenes that they saw, from their first message to their last; undo takes a close back', async () => {
  const stage = await twoScenes();
  const [first, second] = await stage.json('scenes');
  expect(first).toMatchObject({ type: 'scene', n: 1, present: ['Alice', 'Bob', 'Carl'], group: '' });
  expect(first?.summaries).toEqual({ Alice: 'I told Bob of the key.' });
  const log = ofType(await stage.json('log'), 'message');
  expect(log.map(({ id }) => id)).toEqual([first?.from, expect.anything(), first?.to, second?.from]);
  expect(second?.to).toBe(second?.from);
  const [carls] = await stage.json('scenes', '--as', 'Carl');
  expect(carls).toMatchObject({ n: 1, from: first?.from, to: first?.to });
  expect(carls?.summaries).toEqual({});
  expect((await stage.json('scenes', '--all')).map(({ n }) => n)).toEqual([1, 2]);
  await stage.json('undo');
  expect(await stage.json('scenes')).toHaveLength(1);
  await stage.isSound();
});

test('RP-063 a scene in which nothing was said cannot be ended', async () => {
  const stage = await twoScenes();
  const { code, stderr } = await stage.run('scenes', 'close');
  expect([code, stderr]).toEqual([2, expect.stringMatching('nothing was said in this scene yet')]);
});

test('RP-124 sotto scenes export: a scene as its viewer perceived it, with significance as each owner scored it', async () => {
  const stage = await twoScenes();
  const log = ofType(await stage.json('log'), 'message');
  await stage.json('significance', String(log[1]?.id), '3');
  const [all] = await stage.json('scenes', 'export', '1');
  const texts = (scene?: object) =>
    (Object(scene).messages as { text: string; significance: object }[]).map((one) => one.text);
  expect(all).toMatchObject({ type: 'scene', n: 1, edges: [] });
  expect(texts(all)).toEqual(log.slice(0, 3).map(({ text }) => text));
  expect(Object(all).messages[1].significance).toEqual({ Alice: 3 });
  const [carls] = await stage.json('scenes', 'export', '1', '--as', 'Carl');
  expect(JSON.stringify(carls)).not.toMatch(/mat|Bob of the key/);
  expect(await stage.json('scenes', 'export', '2', '--out', join(stage.folder, 'scene.json'))).toMatchObject([
    { type: 'exported', kind: 'scene', n: 2 },
  ]);
  expect(texts(JSON.parse(readFileSync(join(stage.folder, 'scene.json'), 'utf8')))).toEqual([
    'Shall we go up?',
  ]);
  expect((await stage.run('scenes', 'export', '7')).stderr).toMatch('there is no scene 7');
});

test('an option that the first word of a command takes too is meant for both words, and is wrong where those take none', async () => {
  const stage = await twoScenes();
  const noChat = await stage.run('world', 'set', 'time', 'noon', '--chat', 'nowhere');
  expect([noChat.code, noChat.stderr]).toEqual([3, expect.stringMatching('nowhere')]);
  const stray = await stage.run('world', 'set', 'time', 'noon', '--as', 'Bob');
  expect([stray.code, stray.stderr]).toEqual([2, expect.stringMatching("unknown option '--as'")]);
});

test('HC-53 sotto persona played: the scenes that were played with a persona, as its wearer perceived them', async () => {
  const stage = await twoScenes();
  await stage.json('persona', 'add', 'Ann', 'A traveller.');
  await stage.json('persona', 'add', 'Lee', 'A thief.');
  expect(await stage.json('persona', 'played', 'ann')).toEqual([]);
  await stage.json('as', 'Alice', '--persona', 'Ann');
  const [chat] = await stage.json('chats');
  await stage.json('say', 'To Carl: the key is mine.', '--as', 'Bob', '--to', 'Carl', '--no-reply');
  const at = (await stage.json('log')).at(-1)?.at;
  const played = {
    type: 'played',
    chat: chat?.id,
    title: chat?.title,
    persona: 'Ann',
    character: 'Alice',
    at,
  };
  expect(await stage.json('persona', 'played', 'ann')).toEqual([
    { ...played, scenes: ['I told Bob of the key.'] },
  ]);
  expect(await stage.text('persona', 'played', 'Ann')).toBe(
    `${chat?.title} (${chat?.id}), as Alice\n  I told Bob of the key.\n`,
  );
  await stage.json('undo');
  expect(await stage.json('persona', 'played', 'Lee')).toEqual([]);
  expect(await stage.refusal(3, 'persona', 'played', 'Nobody')).toMatchObject({ code: 'no_such_persona' });
});
