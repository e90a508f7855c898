import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';

const silent = { reply: [] };
const playing = (as: string) => {
  const play = openPlay(scene.parts, scene.id, as);
  closers.push(() => play.close());
  return play;
};

test('RP-065 RP-066 a jump ends the scene once something was said in it, and says in prompts that it is later', async () => {
  const play = playing('Tomas');
  await play.world.set('time', '1911-10-04T20:00');
  await play.say('Good night.', silent);
  await play.story.time.skip('The next morning');
  await play.story.time.skip('A week later', { way: 'jump' });
  expect(play.story.scenes.scenes().map(({ n, time }) => [n, time])).toEqual([[1, '1911-10-04T20:00']]);
  const { prompt } = await playing('Maren').prompt('Maren');
  expect(prompt).toMatch(/Good night\.[\s\S]*The next morning[\s\S]*A week later/);
  expect(prompt).toContain('[Scene 2, with you, ');
  await play.say('Good morning.', silent);
  await play.story.time.skip('The rest of the day', { way: 'elide' });
  expect(play.story.scenes.scenes()).toHaveLength(1);
  await play.story.time.skip('The next day');
  expect(play.story.scenes.scenes()).toHaveLength(2);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-065 KT-07 a jump after a whisper alone ends no scene: whether one ends tells those who did not hear it nothing', async () => {
  const play = playing('Tomas');
  await play.say('Good night.', silent);
  await play.story.time.skip('The next morning', { way: 'jump' });
  const before = play.story.scenes.scenes().length;
  await play.say('The key is under the mat.', { ...silent, to: ['Maren'] });
  await play.story.time.skip('A week later', { way: 'jump' });
  expect(play.story.scenes.scenes()).toHaveLength(before);
  await play.say('Good morning, all.', silent);
  await play.story.time.skip('A month later', { way: 'jump' });
  expect(play.story.scenes.scenes()).toHaveLength(before + 1);
});
