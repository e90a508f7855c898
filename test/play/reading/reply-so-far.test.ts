import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../../src/domain/audience/audience.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';
import { ReplySoFar } from '../../../src/play/reading/reply-so-far.ts';
import { type ReplyContext, readReply } from '../../../src/play/reading/streamed.ts';
import { patience, runs } from '../../cases.ts';

const T = defaultTagStyle.tag;
const many = 10_000;
const cast = ['Maren', 'Ansel', 'Old Tom', 'J', 'J__R', `${T}X`];
const world: World = {
  ...initialWorld,
  cast: cast.map((name) => ({ id: name, name, card: null, present: true, met: cast })),
};
const whispered = { knownTo: ['Maren', 'Ansel'] } as unknown as ReplyContext['answered'];
const how = fc.record({
  lineHead: fc.constantFrom(undefined, 'given' as const, 'brought' as const),
  isThoughtOpen: fc.boolean(),
  answered: fc.constantFrom(null, whispered),
  reveal: fc.constantFrom('stream' as const, 'strict' as const),
});
const context = (over: Partial<ReplyContext>): ReplyContext => ({
  ...{ stage: world, speaker: 'Maren', answered: null, style: defaultTagStyle, untagged: 'inherit' },
  ...over,
});
const viewers = [...cast, 'everyone'];

const beginnings = [
  ...['_', '__', T.slice(0, 9), `${T.slice(0, 12)} `, T, `${T}Ansel`, `${T}Ansel__ `, `${T}J__`, `${T}{`],
  ...[
    '(',
    '(ooc',
    '(ooc: ',
    `(ooc: ${T}Ansel__)`,
    `(ooc: ${T}`,
    ')',
    '(aloud',
    '(aloud) ',
    '(to ',
    ' (to Old',
    '):',
  ],
  ...['Maren', 'Maren: ', 'Old ', 'J, ', 'Ansel, ', ':', '<', '<think>', '</think>', '<thinking>', '</'],
  ...[' ', '\n', '\t', ' \n', '\u0000', 'word ', 'o'],
];

/** What every viewer is shown, joined. */
const shown = (soFar: ReplySoFar) => viewers.map((viewer) => soFar.shownTo(viewer)?.join('') ?? null);

describe('a reply that is read while it streams', () => {
  test.each([
    ['beginnings', beginnings],
    ['lists', [...cast, T, T, T.slice(0, 5), '__', '_', ',', ' ', '\n', '{', 'x']],
  ])(
    'KT-10 shows the same however it is cut into pieces: %s',
    (_, pieces) => {
      const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
      fc.assert(
        fc.property(text, how, (pieces, over) => {
          const [whole, single] = [new ReplySoFar(context(over)), new ReplySoFar(context(over))];
          for (const piece of pieces) {
            whole.push(piece);
            for (const unit of piece.split('')) single.push(unit);
            expect(shown(single)).toEqual(shown(whole));
          }
        }),
        runs(800),
      );
    },
    patience,
  );

  test(
    'KT-10 reads no part of a text again that repeats any beginning of what it looks for, and withdraws what is shown at most twice',
    () => {
      const repeats = 400;
      const unit = fc.array(fc.constantFrom(...beginnings), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(fc.constantFrom('', ...beginnings), unit, how, (start, units, over) => {
          const soFar = new ReplySoFar(context(over));
          soFar.push(start);
          const lists = new Map(viewers.map((viewer) => [viewer, new Set<unknown>()]));
          let most = 0;
          for (let at = 0; at < repeats; at += 1) {
            for (const piece of units) {
              soFar.push(piece);
              most = Math.max(most, soFar.held);
              for (const viewer of viewers) {
                const list = soFar.shownTo(viewer);
                if (list === null || list.length > 0) lists.get(viewer)?.add(list);
              }
            }
          }
          expect(most).toBeLessThan(4000);
          for (const seen of lists.values()) expect(seen.size).toBeLessThanOrEqual(4);
        }),
        runs(60),
      );
    },
    patience,
  );

  test(
    'KT-10 takes in a long text of nothing but beginnings, in pieces and whole',
    () => {
      const hostile = [
        `${T.slice(0, 13)} `,
        `${T}`,
        `${T}Ansel__ `,
        '(ooc: ',
        '(to Ansel',
        'Maren',
        ' ',
        '<think>',
      ];
      for (const unit of hostile) {
        const [soFar, whole] = [new ReplySoFar(context({})), new ReplySoFar(context({}))];
        for (let at = 0; at < many; at += 1) {
          soFar.push(unit);
          soFar.shownTo('Ansel');
        }
        whole.push(unit.repeat(many));
        expect(shown(soFar)).toEqual(shown(whole));
        expect(readReply(unit.repeat(many), context({}), true).text.length).toBeLessThanOrEqual(
          many * unit.length,
        );
      }
    },
    patience,
  );
});
