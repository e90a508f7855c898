import { expect, test } from 'vitest';
import { addContainer, moveTo, setContainer } from '../../../src/play/world/container-edits.ts';
import { containersIn, entitiesIn } from '../../../src/play/world/lines/known.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const silent = { reply: [] };
const everyone = ['Maren', 'Ansel', 'Odile', 'Tomas'];

/** What lies in a place, as somebody knows it; undefined where they know no such place. */
const thingsOf = (who: string, place = 'the cellar') =>
  containersIn(passingPlay({}, who).known()).find(({ name }) => name === place)?.things;

/** The cellar and the deck, everybody on the deck but Maren. */
async function atSea() {
  const play = passingPlay({}, 'Tomas');
  for (const place of ['the cellar', 'the deck']) addContainer(play.chat, place, {});
  for (const who of ['Tomas', 'Ansel', 'Odile']) moveTo(play.chat, who, 'the deck');
  moveTo(play.chat, 'Maren', 'the cellar');
  return play;
}

test('RP-034 RP-053 what lies in a place is known to those who are there as it changes; who is away keeps what they last saw', async () => {
  await atSea();
  const maren = passingPlay({}, 'Maren');
  setContainer(maren.chat, 'the cellar', { things: ['a key', 'the green bottle'] });
  expect(everyone.map((who) => thingsOf(who))).toEqual([['a key', 'the green bottle'], [], [], []]);
  expect((await maren.prompt('Maren')).prompt).toContain('In the cellar: a key and the green bottle.');
  expect((await maren.prompt('Odile')).prompt).not.toContain('green bottle');
  await maren.undo();
  expect(thingsOf('Maren')).toEqual([]);
  await maren.redo();
  const tomas = passingPlay({}, 'Tomas');
  moveTo(tomas.chat, 'Odile', 'the cellar');
  expect(thingsOf('Odile')).toEqual(['a key', 'the green bottle']);
  moveTo(tomas.chat, 'Odile', 'the deck');
  setContainer(maren.chat, 'the cellar', { things: ['a key'] });
  expect([thingsOf('Odile'), thingsOf('Maren')]).toEqual([['a key', 'the green bottle'], ['a key']]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-053 whoever comes into a place perceives who is there and where', async () => {
  await atSea();
  const maren = passingPlay({}, 'Maren');
  moveTo(maren.chat, 'Maren', 'the cellar', 'the stairs');
  const odile = () =>
    entitiesIn(passingPlay({}, 'Odile').known()).find(({ name }) => name === 'Maren')?.activity;
  moveTo(passingPlay({}, 'Tomas').chat, 'Odile', 'the cellar');
  expect(odile()).toMatchObject({ container: 'the cellar', slot: 'the stairs' });
});

test('RP-034 where all are in one place, whoever joins them perceives what lies there', async () => {
  const play = passingPlay({}, 'Tomas');
  addContainer(play.chat, 'the deck', {});
  for (const who of everyone) moveTo(play.chat, who, 'the deck');
  await play.leave('Odile');
  setContainer(play.chat, 'the deck', { things: ['a coil of rope'] });
  expect(thingsOf('Odile', 'the deck')).toEqual([]);
  await play.join('Odile');
  expect(thingsOf('Odile', 'the deck')).toEqual(['a coil of rope']);
});

test('RP-086 a pass finds what lies where its owner is, and what they see in a place that they come into', async () => {
  await atSea();
  const maren = passingPlay({}, 'Maren');
  setContainer(maren.chat, 'the cellar', { things: ['a key'] });
  const { classifier, asked } = smallModel((prompt) => {
    const [said = ''] = prompt.split('\n\nBeside').slice(0, 1);
    if (said.endsWith('goes down.') && prompt.includes('changed for Ansel'))
      return { container: 'the cellar' };
    return said.endsWith('a lamp here.') ? { things: ['a lamp'] } : {};
  });
  const play = passingPlay({ classifier }, 'Tomas');
  await play.say('Ansel goes down.', silent);
  await settled(play);
  expect(['Ansel', 'Odile'].map((who) => thingsOf(who))).toEqual([['a key'], []]);
  await play.say('There is only a lamp here.', { ...silent, to: ['Odile'] });
  await settled(play);
  expect(asked.at(-1)).toContain('things [there now]');
  expect(['Tomas', 'Odile', 'Ansel'].map((who) => thingsOf(who, 'the deck'))).toEqual([
    ['a lamp'],
    ['a lamp'],
    [],
  ]);
  await play.remove('last');
  await settled(play);
  expect(thingsOf('Odile', 'the deck')).toEqual([]);
});

test('RP-034 a place whose name another bore before is a new place', async () => {
  const play = passingPlay({}, 'Tomas');
  addContainer(play.chat, 'hut', {});
  setContainer(play.chat, 'hut', { name: 'cabin' });
  addContainer(play.chat, 'hut', { things: ['a stool'] });
  expect(containersIn(play.known())).toMatchObject([
    { name: 'cabin', things: [] },
    { name: 'hut', things: ['a stool'] },
  ]);
});

test('RP-053 whoever is out of hearing in a place is told what lies there as somebody elsewhere changes it; who has left is not', async () => {
  const play = await atSea();
  setContainer(play.chat, 'the cellar', { things: ['a key'] });
  expect(everyone.map((who) => thingsOf(who))).toEqual([['a key'], [], [], ['a key']]);
  setContainer(play.chat, 'the deck', { things: ['a rope'] });
  expect(everyone.map((who) => thingsOf(who, 'the deck'))).toEqual([[], ['a rope'], ['a rope'], ['a rope']]);
  await play.leave('Odile');
  setContainer(play.chat, 'the deck', { things: [] });
  expect(everyone.map((who) => thingsOf(who, 'the deck'))).toEqual([[], [], ['a rope'], []]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
