import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScene, type Scene } from '../../histories.ts';

let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

const lines = 420;
/** A long talk of a ferry; every third line says the rope as well, one in six the sail, and one of long ago these two alone. */
const lineAt = (n: number): string => {
  if (n === 5) return 'A sail, a rope.';
  return `The ferry${n % 3 === 0 ? ', the rope' : ''}${n % 4 === 0 && n % 3 > 0 ? ', the sail' : ''} and evening ${n}.`;
};
const talk = (of: Scene, between: (n: number) => void = () => undefined): void => {
  for (let n = 0; n < lines; n += 1) {
    of.said(n % 2 ? 'Maren' : 'Ansel', lineAt(n));
    between(n);
  }
};
const asked = (of: Scene, text: string) =>
  of.store.recall
    .recall([{ chat: of.id, viewer: of.who('Odile'), head: of.state.head }], { text, cast: [] })
    .map(({ score, parts, ...hit }) => ({
      text: hit.type === 'message' ? hit.message.text : '',
      score,
      parts,
    }));

test('of words that are said all the time the rarer count more, and an old line that says two of these is found', () => {
  talk(scene);
  const hits = asked(scene, 'ferry rope sail');
  expect(hits.map(({ text }) => text)).toContain('A sail, a rope.');
  const says = (text: string) => hits.find((hit) => hit.text.startsWith(text))?.parts.text ?? 0;
  expect(says('The ferry and') / says('The ferry, the sail and')).toBeLessThan(0.4);
  expect(says('The ferry, the rope and')).toBeLessThan(says('The ferry, the sail and'));
  expect(asked(scene, 'ferry rope sail zither')).toEqual(hits);
});

test('invariant 2 KT-07 how common a word is, is told by what its owner perceived, whatever others said between', () => {
  talk(scene);
  const beside = openScene();
  try {
    talk(beside, (n) => {
      if (n % 200 > 60) return;
      for (let more = 0; more < 12; more += 1)
        beside.said('Maren', `A rope, a rope, a ferry, ${more}.`, ['Ansel']);
    });
    for (const text of ['ferry rope sail', 'sail ferry', 'evening rope ferry', 'rope 17'])
      expect(asked(beside, text)).toEqual(asked(scene, text));
  } finally {
    beside.close();
  }
});
