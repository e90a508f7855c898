import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../src/domain/errors.ts';
import type { Insert, PromptEpoch, PromptInput } from '../../src/prompt/input.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { runs } from '../cases.ts';
import { epochAt, input, message } from './scene.ts';

const insert = (name: string, over: Partial<Insert> = {}): Insert => ({
  ...{ name, source: 'test', reason: 'test', zone: 'live', tier: 'should', text: `Text of ${name}.` },
  ...over,
});
const said = Array.from({ length: 12 }, (_, n) => message(n, `${n} water`));
const names = ({ blocks }: PromptPlan) => blocks.map(({ name }) => name);
const built = (inserts: readonly Insert[], over: Partial<PromptInput<unknown>> = {}) =>
  buildPrompt(input(said, { inserts, ...over }));
const rowsOf = ({ blocks }: PromptPlan) => blocks.filter(({ zone }) => zone === 'history');

describe('the order of inserts', () => {
  const zones = [
    { zone: 'frozen' },
    { zone: 'epoch' },
    { zone: 'live' },
    { zone: 'live', depth: 2 },
  ] as const;

  test.each(zones)('goes by their number and else by how they were handed in: %o', (where) => {
    const orders = [undefined, 300, 5, 100, 5];
    const inserts = orders.map((order, n) => insert(`i${n}`, { ...where, ...(order && { order }) }));
    const found = names(built(inserts)).filter((name) => /^i\d/.test(name));
    expect(found).toEqual(['i2', 'i4', 'i0', 'i3', 'i1']);
  });
});

describe('what stands in the epoch', () => {
  const was = [
    insert('tale', { zone: 'epoch', text: 'They met {{char}}.' }),
    insert('gone', { zone: 'epoch' }),
  ];
  const begun = (inserts: readonly Insert[], n = 0): PromptEpoch => ({
    ...epochAt(n),
    sealed: buildPrompt(input(said, { inserts })).sealed ?? [],
  });
  const epoch = begun(was);
  const blocksOf = (plan: PromptPlan) =>
    plan.blocks.filter(({ source }) => source === 'test').map(({ zone, text }) => `${zone} ${text.trim()}`);

  test('reads as it did when the epoch began; what it says since, and what came since, is told once', () => {
    const now = [insert('tale', { zone: 'epoch', text: 'They fell out.' }), insert('new', { zone: 'epoch' })];
    expect(blocksOf(built(now, { epoch }))).toEqual([
      ...['epoch They met {{char}}.', 'epoch Text of gone.', 'told They fell out.', 'told Text of new.'],
    ]);
    expect(blocksOf(built(was, { epoch }))).toEqual(['epoch They met {{char}}.', 'epoch Text of gone.']);
  });

  test('RP-084 of one in parts only those are told again that are new since, and that one is over only where it was told', () => {
    type Line = readonly [part: string, text: string, isEnd?: boolean];
    const edge = (...lines: readonly Line[]) =>
      insert('edge', {
        zone: 'epoch',
        parts: lines.map(([part, text, isEnd = false]) => ({ part, text, isEnd })),
        text: lines.map(([, text]) => text).join('\n'),
      });
    const debt = ['debt', 'An old debt.'] as const;
    const then = begun([edge(['trust', 'Trust 4.'], debt)]);
    const texts = (...lines: readonly Line[]) => blocksOf(built([edge(...lines)], { epoch: then }));
    const sealed = 'epoch Trust 4.\nAn old debt.';
    expect(texts(['trust', 'Trust 7.'], debt, ['lie', 'She lies.'])).toEqual([
      ...[sealed, 'told Trust 7.\nShe lies.'],
    ]);
    expect(texts(['trust', 'Trust 4.'])).toEqual([sealed]);
    expect(texts(['trust', 'Trust 0.', true], ['row', 'The row is over.', true])).toEqual([
      sealed,
      'told Trust 0.',
    ]);
  });

  test('is drawn anew when the window is trimmed, and when something was taken back, which leaves the window', () => {
    const now = [insert('tale', { zone: 'epoch', text: 'They fell out.' })];
    const over = built(now, { epoch: { ...epoch, from: 'm4', isOver: true } });
    expect([blocksOf(over), over.windowFrom]).toEqual([['epoch They fell out.'], 'm4']);
    const long = Array.from({ length: 60 }, (_, n) => message(n, 'water '.repeat(8)));
    const trimmed = buildPrompt(input(long, { inserts: now, epoch, budget: { hard: 1000, soft: 900 } }));
    expect([blocksOf(trimmed), trimmed.windowFrom === 'm0']).toEqual([['epoch They fell out.'], false]);
  });
});

