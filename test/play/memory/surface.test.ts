import { expect, test } from 'vitest';
import type { PlaySettings } from '../../../src/play/chat/parts.ts';
import { surfacedNext } from '../../../src/play/memory/past-seen.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { resetIn } from '../../../src/play/story/reset.ts';
import { Scene } from '../../histories.ts';
import { closers, sceneWith } from '../scenes.ts';

const memory: PlaySettings['memory'] = { scope: 'all', most: 2, perChat: 2, shape: 'plain' };

/** Chats of the quay in one store, the last of them to be played; what was said by Tomas in each of those before. */
function after(
  chats: readonly (readonly string[])[],
  changed: Partial<PlaySettings> = {},
): { here: Scene; before: Scene[] } {
  const options = { settings: { memory, ...changed } };
  const first = sceneWith({ ...options, title: 'now' });
  const before = chats.map((said, at) => {
    const scene = new Scene(first.store, { ...options, title: `chat ${at}` });
    scene.at = Date.parse('2026-01-01T12:00:00Z');
    for (const text of said) scene.said('Tomas', text);
    return scene;
  });
  return { here: first, before };
}

const playing = (scene: Scene, as = 'Maren') => {
  const play = openPlay(scene.parts, scene.id, as);
  closers.push(() => play.close());
  return play;
};
const surfaced = (scene: Scene) => surfacedNext(playing(scene).chat);
const textsOf = (scene: Scene) => surfaced(scene).map(({ text }) => text);

test('HC-29 HC-34 of one other chat no more comes back than its quota, of all no more than so many', () => {
  const said = [1, 2, 3].map((n) => `The beacon went out on night ${n}.`);
  const { here } = after([said, ['Who lit the beacon?'], ['A beacon of hope.']], {
    memory: { ...memory, most: 3 },
  });
  here.said('Tomas', 'What of the beacon?');
  const chats = surfaced(here).map(({ life }) => life.title);
  expect(chats).toHaveLength(3);
  expect(chats.filter((title) => title === 'chat 0').length).toBeLessThanOrEqual(2);
});

test('RP-089 what stands in the window of a prompt does not come back, what is older than it does, once', async () => {
  const { here } = after([], { budget: { context: 0, hard: 700, soft: 500 } });
  here.said('Tomas', 'The beacon is lit with whale oil.');
  for (let n = 0; n < 60; n += 1)
    here.said('Ansel', `Line ${n} is about nets, ropes, tar, pitch, sails and the price of herring.`);
  here.said('Ansel', 'They sell oil for the beacon in town.');
  for (let n = 0; n < 5; n += 1) here.said('Ansel', `Hm, ${n}.`);
  here.said('Tomas', 'Which oil is the beacon lit with?');
  const { prompt, blocks } = await playing(here).prompt('Maren');
  expect(prompt.split('whale oil')).toHaveLength(2);
  const shown = blocks
    .filter(({ zone }) => zone === 'history')
    .map(({ text }) => text)
    .join('');
  const texts = textsOf(here);
  expect(texts).toContain('The beacon is lit with whale oil.');
  for (const text of texts) expect(shown).not.toContain(text);
});

test('HC-27 what came back is told once and stays where it was told, and what fits best since is told behind it', async () => {
  const market = 'Market day brings pears and plums.';
  const { here } = after([['The beacon is dark tonight.', market]]);
  const told = async () => {
    const { blocks } = await playing(here).prompt('Maren');
    return blocks.filter(({ zone }) => zone === 'told').map(({ text }) => text.match(/beacon|Market/)?.[0]);
  };
  here.said('Tomas', 'Is the beacon dark?');
  expect(await told()).toEqual(['beacon']);
  const first = await playing(here).prompt('Maren');
  await playing(here).reply('Maren');
  for (let n = 0; n < 6; n += 1) here.said('Ansel', 'Hm.');
  expect(await told()).toEqual(['beacon']);
  here.said('Ansel', 'On market day they sell pears and plums.');
  expect(await told()).toEqual(['beacon', 'Market']);
  const later = await playing(here).prompt('Maren');
  const settled = first.prompt.slice(0, first.prompt.indexOf('[Maren never'));
  expect(later.prompt.startsWith(settled)).toBe(true);
});

