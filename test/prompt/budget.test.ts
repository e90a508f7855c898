import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../src/domain/errors.ts';
import { buildPrompt } from '../../src/prompt/build.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { runs } from '../histories.ts';
import { input, message, viewOf } from './scene.ts';

const story = (count: number, words = 8) =>
  Array.from({ length: count }, (_, n) => message(n, `${n} ${'water '.repeat(words)}`.trim()));
const history = (plan: PromptPlan) => plan.blocks.filter(({ zone }) => zone === 'history');

describe('the budget', () => {
  test('invariant 5 RP-014 for all budgets and histories the prompt fits, or a visible error names the largest must', () => {
    const messages = fc
      .array(fc.nat(60), { maxLength: 60 })
      .map((sizes) => sizes.map((size, n) => message(n, 'w '.repeat(size))));
    fc.assert(
      fc.property(
        messages,
        fc.integer({ min: 1, max: 1500 }),
        fc.nat(1500),
        fc.nat(60),
        (all, hard, soft, from) => {
          const budget = { hard, soft: Math.min(hard, soft) };
          try {
            const pins = [`m${from}`];
            const plan = buildPrompt(input(all, { budget, windowFrom: `m${from}`, pins }));
            expect(plan.tokens).toBeLessThanOrEqual(hard);
            const musts = plan.blocks.filter(({ tier }) => tier === 'must').map(({ name }) => name);
            expect(musts).toEqual(['rules', 'identity', 'format', 'reminder', 'cue']);
            const kept = history(plan).map(({ source }) => source);
            expect(kept).toEqual(all.map(({ id }) => id).slice(all.length - kept.length));
            expect(plan.windowFrom).toBe(kept[0] ?? null);
          } catch (error) {
            if (!isSottoError(error)) throw error;
            expect(error).toMatchObject({ code: 'prompt_too_large', family: 'failed' });
            const musts = buildPrompt(input([])).blocks.filter(({ tier }) => tier === 'must');
            expect(musts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(hard);
          }
        },
      ),
      runs(300),
    );
  });

  test('RP-014 the error names the largest must and what to do', () => {
    const rules = 'Be brief. '.repeat(100);
    expect(() => buildPrompt(input([], { rules, budget: { hard: 200, soft: 100 } }))).toThrow(
      /needs \d+ tokens and may have 200; the largest part is "rules" \(2\d\d\); .*prompt\.hard/,
    );
  });

  test('RP-014 what should be there goes before what must be, and is told', () => {
    const full = buildPrompt(input([]));
    const examples = full.blocks.find(({ name }) => name === 'examples');
    const hard = full.tokens - 1;
    const plan = buildPrompt(input([], { budget: { hard, soft: hard } }));
    expect(plan.dropped).toEqual([{ name: 'examples', tokens: examples?.tokens, reason: 'over the budget' }]);
  });

  test('RP-090 the oldest messages go first, and are told', () => {
    const plan = buildPrompt(input(story(40), { budget: { hard: 600, soft: 500 } }));
    expect(history(plan).at(-1)?.source).toBe('m39');
    expect(plan.dropped[0]).toMatchObject({
      name: expect.stringMatching(/^message m\d+$/),
      reason: 'older than the window',
    });
  });

  test('a card that takes more than the soft limit leaves room for what was said last', () => {
    const budget = { hard: 600, soft: 200 };
    const all = story(40);
    const plan = buildPrompt(input(all, { budget, windowFrom: 'm0' }));
    expect(history(plan).length).toBeGreaterThan(2);
    const long = [...all, message(40, 'water '.repeat(200))];
    expect(history(buildPrompt(input(long, { budget }))).map(({ source }) => source)).toEqual(['m40']);
  });

  test('of a million messages only those are read that may fit', () => {
    const view = viewOf(story(5000));
    buildPrompt(input([], { view, budget: { hard: 1500, soft: 1200 } }));
    expect(view.read).toBeLessThan(200);
  });
});

describe('the window', () => {
  const budget = { hard: 900, soft: 800 };
  const next = (count: number, windowFrom: string | null) =>
    buildPrompt(input(story(count), { budget, windowFrom }));

  test('invariant 6 stays where it began until it is full, then goes back to a share of the soft limit', () => {
    let from: string | null = null;
    let trims = 0;
    let before = '';
    for (let count = 1; count < 150; count += 1) {
      const plan = next(count, from);
      const isTrimmed = from !== null && plan.windowFrom !== from;
      if (isTrimmed) {
        trims += 1;
        expect(plan.tokens).toBeLessThan(800);
      } else if (before !== '') {
        const cue = 'Maren:';
        const reminder = plan.blocks.find(({ name }) => name === 'reminder')?.text ?? '';
        const shared = before.slice(0, before.length - cue.length - reminder.length);
        expect(plan.prompt.startsWith(shared)).toBe(true);
      }
      from = plan.windowFrom;
      before = plan.prompt;
    }
    expect(trims).toBeGreaterThan(1);
    expect(trims).toBeLessThan(10);
  });

  test('begins anew when the message where it began is no longer perceived', () => {
    const plan = buildPrompt(input(story(5), { windowFrom: 'gone' }));
    expect(history(plan)).toHaveLength(5);
    expect(plan.windowFrom).toBe('m0');
  });

  test('never shows what came before it began', () => {
    expect(history(next(10, 'm4')).map(({ source }) => source)).toEqual(['m4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  });
});

test('SP-18 tokens are estimated by bytes, four to one and four a text', () => {
  expect([estimateTokens(''), estimateTokens('abcde'), estimateTokens('河川')]).toEqual([4, 6, 6]);
});
