import { expect, test } from 'vitest';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { setEntity, setWorld } from '../../../src/play/world/edits.ts';
import { settings } from '../../histories.ts';
import { anew, scene } from '../scene.ts';
import { tellingPlay } from './tellings.ts';

const silent = { reply: [] };

/** So many scenes of one line each, in words of a person's own. */
async function scenes(count: number, length = 1) {
  const play = tellingPlay({});
  for (let n = 1; n <= count; n += 1) {
    scene.at += 60_000;
    await play.say(`Line ${n}.`, silent);
    closeScene(play.chat, { summary: `It was ${n}. `.repeat(length) });
  }
  scene.at += 60_000;
  await play.say('And now?', silent);
  return play;
}

const namesIn = async (play: Awaited<ReturnType<typeof scenes>>, name: string, who = 'Tomas') =>
  (await play.prompt(who)).blocks.filter((block) => block.name === name);

test('RP-088 the last scenes that are over and the current one are in the prompt of who lived through them', async () => {
  const play = await scenes(5);
  setWorld(play.chat, 'place', 'the attic');
  const past = await namesIn(play, 'scene summary');
  expect(past.map(({ zone, tier, text }) => [zone, tier, /It was \d/.exec(text)?.[0]])).toEqual([
    ['epoch', 'should', 'It was 3'],
    ['epoch', 'should', 'It was 4'],
    ['epoch', 'should', 'It was 5'],
  ]);
  const [now] = await namesIn(play, 'current scene');
  expect(now?.text.trim()).toBe('[Scene 6, the attic, with you, Maren, Ansel and Odile.]');
  expect(now?.zone).toBe('live');
  expect(await namesIn(play, 'scene summary', 'Maren')).toEqual([]);
});

test('RP-084 the current scene stands behind the world and before what everyone does', async () => {
  const play = await scenes(1);
  setWorld(play.chat, 'weather', 'fog');
  setEntity(play.chat, 'Tomas', 'activity.verb', 'rowing');
  const { blocks } = await play.prompt('Tomas');
  const names = blocks.map(({ name }) => name);
  expect(names.filter((name) => ['world', 'current scene', 'activities'].includes(name))).toEqual([
    'world',
    'current scene',
    'activities',
  ]);
});

test('before the first scene has ended nothing is told of one', async () => {
  const play = await scenes(0);
  expect([...(await namesIn(play, 'current scene')), ...(await namesIn(play, 'scene summary'))]).toEqual([]);
});

test('RP-090 where there is too little room the oldest scene goes first and the previous one last', async () => {
  const kept: (number | undefined)[][] = [];
  for (const hard of [8000, 2400, 2000, 1600, 1200]) {
    anew({ settings: { ...settings, budget: { context: 0, hard, soft: hard - 100 } } });
    const play = await scenes(3, 100);
    const past = await namesIn(play, 'scene summary');
    kept.push(past.map(({ text }) => Number(/It was (\d)/.exec(text)?.[1])));
  }
  expect(kept[0]).toEqual([1, 2, 3]);
  expect(kept.at(-1)?.length).toBeLessThan(3);
  for (const scenesLeft of kept) expect(scenesLeft).toEqual([1, 2, 3].slice(3 - scenesLeft.length));
  expect(new Set(kept.map(({ length }) => length)).size).toBeGreaterThan(2);
});