describe('the share of inserts', () => {
  const words = (tokens: number) => 'w '.repeat(tokens * 2);

  test.each([
    ['must', {}],
    ['should', { isAsked: true }],
  ] as const)('one of 7,000 tokens that %s be there is refused by name and size', (tier, over) => {
    const note = insert('the note', { tier, text: words(7000), ...over });
    expect(() => built([note], { character: null, budget: { hard: 7200, soft: 6000 } })).toThrow(
      /^"the note" takes 7\d{3} tokens of 7200, and fewer than 8 lines/,
    );
    expect(() => built([note], { budget: { hard: 6000, soft: 6000 } })).toThrow(/"the note"/);
    expect(rowsOf(built([note], { budget: { hard: 8192, soft: 6144 } })).length).toBeGreaterThanOrEqual(8);
  });

  test('RP-014 for all inserts and budgets the prompt fits, musts are there, and eight lines too, or one is refused by name', () => {
    const some = fc.record({
      tokens: fc.nat(900),
      tier: fc.constantFrom('must', 'should', 'nice'),
      zone: fc.constantFrom('frozen', 'epoch', 'live'),
      isAsked: fc.boolean(),
      order: fc.nat(3),
    });
    const sizes = fc.array(fc.nat(120), { minLength: 1, maxLength: 40 });
    const budget = fc.tuple(fc.integer({ min: 300, max: 3000 }), fc.integer({ min: 100, max: 3000 }));
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 6 }),
        sizes,
        budget,
        fc.nat(40),
        (all, rows, [hard, soft], from) => {
          const messages = rows.map((size, n) => message(n, words(size / 2)));
          const inserts = all.map(({ tokens, ...one }, n) =>
            insert(`i${n}`, { ...one, text: words(tokens) }),
          );
          const epoch = epochAt(Math.max(0, Math.min(from, rows.length - 8)));
          const over = { inserts, epoch, budget: { hard, soft: Math.min(hard, soft) } };
          try {
            const plan = buildPrompt(input(messages, over));
            expect(plan.tokens).toBeLessThanOrEqual(hard);
            expect(names(plan)).toEqual(
              expect.arrayContaining(
                inserts.filter(({ tier, text }) => tier === 'must' && text).map(({ name }) => name),
              ),
            );
            const beside = plan.blocks.filter(({ name }) => /^i\d/.test(name));
            const taken = beside.reduce((sum, { tokens }) => sum + tokens, 0);
            const isEight = rowsOf(plan).length >= Math.min(8, messages.length);
            if (!isEight) expect(taken).toBeLessThanOrEqual(hard / 4);
          } catch (error) {
            if (!isSottoError(error)) throw error;
            expect(error.message).toMatch(/the largest part is "|^"i\d" takes \d+ tokens of/);
          }
        },
      ),
      runs(300),
    );
  });

  test('one that may be left out is, and the plan names it', () => {
    const budget = { hard: 1000, soft: 800 };
    const bare = built([]);
    const fixed = bare.tokens - rowsOf(bare).reduce((sum, { tokens }) => sum + tokens, 0);
    const lore = insert('lore', { text: words(1000 - fixed - 50) });
    const { dropped, ...plan } = built([lore], { budget });
    expect(dropped[0]).toMatchObject({ name: 'lore', reason: 'leaves no room for dialogue' });
    expect(rowsOf(plan as PromptPlan).length).toBeGreaterThanOrEqual(8);
  });
});
