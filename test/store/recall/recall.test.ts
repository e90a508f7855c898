import { afterEach, beforeEach, expect, test } from 'vitest';
import { opened } from '../../../src/domain/world/world.ts';
import type { RecallHit } from '../../../src/store/recall/past.ts';
import { idOf } from '../../../src/store/recall/ranked.ts';
import { openScene, Scene } from '../../histories.ts';

let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

const pastOf = (of: Scene, who: string) => {
  const viewer = who === 'everyone' ? who : of.who(who);
  return { chat: of.id, viewer, head: of.state.head } as const;
};
const recalled = (who: string, text: string, of: readonly Scene[] = [scene]): RecallHit[] => {
  const cast = opened(scene.state.world).cast.map(({ id, name }) => ({ id, name }));
  return scene.store.recall.recall(
    of.map((one) => pastOf(one, who)),
    { text, cast },
  );
};
const textOf = (hit: RecallHit): string => (hit.type === 'message' ? hit.message.text : hit.memory.text);
/** Of what says itself what is asked, beside neighbours of that. */
const texts = (...asked: Parameters<typeof recalled>): string[] =>
  recalled(...asked)
    .filter(({ parts }) => parts.text > 0)
    .map(textOf);

const memory = { significance: 2, of: null, scene: 1, time: '', place: '', witnesses: [], pinned: false };
const remember = (who: string, text: string, id = 'm1'): string =>
  scene.given({ kind: 'memory_written', payload: { ...memory, memory: id, owner: scene.who(who), text } });

test('the best first: by stems and other forms of words, whatever the case', () => {
  scene.said('Maren', 'The harbour is quiet.');
  scene.said('Ansel', 'I bought two LANTERNS in the harbour.');
  expect(texts('Odile', 'Who buys a lantern in the harbour?')[0]).toBe(
    'I bought two LANTERNS in the harbour.',
  );
});

test('what every line of a short chat says counts for little beside what one of them says', () => {
  for (let line = 0; line < 12; line += 1) scene.said('Maren', `The window is open, ${line}.`);
  scene.said('Maren', 'A zither, I think, 12.');
  const hits = recalled('Odile', 'zither window');
  const textFor = (word: string) => hits.find((hit) => textOf(hit).includes(word))?.parts.text ?? 0;
  expect(textFor('window') / textFor('zither')).toBeLessThan(0.4);
});

test('an answer is found by its question, and a line by who said it', () => {
  scene.said('Maren', 'What did you bring me from Delft?');
  scene.said('Ansel', 'Oak planks.');
  scene.said('Maren', 'The kitchen smells of tar.');
  scene.said('Ansel', 'The kitchen smells of tar.');
  expect(recalled('Odile', 'What did Ansel bring from Delft?').map(textOf)).toContain('Oak planks.');
  const [first] = recalled('Odile', 'What did Maren say of the kitchen?');
  expect(first).toMatchObject({ message: { speaker: scene.who('Maren') }, parts: { speaker: 1.6 } });
});

test('KT-07 what others alone heard is not found, nor is anything of another', () => {
  scene.said('Maren', 'The lantern is under the stairs.', ['Ansel']);
  remember('Maren', 'I hid the lantern.');
  expect(texts('Odile', 'lantern')).toEqual([]);
  expect(texts('Ansel', 'lantern')).toEqual(['The lantern is under the stairs.']);
  expect(texts('Maren', 'lantern').sort()).toEqual([
    'I hid the lantern.',
    'The lantern is under the stairs.',
  ]);
  expect(texts('everyone', 'lantern')).toHaveLength(2);
});

test('what was rewound, deleted, edited or taken back is not found right after', async () => {
  const first = scene.said('Maren', 'A lantern.');
  const words = { raw: 'A candle.', text: 'A candle.', knownTo: [] };
  scene.given({ kind: 'message_edited', payload: { message: first, ...words } });
  expect([texts('Odile', 'lantern'), texts('Odile', 'candle')]).toEqual([[], ['A candle.']]);
  const knownTo = ['Maren', 'Ansel'].map((name) => scene.who(name));
  const payload = { message: first, speaker: scene.who('Maren'), knownTo };
  scene.given({ kind: 'audience_changed', payload });
  expect([texts('Odile', 'candle'), texts('Maren', 'candle')]).toEqual([[], ['A candle.']]);
  scene.said('Maren', 'A zither.');
  expect(texts('Odile', 'zither')).toEqual(['A zither.']);
  await scene.playing('Maren').rewind({ turns: 1 });
  expect(texts('Odile', 'zither')).toEqual([]);
});

