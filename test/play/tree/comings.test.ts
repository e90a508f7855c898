import { expect, test } from 'vitest';
import { opened } from '../../../src/domain/world/world.ts';
import { scene } from '../scene.ts';

/** Who came (+) and went (-) behind each message, as somebody perceives it: text of the message and name. */
const comings = (name: string): string[] => {
  const view = scene.playing(name).view();
  const messages = view.last(100);
  const { cast } = opened(scene.state.world);
  return view
    .comings(
      messages.map(({ id }) => id),
      true,
    )
    .map(({ after, character, isIn }) => {
      const said = messages.find(({ id }) => id === after)?.text;
      return `${said} ${isIn ? '+' : '-'}${cast.find(({ id }) => id === character)?.name}`;
    });
};

test('KT-07 who comes and goes is seen by those who are there, behind the message that they perceived last', async () => {
  await scene.play.say('One.', { reply: [] });
  await scene.play.leave('Odile');
  await scene.play.leave('Maren');
  await scene.play.say('Two.', { reply: [] });
  await scene.play.join('Maren');
  await scene.play.join('Odile');
  expect(comings('Tomas')).toEqual(['One. -Odile', 'One. -Maren', 'Two. +Maren', 'Two. +Odile']);
  expect(comings('Odile')).toEqual(['One. -Odile', 'One. +Odile']);
  expect(comings('Maren')).toEqual(['One. -Odile', 'One. -Maren', 'One. +Maren', 'One. +Odile']);
  await scene.play.undo();
  expect(comings('Odile')).toEqual(['One. -Odile']);
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
