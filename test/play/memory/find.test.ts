import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/domain/search.ts';
import type { PlaySettings } from '../../../src/play/chat/parts.ts';
import {
  editMemory,
  findMemories,
  forgetMemory,
  memoriesOf,
  pinMemory,
} from '../../../src/play/story/memories/memories.ts';
import { runs } from '../../cases.ts';
import { Scene } from '../../histories.ts';
import { closers, sceneWith } from '../scenes.ts';

const memory: PlaySettings['memory'] = { scope: 'all', most: 2, perChat: 2, shape: 'plain' };
const options = { settings: { memory } };
const kept = { of: null, scene: 1, time: '', place: '', witnesses: [], pinned: false };

let count = 0;
function remember(scene: Scene, who: string, text: string, more: object = {}): void {
  count += 1;
  const payload = { ...kept, significance: 1, memory: `m${count}`, owner: scene.who(who), text, ...more };
  scene.given({ kind: 'memory_written', payload });
}

/** Chats of the quay in one store, the first of them open. */
function chats(titles: readonly string[]): Scene[] {
  const first = sceneWith({ ...options, title: titles[0] ?? '' });
  return [first, ...titles.slice(1).map((title) => new Scene(first.store, { ...options, title }))];
}

const playingIn = (scene: Scene, as = 'Maren') => {
  const play = scene.playing(as);
  closers.push(() => play.close());
  return play;
};
const found = (scene: Scene, text: string, as?: string) =>
  findMemories(playingIn(scene, as).chat, text, { limit: 1000 }).map((one) => one.text);

const words = ['the', 'of', 'Tomas', 'Maren', 'key', 'boat', 'lamp', 'tar', '老虎', '虎穴', 'where', 'Éire'];
const saying = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(' '));

test('RP-095 RP-089 whatever words are asked for, every memory of any chat that says one of them is found, and no other', () => {
  fc.assert(
    fc.property(fc.array(saying, { minLength: 1, maxLength: 12 }), saying, (texts, sought) => {
      const scenes = chats(['now', 'then', 'once']);
      for (const [at, text] of texts.entries()) remember(scenes[at % 3] as Scene, 'Maren', text);
      const asked = new Set(wordsOf(sought));
      const saysAny = texts.filter((text) => wordsOf(text).some((word) => asked.has(word)));
      expect(found(scenes[0] as Scene, sought).sort()).toEqual(saysAny.sort());
    }),
    runs(20),
  );
});

test('RP-095 a memory is found once, as it reads now: not what was edited, forgotten or rewound', async () => {
  const [here, there] = chats(['now', 'then']) as [Scene, Scene];
  for (const text of ['A key of brass.', 'A key of iron.', 'A key of tin.']) remember(there, 'Maren', text);
  const memories = playingIn(there);
  const [brass, iron, tin] = memoriesOf(memories.chat).map(({ id }) => id);
  pinMemory(memories.chat, brass ?? '', true);
  pinMemory(memories.chat, brass ?? '', false);
  editMemory(memories.chat, iron ?? '', 'A knife.');
  forgetMemory(memories.chat, tin ?? '');
  expect(found(here, 'key')).toEqual(['A key of brass.']);
  expect(found(here, 'knife')).toEqual(['A knife.']);
  expect(found(here, 'key knife').sort()).toEqual(['A key of brass.', 'A knife.']);
  expect(findMemories(playingIn(here).chat, 'key', { limit: 20, isHere: true })).toEqual([]);
});

test('RP-095 a rare word counts more than one that most memories say, and of as many words what matters more comes first', () => {
  const [here, there] = chats(['now', 'then']) as [Scene, Scene];
  for (const n of [1, 2, 3, 4]) remember(there, 'Maren', `The boat is old, ${n}.`);
  remember(there, 'Maren', 'A zither, so to say, 5.');
  remember(here, 'Maren', 'A lamp, I think.', { significance: 0 });
  remember(there, 'Maren', 'A lamp, I hope.', { significance: 3 });
  expect(found(here, 'boat zither')[0]).toBe('A zither, so to say, 5.');
  expect(found(here, 'lamp')).toEqual(['A lamp, I hope.', 'A lamp, I think.']);
  const scores = findMemories(playingIn(here).chat, 'boat zither lamp', { limit: 20 });
  expect(scores.map(({ score }) => score)).toEqual(scores.map(({ score }) => score).sort((a, b) => b - a));
  expect(findMemories(playingIn(here).chat, 'boat', { limit: 2 })).toHaveLength(2);
});

test('KT-07 HC-46 what others remember, and what is said to them, changes nothing of what is found', () => {
  const told = (hidden: number) => {
    const [here, there] = chats(['now', 'then']) as [Scene, Scene];
    for (const scene of [here, there]) {
      for (const n of [1, 2, 3])
        remember(scene, 'Maren', `The key of the boat, ${n}.`, { memory: `own${n}` });
      const { at } = scene;
      for (let n = 0; n < hidden; n += 1) {
        scene.said('Ansel', `A key, a boat, a lamp, ${n}.`, ['Odile']);
        remember(scene, 'Ansel', `A key, a boat, a lamp, ${n}.`, { memory: `hidden${n}` });
      }
      scene.at = at;
      remember(scene, 'Maren', 'A lamp.', { memory: 'last' });
    }
    const hits = findMemories(playingIn(here).chat, 'key lamp boat', { limit: 50 });
    return hits.map(({ life: { head: _, ...life }, ...hit }) => ({ ...hit, life }));
  };
  const none = told(0);
  expect(none).toHaveLength(8);
  expect(told(300)).toEqual(none);
});

test('RP-095 everyone together finds what each remembers', () => {
  const [here] = chats(['now']) as [Scene];
  remember(here, 'Maren', 'I hid the key.');
  remember(here, 'Ansel', 'I lost the key.');
  expect(found(here, 'key', '*').sort()).toEqual(['I hid the key.', 'I lost the key.']);
  expect(found(here, 'key', 'Odile')).toEqual([]);
});
