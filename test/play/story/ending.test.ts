import { expect, test } from 'vitest';
import { mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import type { JobKind } from '../../../src/play/chat/job-kind.ts';
import { sceneJob } from '../../../src/play/story/closing/scene-job.ts';
import { mayEndScene } from '../../../src/play/story/scenes/scene-hint.ts';
import { closeScene, scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { containersIn } from '../../../src/play/world/lines/known.ts';
import { kinds, scene } from '../scene.ts';
import { over, settled, smallModel } from '../world/passes.ts';
import { summaryOf, tellingPlay, tellings } from './tellings.ts';

const silent = { reply: [] };
const ending = (close: 'auto' | 'ask' | 'manual'): readonly JobKind[] => [
  sceneJob({ over, hard: () => 8192, close: () => close }),
  ...tellings(),
];
const isAsked = (prompt: string) => prompt.includes('is this scene over');
const says = (answer: object) =>
  smallModel((prompt) => (isAsked(prompt) ? answer : { summary: 'They talked.' }));
const over1 = { is_over: true, reason: 'place', place: 'the quay', time: '' };

/** Four lines that all perceive, a whisper among them, and then this one. */
async function talk(play: ReturnType<typeof tellingPlay>, last: string, to: string[] = []) {
  for (const text of ['One.', 'Two.', 'Three.']) await play.say(text, silent);
  await play.say('The key is mine.', { ...silent, to: ['Odile'] });
  await play.say(last, { ...silent, ...(to.length > 0 && { to }) });
  return settled(play);
}
const closed = () => mindOf(opened(scene.state.world).state, scene.who('Maren')).scenes.closed;

test.each([
  ['They walk out to the harbour.', true],
  ['The next morning it rains.', true],
  ['Three hours pass.', true],
  ['You are right, of course.', false],
  ['I like your hat.', false],
])('a line may end a scene: %s', (text, may) => {
  expect(mayEndScene(text)).toBe(may);
});

test('RP-063 a scene closes by itself behind a line that all perceived, and what each keeps of it is found out', async () => {
  const { classifier, asked } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  await talk(play, 'They walk out to the harbour.');
  expect(closed()).toBe(1);
  expect(scenesSeen(play.chat)).toMatchObject([
    { n: 1, reason: 'container', summaries: { Tomas: 'They talked.' } },
  ]);
  expect(scenesSeen(play.chat)[0]?.to).toBe(scene.seenBy('Tomas').at(-1)?.id);
  expect(summaryOf('Maren', 1)).toBe('They talked.');
  const questions = asked.filter(isAsked);
  expect(questions).toHaveLength(1);
  expect(questions[0]).not.toContain('The key is mine.');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
  await play.rewind({ turns: 1 });
  expect(closed()).toBe(0);
  await play.redo();
  expect([closed(), summaryOf('Maren', 1)]).toEqual([1, 'They talked.']);
});

test('RP-034 a scene that ends because they are elsewhere makes that place for all of them, once', async () => {
  const { classifier } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  await talk(play, 'They walk out to the harbour.');
  expect(containersIn(play.known())).toMatchObject([
    { name: 'the quay', holds: ['Maren', 'Ansel', 'Odile', 'Tomas'].map((entity) => ({ entity, slot: '' })) },
  ]);
  await talk(play, 'They walk back and out to the harbour again.');
  expect(containersIn(tellingPlay({}, 'Maren').known())).toHaveLength(1);
  await play.rewind({ turns: 10 });
  expect(containersIn(play.known())).toEqual([]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('ruling 8: what only some perceived ends no scene', async () => {
  const { classifier, asked } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  await talk(play, 'They walk out to the harbour.', ['Odile']);
  expect([asked.length, closed()]).toEqual([0, 0]);
});

test.each([
  ['it goes on', { is_over: false, reason: 'none' }],
  ['no reason is given', { is_over: true, reason: 'none' }],
  ['it is no answer of the kind', { is_over: 'perhaps', reason: 7 }],
])('a scene does not close where %s', async (_, answer) => {
  const { classifier } = says(answer);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  await talk(play, 'They walk out to the harbour.');
  expect(closed()).toBe(0);
});

test('a scene that is asked about is not closed, and the one who is there is told', async () => {
  const { classifier } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('ask') });
  const told: string[] = [];
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  await talk(play, 'They walk out to the harbour.');
  expect([closed(), told]).toEqual([0, ['the scene seems to be over: `sotto scenes close`']]);
});

test('scenes.close = "manual": nobody is asked', async () => {
  const { classifier, asked } = says(over1);
  await talk(tellingPlay({ classifier, jobs: ending('manual') }), 'They walk out to the harbour.');
  expect(asked).toEqual([]);
});

const served = { backend: 'llamacpp' };

test('RP-115 a line that was cut short ends no scene, also as lines after it come; once it is whole, it may', async () => {
  const { classifier, asked } = smallModel((prompt) =>
    isAsked(prompt) ? { ...over1, is_over: prompt.includes('harbour') } : { summary: 'They talked.' },
  );
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await play.say(text, silent);
  await settled(play);
  scene.at += 1000;
  const cut = scene.replied('Maren', 'They walk out to the harbour', { ...served, cut: true });
  await settled(play);
  expect([asked.filter(isAsked).length, closed()]).toEqual([0, 0]);
  for (const text of ['Where are they going?', 'Gone outside, and left us.']) {
    await play.say(text, silent);
    await settled(play);
  }
  expect(asked.filter(isAsked).length).toBeGreaterThan(0);
  expect(asked.join('\n')).not.toContain('harbour');
  expect(closed()).toBe(0);
  const whole = { message: cut, raw: '', text: 'They walk out to the harbour.', knownTo: [] };
  const origin = { answers: null, model: 'm', seed: 1, windowFrom: null, truncated: false };
  scene.given({ kind: 'reply_continued', payload: { ...whole, ...origin, ...served } }, 'model');
  await play.say('They went outside.', silent);
  await settled(play);
  expect(closed()).toBe(1);
});

test('RP-115 the question is caused by a whole line, and by none that was cut short', () => {
  const [kind] = ending('auto');
  const causes = () => {
    const { head } = scene.state;
    const events = [...scene.store.log.read({ ...head, after: head.seq - 1, upTo: head.seq })];
    return kind?.of({
      chat: scene.id,
      events,
      head,
      moment: scene.store.moment(scene.id, head),
      store: scene.store,
    });
  };
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
    scene.replied('Maren', text, served);
    scene.at += 1000;
  }
  scene.replied('Maren', 'They walk out to the harbour', { ...served, cut: true });
  expect(causes()).toEqual([]);
  scene.at += 1000;
  scene.replied('Maren', 'They walk out to the harbour.', served);
  expect(causes()).toHaveLength(1);
});

test('a scene that was ended by hand meanwhile is not ended once more', async () => {
  const { classifier } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  await talk(play, 'Fine weather.');
  await play.say('They walk out to the harbour.', silent);
  closeScene(play.chat);
  await settled(play);
  expect([closed(), kinds().filter((kind) => kind === 'scene_closed')]).toEqual([1, ['scene_closed']]);
});

test('the understudy ends a scene by rule, where they go elsewhere or time passes', async () => {
  const play = tellingPlay({ jobs: ending('auto') });
  await talk(play, 'You walk well.');
  expect(closed()).toBe(0);
  await play.say('*heads out to the harbour*', silent);
  await settled(play);
  expect(scenesSeen(play.chat)).toMatchObject([{ n: 1, reason: 'container' }]);
  expect(summaryOf('Maren', 1)).toMatch(/^Maren and Tomas spoke\./);
});

test('of lines that were said faster than they are asked about one question asks whether the scene is over by the last', async () => {
  const { classifier, asked } = says(over1);
  const play = tellingPlay({ classifier, jobs: ending('auto') });
  for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await play.say(text, silent);
  await play.say('They walk out to the harbour.', silent);
  await play.say('It is windy here.', silent);
  await settled(play);
  expect(asked.filter(isAsked)).toHaveLength(1);
  expect(closed()).toBe(1);
});
