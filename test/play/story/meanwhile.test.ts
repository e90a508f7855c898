import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { beginMeanwhile, comeBack } from '../../../src/play/story/meanwhile.ts';
import { scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { anew, scene } from '../scene.ts';
import { settled, smallModel } from '../world/passes.ts';
import { memoriesOf, summaryOf, tellingPlay, toldFor } from './tellings.ts';

const silent = { reply: [] };
const everyone = ['Maren', 'Ansel', 'Odile', 'Tomas'];

/** The quay, told by a model that says whose telling it is. */
function quay(as?: string) {
  const { classifier, asked } = smallModel((prompt) => ({ summary: `kept by ${toldFor(prompt)}` }));
  return { play: tellingPlay({ classifier }, as), asked };
}
const groupOf = (name: string) => mindOf(opened(scene.state.world).state, scene.who(name)).group.summary;
const present = () =>
  opened(scene.state.world)
    .cast.filter((one) => one.present)
    .map(({ name }) => name);

test.each([
  ['as the first of them', undefined, false],
  ['as everyone', undefined, true],
  ['as everyone since before', '*', false],
])(
  'RP-050 RP-051 RP-059 meanwhile: each who was there keeps a summary and a memory of the scene, looked on %s',
  async (_, as, isAll) => {
    const { play, asked } = quay();
    await play.say('Good morning.', silent);
    if (as !== undefined) await play.playAs(as);
    beginMeanwhile(play.chat, ['Maren', 'Ansel'], isAll);
    await settled(play);
    for (const name of everyone) {
      expect([name, summaryOf(name, 1)]).toEqual([name, `kept by ${name}`]);
      expect([name, memoriesOf(name).map(({ text }) => text)]).toEqual([name, [`kept by ${name}`]]);
      expect([name, groupOf(name)]).toEqual([name, 'kept by all of them']);
    }
    for (const question of asked) expect(question).toContain('Good morning.');
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  },
);

test('RP-050 RP-059 coming back is one step: those of the scene without them keep it, and all who were there before are there', async () => {
  const { play, asked } = quay();
  await play.leave('Odile');
  await play.say('Good morning.', silent);
  beginMeanwhile(play.chat, ['Maren', 'Ansel']);
  scene.at += 1000;
  scene.replied('Ansel', 'Is he gone?');
  expect(comeBack(play.chat)).toEqual(['Maren', 'Ansel', 'Tomas']);
  expect(present()).toEqual(['Maren', 'Ansel', 'Tomas']);
  expect(play.state()).toMatchObject({ playing: { name: 'Tomas' } });
  expect(play.state().isOnlooker).toBeUndefined();
  await settled(play);
  expect(['Maren', 'Ansel', 'Tomas'].map((name) => summaryOf(name, 2))).toEqual([
    'kept by Maren',
    'kept by Ansel',
    undefined,
  ]);
  expect(asked.filter((prompt) => toldFor(prompt) === 'Tomas').join()).not.toContain('Is he gone?');
  await play.say('I am back.', silent);
  expect(scene.seenBy('Ansel').at(-1)?.text).toBe('I am back.');
  await play.undo();
  await play.undo();
  expect(present()).toEqual(['Maren', 'Ansel']);
  await expect(play.redo().then(() => comeBack(play.chat))).rejects.toMatchObject({ code: 'already_here' });
});

test('RP-059 a scene without the human in which nothing was said leaves no scene behind', async () => {
  const { play } = quay();
  await play.say('Good morning.', silent);
  beginMeanwhile(play.chat, ['Maren', 'Ansel'], true);
  comeBack(play.chat);
  expect(present()).toEqual(everyone);
  expect(mindOf(opened(scene.state.world).state, scene.who('Maren')).scenes.closed).toBe(1);
});

test('RP-059 invariant 2 whoever comes back cannot tell whether those who were there said something', async () => {
  const evening = async (isSaid: boolean) => {
    anew({});
    const { play } = quay('Tomas');
    await play.say('Good morning.', silent);
    beginMeanwhile(play.chat, ['Maren', 'Ansel']);
    const { at } = scene;
    if (isSaid) scene.replied('Ansel', 'Is he gone?');
    scene.at = at + 60_000;
    comeBack(play.chat);
    await play.say('I am back.', silent);
    await settled(play);
    const seen = { scenes: scenesSeen(play.chat), branches: play.branches() };
    return { ...seen, texts: scene.texts('Tomas'), prompt: (await play.prompt('Tomas')).prompt };
  };
  expect(await evening(true)).toEqual(await evening(false));
});
