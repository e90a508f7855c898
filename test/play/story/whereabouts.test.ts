import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { sceneJob } from '../../../src/play/story/closing/scene-job.ts';
import { isKnownLanguage } from '../../../src/play/story/scenes/scene-hint.ts';
import { scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { addContainer, moveTo } from '../../../src/play/world/container-edits.ts';
import { setEdge, setEntity, setGroup, setWorld } from '../../../src/play/world/edits.ts';
import { anew, scene } from '../scene.ts';
import { over, passes, settled, smallModel } from '../world/passes.ts';
import { tellingPlay, tellings } from './tellings.ts';

const silent = { reply: [] };
const everyone = ['Maren', 'Ansel', 'Odile', 'Tomas'];
const ending = [sceneJob({ over, hard: () => 8192, close: () => 'auto' }), ...tellings()];
const isAsked = (prompt: string) => prompt.includes('is this scene over');
const worldOf = (name: string) => mindOf(opened(scene.state.world).state, scene.who(name)).world;
const closed = (name = 'Maren') => mindOf(opened(scene.state.world).state, scene.who(name)).scenes.closed;

/** A play in which the end of a scene is judged so, and passes find what these lines say of where they are. */
function followed(finds: (prompt: string) => object = () => ({}), ends: object = {}) {
  const { classifier, asked } = smallModel((prompt) =>
    isAsked(prompt) ? ends : prompt.includes('what has changed for') ? finds(prompt) : { summary: 'Told.' },
  );
  return { play: tellingPlay({ classifier, jobs: [...passes(), ...ending] }), asked };
}
type Followed = ReturnType<typeof followed>['play'];
async function says(play: Followed, ...texts: string[]) {
  for (const text of texts) {
    await play.say(text, silent);
    await settled(play);
  }
}
const talk = ['It is early.', 'The rope is wet.', 'You have slept.', 'And you have not.'];

test('RP-063 a scene that ends because of a place takes place and time along, and is over where and when it was', async () => {
  const ends = { is_over: true, reason: 'place', place: 'the harbour', time: 'the next morning' };
  const { play } = followed(() => ({}), ends);
  setWorld(play.chat, 'place', 'the wharf');
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  await says(play, ...talk, 'They walk out to the harbour.');
  for (const name of everyone)
    expect([name, worldOf(name)]).toMatchObject([name, { place: 'the harbour', time: '1911-10-05T08:00' }]);
  expect(scenesSeen(play.chat)).toMatchObject([
    { reason: 'container', place: 'the wharf', time: '1911-10-04T23:20' },
  ]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
  await play.undo();
  expect([closed(), worldOf('Odile').place]).toEqual([0, 'the wharf']);
});

test('RP-063 a clock that is known is not lost to words that name no time', async () => {
  const { play } = followed(() => ({}), { is_over: true, reason: 'time', time: 'some while later' });
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  await says(play, ...talk, 'Hours pass.');
  expect([closed(), worldOf('Odile').time]).toEqual([1, '1911-10-04T23:20']);
});

test('RP-063 a scene goes on where the model says that they are where they were before the line, whatever one of them makes of it', async () => {
  const found = (prompt: string) =>
    prompt.includes('changed for Odile') && prompt.includes('gulls') ? { place: 'the harbour' } : {};
  const { play } = followed(found, { is_over: true, reason: 'place', place: 'wharf' });
  setWorld(play.chat, 'place', 'the wharf');
  await says(play, ...talk, 'They walk out to the gulls.');
  expect(closed()).toBe(0);
});

const where = (prompt: string) => ({ place: prompt.includes('gulls') ? 'the harbour' : 'the wharf' });

test('RP-063 a scene is over once all who are there are, as each of them knows, somewhere else than when it began, whatever the words', async () => {
  const { play, asked } = followed(where);
  await says(play, ...talk);
  expect(closed()).toBe(0);
  await says(play, 'So many gulls here.');
  expect(asked.filter(isAsked)).toEqual([]);
  expect(everyone.map(closed)).toEqual([1, 1, 1, 1]);
  expect(scenesSeen(play.chat)).toMatchObject([{ reason: 'container', place: 'the wharf' }]);
  await says(play, ...talk, 'More gulls.');
  expect(closed()).toBe(1);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-063 a scene goes on while one of them does not know that they are elsewhere', async () => {
  const { play } = followed((prompt) =>
    prompt.includes('changed for Odile') ? { place: 'the wharf' } : where(prompt),
  );
  await says(play, ...talk, 'So many gulls here.', 'Look.');
  expect(closed()).toBe(0);
});

test('RP-063 ruling 8: no whisper ends a scene by where it says they are', async () => {
  const { play } = followed(where);
  await says(play, ...talk);
  for (const name of ['Maren', 'Ansel', 'Odile'])
    await play.say('Gulls, and gulls alone.', { ...silent, to: [name] });
  await settled(play);
  await says(play, 'Hm.');
  expect(closed()).toBe(0);
});

test('RP-063 RP-115 a line that was cut short ends no scene by where it says they are, also as lines after it come', async () => {
  const { play } = followed(where);
  await says(play, ...talk);
  scene.at += 1000;
  scene.replied('Maren', 'So many gulls', { cut: true, backend: 'llamacpp' });
  await says(play, 'Hm.', 'Well.');
  expect(worldOf('Odile').place).toBe('the harbour');
  expect(closed()).toBe(0);
});

test('RP-063 whom a person moves elsewhere, one after the other, ends the scene with the last of them', async () => {
  const { play } = followed();
  for (const place of ['wharf', 'boat']) addContainer(play.chat, place, { audibleRange: 'everywhere' });
  for (const name of everyone) moveTo(play.chat, name, 'wharf');
  await says(play, ...talk);
  for (const name of everyone.slice(1)) moveTo(play.chat, name, 'boat');
  await settled(play);
  expect(closed()).toBe(0);
  moveTo(play.chat, 'Maren', 'boat');
  await settled(play);
  expect(everyone.map(closed)).toEqual([1, 1, 1, 1]);
});

test('RP-063 days that pass by `world set time` end the scene, an hour does not; so does another place, and an undo takes both back', async () => {
  const { play } = followed();
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  setWorld(play.chat, 'place', 'the wharf');
  await play.say('It is early.', silent);
  setWorld(play.chat, 'time', '1911-10-05T00:20');
  expect(closed()).toBe(0);
  const told: string[] = [];
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  setWorld(play.chat, 'time', '1911-10-08T09:00');
  expect(told).toEqual(['this also ends the scene; `sotto undo` reverts both']);
  expect(everyone.map(closed)).toEqual([1, 1, 1, 1]);
  expect(scenesSeen(play.chat)).toMatchObject([{ reason: 'time', time: '1911-10-05T00:20' }]);
  setWorld(play.chat, 'time', '1911-10-18T09:00');
  setWorld(play.chat, 'place', 'the harbour');
  expect(closed()).toBe(1);
  await play.say('We are there.', silent);
  setWorld(play.chat, 'place', 'harbour');
  expect(closed()).toBe(1);
  setWorld(play.chat, 'place', 'the inn');
  expect(scenesSeen(play.chat)[1]).toMatchObject({ reason: 'container', place: 'harbour' });
  await play.undo();
  expect([closed(), worldOf('Odile').place]).toEqual([1, 'harbour']);
});

test('RP-063 KT-07 another place that somebody away sets ends no scene because of what those who are there said meanwhile', async () => {
  const { play } = followed();
  for (const place of ['the wharf', 'the mill']) setWorld(play.chat, 'place', place);
  await play.leave('Tomas');
  await play.say('He is gone at last.', { ...silent, as: 'Maren' });
  const told: string[] = [];
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  const before = closed();
  setWorld(play.chat, 'place', 'the inn');
  expect([told, closed()]).toEqual([[], before]);
});

test.each([
  ['ask', ['the scene seems to be over: `sotto scenes close`']],
  ['manual', []],
] as const)('RP-063 scenes.close = "%s": what a person sets ends no scene', async (closeScenes, notices) => {
  anew({ settings: { closeScenes } });
  const { play } = followed();
  setWorld(play.chat, 'place', 'the wharf');
  await play.say('It is early.', silent);
  const told: string[] = [];
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  setWorld(play.chat, 'place', 'the inn');
  expect([closed(), told]).toEqual([0, notices]);
});

test('RP-063 a scene is over once it is, as each of them knows, days later than when it began', async () => {
  const { play } = followed((prompt) => ({
    time: prompt.includes('gulls') ? '1911-10-06T09:00' : '1911-10-04T23:20',
    place: 'the wharf',
  }));
  await says(play, ...talk, 'So many gulls here.');
  expect(everyone.map(closed)).toEqual([1, 1, 1, 1]);
  expect(scenesSeen(play.chat)).toMatchObject([{ reason: 'time', time: '1911-10-04T23:20' }]);
});

test.each([
  ['English', ['They walk out.', 'And you have not slept, Ansel.'], true],
  ['too few words to tell', ['Hm.', 'Ach so.'], true],
  ['German', ['Sie gehen zusammen zum Hafen hinaus, und es wird Abend.'], false],
  ['Norwegian', ['Hun er her for å si hei, og de går ut til havnen.'], false],
  ['French', ['Elle sort de la maison et marche vers le port.'], false],
  ['Chinese', ['他们走出去了。', '第二天早上下雨了。'], false],
])('lines are in a language of which the words are known: %s', (_, lines, isKnown) => {
  expect(isKnownLanguage(lines)).toBe(isKnown);
});

test('RP-063 in another language the model alone says whether a line ends the scene', async () => {
  const ends = { is_over: true, reason: 'place', place: 'der Hafen' };
  const { play, asked } = followed(() => ({}), ends);
  for (const text of ['Es ist früh am Tag.', 'Das Seil ist nass.', 'Du hast wohl geschlafen.'])
    await play.say(text, silent);
  await play.say('Nun gehen alle zusammen zum Hafen hinaus.', silent);
  await settled(play);
  expect(asked.filter(isAsked).length).toBeGreaterThan(0);
  expect([closed(), worldOf('Odile').place]).toEqual([1, 'der Hafen']);
  expect(scenesSeen(play.chat)[0]?.place).toBe('');
});

test('RP-063 the understudy ends no scene by a line of its own, and overwrites nothing that a person set', async () => {
  const understudy = async () => createUnderstudy();
  const play = tellingPlay({ backend: understudy, jobs: [...passes(), ...ending] });
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  setWorld(play.chat, 'place', 'the wharf');
  setEntity(play.chat, 'Maren', 'mood', 'grim');
  setEntity(play.chat, 'Maren', 'activity.verb', 'mending a net');
  setEdge(play.chat, 'Maren', 'Tomas', { summary: 'A thief.' });
  setGroup(play.chat, 'summary', 'Four at a ferry.');
  await says(play, ...talk);
  scene.at += 1000;
  scene.replied('Maren', '*walks out to the harbour* Thanks, Tomas. Good morning.');
  await settled(play);
  expect(closed()).toBe(0);
  await says(play, 'Thanks, Maren. Good morning. *heads out to the harbour*');
  await settled(play);
  expect(closed()).toBe(1);
  const { entities, edges, group, world } = mindOf(opened(scene.state.world).state, scene.who('Maren'));
  expect(world).toMatchObject({ time: '1911-10-04T23:20', place: 'the wharf' });
  const maren = scene.who('Maren');
  expect(entities[maren]).toMatchObject({ mood: 'grim', activity: { verb: 'mending a net' } });
  expect(edges[maren]?.[scene.who('Tomas')]?.summary).toBe('A thief.');
  expect(group.summary).toBe('Four at a ferry.');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
