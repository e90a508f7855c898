import { expect, test } from 'vitest';
import { opened } from '../../../src/domain/world/world.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { scene } from '../scene.ts';

/** What happened behind each message, as somebody perceives it: text of the message, and who came (+), went (-) or which scene ended (#). */
const between = (name: string): string[] => {
  const view = scene.playing(name).view();
  const messages = view.last(100);
  const { cast } = opened(scene.state.world);
  return view
    .between(
      messages.map(({ id }) => id),
      true,
    )
    .map((one) => {
      const said = messages.find(({ id }) => id === one.after)?.text;
      if (one.type === 'scene_end') return `${said} #${one.scene}`;
      return `${said} ${one.isIn ? '+' : '-'}${cast.find(({ id }) => id === one.character)?.name}`;
    });
};

test('KT-07 who comes and goes is seen by those who are there, behind the message that they perceived last', async () => {
  await scene.play.say('One.', { reply: [] });
  await scene.play.leave('Odile');
  await scene.play.leave('Maren');
  await scene.play.say('Two.', { reply: [] });
  await scene.play.join('Maren');
  await scene.play.join('Odile');
  expect(between('Tomas')).toEqual(['One. -Odile', 'One. -Maren', 'Two. +Maren', 'Two. +Odile']);
  expect(between('Odile')).toEqual(['One. -Odile', 'One. +Odile']);
  expect(between('Maren')).toEqual(['One. -Odile', 'One. -Maren', 'One. +Maren', 'One. +Odile']);
  await scene.play.undo();
  expect(between('Odile')).toEqual(['One. -Odile']);
});

test('issue 29.9 the end of a scene is seen by those who were there, under their own number of it', async () => {
  await scene.play.say('One.', { reply: [] });
  await scene.play.leave('Odile');
  closeScene(scene.play.chat);
  await scene.play.join('Odile');
  await scene.play.say('Two.', { reply: [] });
  const head = scene.play.view().last(1)[0]?.id ?? '';
  closeScene(scene.play.chat);
  expect(between('Maren')).toEqual(['One. -Odile', 'One. #1', 'One. +Odile', 'Two. #2']);
  expect(between('Odile')).toEqual(['One. -Odile', 'One. +Odile', 'Two. #1']);
  expect(scene.play.view().between([head], false)).toEqual([]);
  await scene.play.undo();
  expect(between('Maren')).toEqual(['One. -Odile', 'One. #1', 'One. +Odile']);
});

test('issue 29.9 where a line tells of the time that passes, the scene ends with that line alone', async () => {
  await scene.play.say('One.', { reply: [] });
  skipTime(scene.play.chat, 'the next morning', { way: 'jump' });
  expect(between('Maren')).toEqual([]);
  expect(scene.play.view().last(1)[0]?.text).toBe('the next morning');
});

test('RP-102 a message tells which of its versions it is, as its reader knows them', async () => {
  await scene.play.say('One.', { reply: ['Odile'] });
  const figures = () => {
    const [last] = scene.play.view().last(1);
    return last && scene.play.figures(last);
  };
  expect(figures()).toMatchObject({ version: 1, of: 1 });
  await scene.play.regenerate();
  expect(figures()).toMatchObject({ version: 2, of: 2 });
  await scene.play.swipe('prev');
  expect(figures()).toMatchObject({ version: 1, of: 2 });
  const [first] = scene.play.view().last(1, scene.play.view().last(1)[0]?.id);
  expect(first && scene.play.figures(first)).toMatchObject({ version: 1, of: 1 });
});
