import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecallHit } from '../../../src/store/recall/past.ts';
import { openScene, Scene } from '../../histories.ts';
import { embedAll, vectorOf } from './embedded.ts';

let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

const means = { feline: 'cat', kitten: 'cat' };
const recalled = (who: string, text: string, of: readonly Scene[] = [scene]): RecallHit[] => {
  embedAll(scene.store, { means });
  const pasts = of.map((one) => ({
    chat: one.id,
    viewer: who === 'everyone' ? ('everyone' as const) : one.who(who),
    head: one.state.head,
  }));
  return scene.store.recall.recall(pasts, { text, cast: [], vector: vectorOf(text, { means }) });
};
const textOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.text : hit.memory.text);
const isGreeting = (text: string): boolean => text.startsWith('*Maren coils');
/** All that is near, but for the line with which each chat begins. */
const texts = (...asked: Parameters<typeof recalled>): string[] =>
  recalled(...asked)
    .map(textOf)
    .filter((text) => !isGreeting(text));
const differences = () => scene.store.verify(scene.state).differences;

const memory = { significance: 2, of: null, scene: 1, time: '', place: '', witnesses: [], pinned: false };
const remember = (who: string, text: string, id = 'm1'): string =>
  scene.given({ kind: 'memory_written', payload: { ...memory, memory: id, owner: scene.who(who), text } });

test('RP-072 what means the same is found without one of the words, and says how much came from that', () => {
  scene.said('Maren', 'Nets and ropes.');
  scene.said('Ansel', 'The cat sleeps.');
  scene.said('Maren', 'Sails, and a feline on the quay.');
  const [first, second] = recalled('Odile', 'kitten');
  expect([first, second].map((hit) => hit && textOf(hit))).toEqual([
    'The cat sleeps.',
    'Sails, and a feline on the quay.',
  ]);
  expect(first?.parts).toMatchObject({ text: 0, words: 0, meaning: first?.score });
  expect(first?.parts.alike).toBeGreaterThan(0);
  const both = recalled('Odile', 'The cat sleeps.')[0];
  expect((both?.parts.words ?? 0) + (both?.parts.meaning ?? 0)).toBe(1);
  expect(both?.score).toBe(1);
});

test('KT-07 what others alone heard is near to nobody else, nor is anything of another', () => {
  scene.said('Maren', 'The cat is under the stairs.', ['Ansel']);
  remember('Maren', 'I hid the cat.');
  scene.said('Tomas', 'Nets.');
  expect(texts('Odile', 'kitten')).toEqual(['Nets.']);
  expect(texts('Ansel', 'kitten').sort()).toEqual(['Nets.', 'The cat is under the stairs.']);
  expect(texts('Maren', 'kitten')).toHaveLength(3);
  expect(texts('everyone', 'kitten')).toHaveLength(3);
});

test('what was rewound, edited or taken back is not near right after; a whisper that is shared is, to all who hear of it', async () => {
  const first = scene.said('Maren', 'The cat is here.');
  expect(texts('Odile', 'kitten')).toEqual(['The cat is here.']);
  const words = { raw: 'A candle.', text: 'A candle.', knownTo: [] };
  scene.given({ kind: 'message_edited', payload: { message: first, ...words } });
  const stale = scene.store.recall.recall([past('Odile')], { text: 'x', cast: [], vector: cat });
  expect(
    stale
      .filter(({ parts }) => parts.alike)
      .map(textOf)
      .filter((text) => !isGreeting(text)),
  ).toEqual([]);
  expect(texts('Odile', 'kitten')).toEqual(['A candle.']);
  const knownTo = ['Maren', 'Ansel'].map(scene.who, scene);
  const payload = { message: first, speaker: scene.who('Maren'), knownTo };
  scene.given({ kind: 'audience_changed', payload });
  expect([texts('Odile', 'kitten'), texts('Ansel', 'kitten')]).toEqual([[], ['A candle.']]);
  expect(differences()).toEqual([]);
  scene.said('Maren', 'A cat!');
  expect(texts('Odile', 'kitten')).toEqual(['A cat!']);
  await scene.playing('Maren').rewind({ turns: 1 });
  expect(texts('Odile', 'kitten')).toEqual([]);
  expect(differences()).toEqual([]);
});

test('what was rewound or reads otherwise by now takes no place of what is near', async () => {
  scene.said('Ansel', 'A feline on the quay.');
  const limit = 5;
  const found = () => {
    embedAll(scene.store, { means });
    return scene.store.recall.recall([past('Odile')], { text: '', cast: [], vector: cat, limit }).map(textOf);
  };
  for (let n = 0; n < 30; n += 1) {
    const id = scene.said('Maren', 'The cat.');
    embedAll(scene.store, { means });
    const words = { raw: 'Nets and ropes.', text: 'Nets and ropes.', knownTo: [] };
    scene.given({ kind: 'message_edited', payload: { message: id, ...words } });
  }
  expect(found()[0]).toBe('A feline on the quay.');
  for (let n = 0; n < 30; n += 1) scene.said('Maren', 'The cat.');
  expect(found()[0]).toBe('The cat.');
  await scene.playing('Maren').rewind({ turns: 30 });
  expect(found()[0]).toBe('A feline on the quay.');
});

const cat = vectorOf('cat');
const past = (who: string) => ({ chat: scene.id, viewer: scene.who(who), head: scene.state.head });