test('HC-35 one other chat comes back again and again, each time what of it fits what is talked of', () => {
  const said = [
    'The beacon is dark tonight.',
    'The weir is broken.',
    'Market day brings plums.',
    'A crow sat there.',
  ];
  const { here } = after([said], { memory: { ...memory, perChat: 1 } });
  const backFor = (text: string) => {
    for (let n = 0; n < 8; n += 1) here.said('Ansel', 'Hm.');
    here.said('Tomas', text);
    return textsOf(here);
  };
  expect(backFor('Is the beacon dark?')).toEqual([said[0]]);
  expect(backFor('When does one buy plums?')).toEqual([said[2]]);
  expect(backFor('Who mends the weir?')).toEqual([said[1]]);
  expect(backFor('And who lights the beacon?')).toEqual([said[0]]);
});

test('RP-089 the answer to what was asked before in the same words comes back with its question, though it shares none of them', () => {
  const { here } = after([['Why did you leave the lighthouse?', 'They sold the lamp.', 'Plums are ripe.']]);
  here.said('Tomas', 'Why leave a lighthouse?');
  expect(textsOf(here)).toEqual(['Why did you leave the lighthouse?', 'They sold the lamp.']);
});

test('HC-27 what was said last is asked for, however long the lines before it are', () => {
  const { here } = after([['The beacon is dark tonight.']]);
  const words = Array.from({ length: 60 }, (_, n) => `rope${n}`).join(' ');
  for (const by of ['Ansel', 'Odile', 'Ansel']) here.said(by, words);
  here.said('Tomas', 'Is the beacon dark?');
  expect(textsOf(here)).toEqual(['The beacon is dark tonight.']);
});

test('RP-095 HC-28 what is remembered of another chat is listed, and stands in every prompt when it is pinned', () => {
  const { here, before } = after([['I stole the key.']]);
  const [there] = before;
  if (!there) throw new Error('no chat');
  const owner = there.who('Maren');
  const kept = { text: 'Tomas stole the key.', significance: 2, of: null, scene: 1, time: '', place: '' };
  const payload = { memory: 'm1', owner, ...kept, witnesses: [owner, there.who('Tomas')], pinned: true };
  there.given({ kind: 'memory_written', payload });
  here.said('Tomas', 'Nice weather.');
  expect(textsOf(here)).toEqual(['Tomas stole the key.']);
  const { chat } = playing(here);
  expect(memoriesOf(chat).map(({ text, life }) => [text, life.title])).toEqual([
    ['Tomas stole the key.', 'chat 0'],
  ]);
  expect(memoriesOf(chat, undefined, true)).toEqual([]);
  expect(memoriesOf(playing(here, 'Ansel').chat)).toEqual([]);
  expect(surfacedNext(playing(here, 'Ansel').chat)).toEqual([]);
});

test('HC-28 what a character that has begun anew lived through is no past of it', () => {
  const { here, before } = after([['The beacon is dark.']]);
  here.said('Tomas', 'Is the beacon dark?');
  expect(textsOf(here)).toEqual(['The beacon is dark.']);
  if (before[0]) resetIn(before[0].playing('*').chat, before[0].who('Maren'));
  expect(textsOf(here)).toEqual([]);
});

test('HC-34 what a speaker said comes back as its own, unlike what somebody called You said', async () => {
  const { here, before } = after([['The beacon was lit at nine.']]);
  before[0]?.said('Maren', 'Then I saw the beacon last.');
  here.said('Tomas', 'Who saw the beacon last?');
  const { prompt } = await playing(here).prompt('Maren');
  expect(prompt).toMatch(/: you yourself said: Then I saw the beacon last\.\]/);
  expect(prompt).toMatch(/: Tomas said: The beacon was lit at nine\.\]/);
});
