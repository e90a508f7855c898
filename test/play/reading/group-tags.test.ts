import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../../src/domain/audience/audience.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';
import { visibleSoFar } from '../../../src/play/reading/reply-so-far.ts';
import { type ReplyContext, readReply } from '../../../src/play/reading/streamed.ts';

const cast = ['Maren', 'Ansel', 'Odile', 'Tomas', 'Rook'];
const crew = { group: 'g', name: 'crew', called: 'crew', maker: null, members: ['Maren', 'Ansel', 'Rook'] };
/** Rook is away; of the crew its members know, Odile and Tomas do not. */
const world: World = {
  ...initialWorld,
  cast: cast.map((name) => ({ id: name, name, card: null, present: name !== 'Rook', met: cast })),
  groups: { Maren: [crew], Ansel: [crew], Rook: [crew] },
};
const context = (over: Partial<ReplyContext> = {}): ReplyContext => ({
  ...{ stage: world, speaker: 'Maren', answered: null, style: defaultTagStyle, untagged: 'inherit' },
  ...over,
});
const T = defaultTagStyle.tag;
const whispered = { knownTo: ['Odile', 'Tomas'] } as unknown as ReplyContext['answered'];
const heard = (raw: string, over: Partial<ReplyContext> = {}) => readReply(raw, context(over), false);

describe("a group in a model's line", () => {
  test.each([`Now. ${T}crew__`, `Now. (ooc: ${T}@Crew__)`, `Now. ${T}{crew}__`, `Now. ${T}Rook,crew__`])(
    'KT-15 KT-06 reaches those of it who are there: %s',
    (raw) =>
      expect(heard(raw)).toMatchObject({ text: 'Now.', knownTo: ['Maren', 'Ansel'], isExplicit: true }),
  );

  test('KT-02 adds to names, and a character of that name comes before it', () => {
    expect(heard(`Now. ${T}@crew,Odile__`).knownTo).toEqual(['Maren', 'Ansel', 'Odile']);
    const named = world.cast.map((one) => (one.id === 'Tomas' ? { ...one, name: 'Crew' } : one));
    expect(heard(`Now. ${T}crew__`, { stage: { ...world, cast: named } }).knownTo).toEqual([
      'Maren',
      'Tomas',
    ]);
  });

  test('KT-05 that its speaker does not know is a name that nobody bears: it leaks nothing', () => {
    expect(heard(`Now. ${T}crew__`, { speaker: 'Odile' }).knownTo).toEqual(['Odile']);
    expect(heard(`Now. ${T}crew,Tomas__`, { speaker: 'Odile' }).knownTo).toEqual(['Odile', 'Tomas']);
    const answer = heard(`Now. ${T}crew__`, { speaker: 'Odile', answered: whispered });
    expect(answer).toEqual(heard(`Now. ${T}choir__`, { speaker: 'Odile', answered: whispered }));
  });

  test('KT-15 in a head reaches them as well', () => {
    const raw = ' (to @crew): Now.';
    expect(heard(raw, { lineHead: 'brought' })).toMatchObject({ text: 'Now.', knownTo: ['Maren', 'Ansel'] });
  });

  test('KT-10 is shown to its members as it streams, and to nobody else', () => {
    const raw = `${T}crew__ The key is under the stone.`;
    const shown = (viewer: string) =>
      new Set([...raw].map((_, at) => visibleSoFar(raw.slice(0, at + 1), context(), viewer)));
    expect(shown('Ansel')).toContain('The key is under the stone.');
    expect([...shown('Odile')].filter((text) => text !== null && text !== '')).toEqual([]);
  });
});