test('a message that was embedded is near to those who come to know of it later', () => {
  const told = scene.said('Maren', 'The cat is here.', ['Ansel']);
  expect(texts('Odile', 'kitten')).toEqual([]);
  const knownTo = ['Maren', 'Ansel', 'Odile'].map(scene.who, scene);
  const payload = { message: told, speaker: scene.who('Maren'), knownTo };
  scene.given({ kind: 'audience_changed', payload });
  expect(embedAll(scene.store, { means })).toEqual([]);
  expect(texts('Odile', 'kitten')).toEqual(['The cat is here.']);
});

test('somebody who came later is near to what they were told of, and to nothing of when they were away', () => {
  scene.said('Maren', 'The cat is old.');
  scene.said('Maren', 'The cat is mine.', ['Ansel']);
  const rook = scene.parts.idFor('rook');
  const card = { character: rook, name: 'Rook', card: null, knowsPast: true };
  scene.given({ kind: 'character_joined', payload: card });
  scene.said('Maren', 'A second cat.');
  scene.given({ kind: 'character_left', payload: { character: rook } });
  scene.said('Maren', 'A third cat.');
  expect(texts('Rook', 'kitten').sort()).toEqual(['A second cat.', 'The cat is old.']);
});

test('over several chats all is compared together, and a chat that is not asked for has no say', () => {
  const other = new Scene(scene.store, { title: 'Another quay' });
  scene.said('Maren', 'A feline of the quay.');
  const before = JSON.stringify(recalled('Odile', 'kitten'));
  for (let n = 0; n < 300; n += 1) other.said('Maren', `The cat ${n}.`);
  expect(JSON.stringify(recalled('Odile', 'kitten'))).toBe(before);
  expect(texts('Odile', 'kitten', [scene, other]).length).toBeGreaterThan(40);
});

test('invariant 2 KT-07 a thousand hidden lines beside change no rank, score or count', () => {
  for (let n = 0; n < 30; n += 1) scene.said(n % 2 ? 'Maren' : 'Ansel', `The ferry ${n} and a feline.`);
  const asked = ['kitten', 'Where is the cat?', 'ferry 7'];
  const answers = () => JSON.stringify(asked.map((text) => recalled('Odile', text)));
  const before = answers();
  const how = { actor: 'human', at: scene.parts.now() } as const;
  const [maren, ansel] = [scene.who('Maren'), scene.who('Ansel')];
  scene.store.chats.append(scene.id, how, () =>
    Array.from({ length: 1000 }, (_, n) => {
      const text = `A cat, a kitten of the ferry ${n}.`;
      const payload = { speaker: maren, raw: text, text, knownTo: [maren, ansel] };
      return { kind: 'message_said' as const, payload };
    }),
  );
  expect(answers()).toBe(before);
  expect(recalled('Ansel', 'kitten')).toHaveLength(50);
  expect(differences()).toEqual([]);
});

test('RP-072 another model embeds all anew; vectors of another dimension under one name are refused', () => {
  scene.said('Maren', 'The cat sleeps.');
  scene.said('Ansel', 'Nets and ropes.');
  expect(embedAll(scene.store, { means })).toHaveLength(3);
  expect(embedAll(scene.store, { means })).toEqual([]);
  const again = { means, model: 'other', dimension: 32 };
  expect(embedAll(scene.store, again)).toHaveLength(3);
  expect(scene.store.vectors.model).toMatchObject({ name: 'other', dimension: 32 });
  const near = scene.store.recall.recall([past('Odile')], {
    text: 'kitten',
    cast: [],
    vector: vectorOf('kitten', again),
  });
  expect(near.map(textOf)[0]).toBe('The cat sleeps.');
  expect(near).toHaveLength(3);
  expect(differences()).toEqual([]);
  const [seq] = [scene.store.placeOf(scene.seenBy('Maren').at(-1)?.id ?? '').seq];
  const made = [{ seq, vector: vectorOf('x', { dimension: 48 }) }];
  expect(() => scene.store.vectors.keep({ name: 'other', dimension: 48 }, made, true)).toThrow(
    /vectors of 48 dimensions, but made some of 32/,
  );
  expect(scene.store.vectors.model).toMatchObject({ dimension: 32 });
  expect(differences()).toEqual([]);
});

test('a vector of another dimension than those that are kept is compared with nothing', () => {
  scene.said('Maren', 'The cat sleeps.');
  embedAll(scene.store);
  const asked = { text: 'cat', cast: [] };
  const alone = JSON.stringify(scene.store.recall.recall([past('Odile')], asked));
  const vector = vectorOf('cat', { dimension: 16 });
  expect(JSON.stringify(scene.store.recall.recall([past('Odile')], { ...asked, vector }))).toBe(alone);
});

test('a text that no model takes has no vector, is not asked for again and is found by its words', () => {
  scene.said('Maren', 'The cat sleeps.');
  const made = scene.store.vectors.pending('bag', 9).map(({ seq }) => ({ seq, vector: null }));
  scene.store.vectors.keep({ name: 'bag', dimension: 64 }, made, true);
  expect(embedAll(scene.store)).toEqual([]);
  expect(texts('Odile', 'cat')).toEqual(['The cat sleeps.']);
  expect(differences()).toEqual([]);
});
