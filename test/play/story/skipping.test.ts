import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import { scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
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
  setWorld(play.chat, 'time', '1911-10-04T20:00');
  await play.say('Good night.', silent);
  skipTime(play.chat, 'The next morning');
  skipTime(play.chat, 'A week later', { way: 'jump' });
  expect(scenesSeen(play.chat).map(({ n, time }) => [n, time])).toEqual([[1, '1911-10-04T20:00']]);
  const { prompt } = await playing('Maren').prompt('Maren');
  expect(prompt).toMatch(/Good night\.[\s\S]*The next morning[\s\S]*A week later/);
  expect(prompt).toContain('[Scene 2, with you, ');
  await play.say('Good morning.', silent);
  skipTime(play.chat, 'The rest of the day', { way: 'elide' });
  expect(scenesSeen(play.chat)).toHaveLength(1);
  skipTime(play.chat, 'The next day');
  expect(scenesSeen(play.chat)).toHaveLength(2);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-065 KT-07 a jump after a whisper alone ends no scene: whether one ends tells those who did not hear it nothing', async () => {
  const play = playing('Tomas');
  await play.say('Good night.', silent);
  skipTime(play.chat, 'The next morning', { way: 'jump' });
  const before = scenesSeen(play.chat).length;
  await play.say('The key is under the mat.', { ...silent, to: ['Maren'] });
  skipTime(play.chat, 'A week later', { way: 'jump' });
  expect(scenesSeen(play.chat)).toHaveLength(before);
  await play.say('Good morning, all.', silent);
  skipTime(play.chat, 'A month later', { way: 'jump' });
  expect(scenesSeen(play.chat)).toHaveLength(before + 1);
});

test.each(['a jump', 'another place'])(
  'RP-065 KT-07 whether %s that somebody away sets ends a scene says nothing of who came in unseen',
  async (what) => {
    const play = playing('Tomas');
    setWorld(play.chat, 'place', 'the quay');
    await play.say('Good night.', silent);
    await play.leave('Odile');
    await play.say('Has she gone?', silent);
    await play.join('Rook', { newcomer: () => ({ name: 'Rook', card: null }) });
    const odile = playing('Odile');
    if (what === 'a jump') skipTime(odile.chat, 'A week later', { way: 'jump' });
    else setWorld(odile.chat, 'place', 'the mill');
    const kinds = [...scene.store.log.all({ chat: scene.id })].map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'scene_closed')).toHaveLength(1);
  },
);