test('RP-072 of two lines that say the same, the one that counts more for whoever asks comes first, and for nobody else', () => {
  const first = scene.said('Maren', 'The lantern is out.');
  scene.said('Maren', 'The rope is wet.');
  scene.said('Ansel', 'Nobody came.');
  scene.said('Maren', 'The boat is gone.');
  const last = scene.said('Maren', 'The lantern is out.');
  const order = (who: string) => recalled(who, 'lantern').slice(0, 2).map(idOf);
  expect(order('Odile')).toEqual([last, first]);
  const scored = { owner: scene.who('Odile'), message: first, significance: 3 as const, pinsMost: 0 };
  scene.given({ kind: 'significance_scored', payload: scored });
  expect(order('Odile')).toEqual([first, last]);
  expect(order('Ansel')).toEqual([last, first]);
  expect(order('everyone')).toEqual([first, last]);
});

test('a memory is found as it reads now, until it is forgotten', () => {
  remember('Maren', 'Ansel gave me a zither.');
  remember('Maren', 'Ansel gave me an accordion.');
  expect(texts('Maren', 'zither accordion')).toEqual(['Ansel gave me an accordion.']);
  scene.given({ kind: 'memory_forgotten', payload: { memory: 'm1', owner: scene.who('Maren') } });
  expect(texts('Maren', 'accordion')).toEqual([]);
});

test('over several chats all is ranked together, and a chat that is not asked for has no say', () => {
  const other = new Scene(scene.store, { title: 'Another quay' });
  scene.said('Maren', 'The zither is out of tune.');
  const before = JSON.stringify(recalled('Odile', 'zither'));
  other.said('Maren', 'A zither, a zither!');
  expect(JSON.stringify(recalled('Odile', 'zither'))).toBe(before);
  expect(texts('Odile', 'zither', [scene, other])).toHaveLength(2);
});

test('somebody who came later finds what they were told of, and nothing of when they were away', () => {
  scene.said('Maren', 'The zither hangs in the hall.');
  const rook = scene.parts.idFor('rook');
  const card = { character: rook, name: 'Rook', card: null, knowsPast: true };
  scene.given({ kind: 'character_joined', payload: card });
  expect(texts('Rook', 'zither')).toEqual(['The zither hangs in the hall.']);
  scene.given({ kind: 'character_left', payload: { character: rook } });
  scene.said('Maren', 'The zither is broken.');
  expect(texts('Rook', 'zither')).toEqual(['The zither hangs in the hall.']);
});

test('invariant 2 KT-07 a thousand hidden lines beside change no rank, score or count', () => {
  const fill = (of: Scene): void => {
    for (let n = 0; n < 30; n += 1) of.said(n % 2 ? 'Maren' : 'Ansel', `The ferry ${n} and the lantern.`);
    of.said('Ansel', 'A zither in the ferry.');
  };
  fill(scene);
  const asked = ['ferry lantern', 'Where is the zither?', 'What did Ansel say of the lantern 7?'];
  const answers = () => JSON.stringify(asked.map((text) => recalled('Odile', text)));
  const before = answers();
  const how = { actor: 'human', at: scene.parts.now() } as const;
  const [maren, ansel] = [scene.who('Maren'), scene.who('Ansel')];
  const text = 'The zither of the ferry, a lantern, a lantern, a zither.';
  scene.store.chats.append(scene.id, how, () =>
    Array.from({ length: 1000 }, (_, n) => ({
      kind: 'message_said' as const,
      payload: { speaker: maren, raw: text, text: `${text} ${n}`, knownTo: [maren, ansel] },
    })),
  );
  expect(answers()).toBe(before);
  expect(recalled('Ansel', 'zither').length).toBeGreaterThan(40);
});

test('invariant 2 KT-07 where two of a cast are one character, what the other heard there displaces nothing that it heard elsewhere', () => {
  const there = new Scene(scene.store, { title: 'Another quay' });
  scene.said('Ansel', 'The zither is in the attic.', ['Odile']);
  const [ansel, odile] = [there.who('Ansel'), there.who('Odile')];
  const past = () => [pastOf(scene, 'Odile'), pastOf(there, 'Maren')];
  const asked = () => JSON.stringify(scene.store.recall.recall(past(), { text: 'zither', cast: [] }));
  const before = asked();
  expect(before).toContain('attic');
  there.store.chats.append(there.id, { actor: 'human', at: there.parts.now() }, () =>
    Array.from({ length: 1300 }, (_, n) => ({
      kind: 'message_said' as const,
      payload: { speaker: ansel, raw: '', text: `A zither, ${n}.`, knownTo: [ansel, odile] },
    })),
  );
  // The head of the other chat has moved, but nothing that Maren perceives.
  expect(asked()).toBe(before);
});
