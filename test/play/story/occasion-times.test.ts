import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { addOccasion, startOccasion } from '../../../src/play/story/occasion-acts.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled, smallModel } from '../world/passes.ts';

const silent = { reply: [] };
const stateOf = (who: string): string | undefined =>
  Object.values(mindOf(opened(scene.state.world).state, scene.who(who)).occasions)[0]?.state;

/** Answers what time the last line says that it is, and nothing else. */
const clock = () =>
  smallModel((prompt) => {
    const said = [...(prompt.split('\nJSON:')[0] ?? '').matchAll(/It is (\S+T\d\d:\d\d)/g)].at(-1)?.[1];
    return { significance: 0, ...(said !== undefined && { time: said }) };
  });

test('RP-126 RP-136 an occasion begins as a pass finds that its time has come, for each who knows of it and perceived that', async () => {
  const play = passingPlay({ ...clock() }, 'Tomas');
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  addOccasion(play.chat, 'duel', {
    ...{ at: '1911-10-04T23:50', props: ['pistols'], to: ['Maren', 'Ansel'] },
    onStart: { gives: [{ who: 'Maren', object: 'a glove' }] },
  });
  await play.say('It is 1911-10-04T23:40 now.', silent);
  await settled(play);
  expect(stateOf('Maren')).toBe('planned');
  await play.say('It is 1911-10-04T23:55 already!', { ...silent, to: ['Maren'] });
  await settled(play);
  expect(['Tomas', 'Maren', 'Ansel', 'Odile'].map(stateOf)).toEqual([
    'active',
    'active',
    'planned',
    undefined,
  ]);
  await play.say('It is 1911-10-04T23:56, all of you.', silent);
  await settled(play);
  expect(['Maren', 'Ansel', 'Odile'].map(stateOf)).toEqual(['active', 'active', undefined]);
  const maren = mindOf(opened(scene.state.world).state, scene.who('Maren')).entities[scene.who('Maren')];
  expect(maren?.inventory).toEqual(['a glove']);
  expect((await play.prompt('Ansel')).prompt).toContain('[Going on: duel. At hand: pistols.]');
  expect((await play.prompt('Odile')).prompt).not.toContain('duel');
  await play.rewind({ turns: 2 });
  expect(['Maren', 'Ansel'].map(stateOf)).toEqual(['planned', 'planned']);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-126 KT-24 what began because of a line goes back to what it was where that line is edited', async () => {
  const play = passingPlay({ ...clock() }, 'Tomas');
  addOccasion(play.chat, 'duel', { at: '1911-10-04T23:50' });
  await play.say('It is 1911-10-04T23:55.', silent);
  await settled(play);
  expect(stateOf('Maren')).toBe('active');
  await play.edit('last', 'It is early yet.');
  await settled(play);
  expect(['Tomas', 'Maren'].map(stateOf)).toEqual(['planned', 'planned']);
});

test('RP-136 an occasion that has an end time is over as a pass finds that it has come', async () => {
  const play = passingPlay({ ...clock() }, 'Tomas');
  setWorld(play.chat, 'time', '1911-10-04T18:00');
  addOccasion(play.chat, 'feast', { until: '1911-10-04T22:00', gist: 'They ate.' });
  startOccasion(play.chat, 'feast');
  await play.say('It is 1911-10-04T22:30.', silent);
  await settled(play);
  expect(['Tomas', 'Maren'].map(stateOf)).toEqual(['completed', 'completed']);
  expect(memoriesOf(passingPlay({}, 'Maren').chat)).toMatchObject([{ text: 'They ate.' }]);
});
