import { expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { characters } from '../quay.ts';
import { scene } from './scene.ts';

/** The scene with these texts behind the history, by the name of the character. */
const playing = (reminders: Record<string, string>): Play =>
  openPlay(
    {
      ...scene.parts,
      character: ({ index }) => {
        const character = characters[index];
        const text = reminders[character?.name ?? ''] ?? '';
        return character ? { ...character, postHistoryInstructions: text } : null;
      },
    },
    scene.id,
  );
const reminder = async (play: Play, name: string): Promise<string | undefined> =>
  (await play.prompt(name)).blocks.find((block) => block.name === 'reminder')?.text.trim();

test('RP-078 what macros set is written with the reply, and looking at a prompt sets nothing', async () => {
  const play = playing({ Maren: 'Round {{incvar::round}}.' });
  expect([await reminder(play, 'Maren'), await reminder(play, 'Maren')]).toEqual([
    '[Round 1.]',
    '[Round 1.]',
  ]);
  await play.reply('Maren');
  expect(await reminder(play, 'Maren')).toBe('[Round 2.]');
  await play.reply('Maren');
  expect(await reminder(play, 'Maren')).toBe('[Round 3.]');
  await play.rewind({ turns: 1 });
  expect(await reminder(play, 'Maren')).toBe('[Round 2.]');
  await play.redo();
  expect(await reminder(play, 'Maren')).toBe('[Round 3.]');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('KT-07 variables are their owner’s: what one has perceived reaches nobody else through them', async () => {
  const play = playing({
    Maren: '{{setvar::last::{{lastMessage}}}}{{getvar::last}}',
    Ansel: '({{getvar::last}})({{getglobalvar::last}})',
  });
  scene.said('Tomas', 'The key is under the stone.', ['Maren']);
  const now = playing({ Maren: '{{setvar::last::{{lastMessage}}}}{{setglobalvar::last::{{lastMessage}}}}x' });
  await now.reply('Maren');
  expect(opened(scene.state.world).variables[scene.who('Maren')]).toMatchObject({
    last: 'The key is under the stone.',
  });
  expect((await play.prompt('Ansel')).prompt).not.toContain('under the stone');
});

test('names that programs trip over are names', async () => {
  const play = playing({ Maren: '{{setvar::__proto__::x}}{{getvar::__proto__}}{{getvar::constructor}}.' });
  expect(await reminder(play, 'Maren')).toBe('[x.]');
  await play.reply('Maren');
  expect(await reminder(play, 'Maren')).toBe('[x.]');
});
