import fc from 'fast-check';
import llama from 'llama-tokenizer-js';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { Message } from '../../../src/domain/message.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { countedPlan } from '../../../src/play/planning/counted-plan.ts';
import { TokenCounts } from '../../../src/play/server/token-counts.ts';
import { templateNamed, templateNames } from '../../../src/prompt/template/templates.ts';
import { plainTemplate } from '../../../src/prompt/template/turn-template.ts';
import { buildPrompt } from '../../../src/prompt/zones/build.ts';
import { runs } from '../../cases.ts';
import { input, message } from '../../prompt/scene.ts';

const llamaTokens = (text: string): number => llama.encode(text, false, false).length;

/** A server that counts as LLaMA does, and how often it was asked. */
const llamaServer = (): Backend & { asked: number; texts: number } => {
  const server = {
    ...createUnderstudy(),
    asked: 0,
    texts: 0,
    countTokens: async (texts: readonly string[]) => {
      server.asked += 1;
      server.texts += texts.length;
      return texts.map(llamaTokens);
    },
  };
  return server;
};

const exactly = (counts: TokenCounts) => ({ counts, isUrgent: false });

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.nat(80).map((count) => 'water under the bridge '.repeat(count)),
  fc.nat(40).map((count) => '河の流れは絶えずして、しかも'.repeat(count)),
  fc.nat(60).map((count) => ' '.repeat(count) + '\n'.repeat(count)),
);

describe('the budget, counted by the tokenizer of a server', () => {
  const counts = new TokenCounts(llamaServer());
  const story = fc.array(words, { maxLength: 40 }).map((texts) => texts.map((text, n) => message(n, text)));
  const template = fc.constantFrom(...templateNames.map((name) => templateNamed(name) ?? plainTemplate));

  test('invariant 5 for all budgets, templates and histories the whole prompt fits, and no must is missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        story,
        fc.integer({ min: 50, max: 3000 }),
        fc.nat(60),
        template,
        async (all, hard, from, turns) => {
          const { countTokens: _, ...about } = input(all, {
            budget: { hard, soft: Math.floor(hard * 0.75) },
            epoch: { from: `m${from}`, sealed: [] },
            pins: [`m${from}`],
            layout: { order: 'cache', live: 0, context: null, preset: null, template: turns, isChat: false },
          });
          try {
            const plan = await countedPlan(about, exactly(counts));
            expect(plan.counting).toBe('server');
            expect(llamaTokens(plan.prompt)).toBeLessThanOrEqual(hard);
            expect(mustsOf(plan.blocks)).toEqual(mustsOf(buildPrompt(input(all.slice(-1))).blocks));
          } catch (error) {
            if (!isSottoError(error)) throw error;
            expect(error.code).toBe('prompt_too_large');
            const least = await smallest(all, turns);
            expect(least).toBeGreaterThan(hard - 60);
          }
        },
      ),
      runs(150),
    );
  });

  const mustsOf = (blocks: readonly { tier: string; name: string }[]) =>
    blocks.filter(({ tier }) => tier === 'must').map(({ name }) => name);

  /** Tokens of the musts alone. */
  const smallest = async (all: readonly Message[], turns: typeof plainTemplate): Promise<number> => {
    const layout = {
      order: 'cache' as const,
      live: 0,
      context: null,
      preset: null,
      template: turns,
      isChat: false,
    };
    const about = input(all.slice(-1), { layout, budget: { hard: 1_000_000, soft: 1_000_000 } });
    const plan = await countedPlan(about, exactly(counts));
    return plan.blocks.filter(({ tier }) => tier === 'must').reduce((sum, { tokens }) => sum + tokens, 0);
  };

  test('RP-013 each text is counted once; the next prompt asks about what is new alone', async () => {
    const server = llamaServer();
    const own = new TokenCounts(server);
    const all = Array.from({ length: 30 }, (_, n) => message(n, `${n} water`));
    const { countTokens: _, ...about } = input(all);
    await countedPlan(about, exactly(own));
    expect(server.asked).toBe(1);
    const before = server.texts;
    await countedPlan({ ...about, ...input([...all, message(30, 'Ahoy.')]) }, exactly(own));
    expect([server.asked, server.texts - before]).toEqual([2, 1]);
  });

  test('SP-18 a tokenizer that fails is not asked again: the plan is estimated and says so', async () => {
    let asked = 0;
    const counts = new TokenCounts({
      ...createUnderstudy(),
      countTokens: async () => {
        asked += 1;
        throw new Error('gone');
      },
    });
    const about = input([message(0, 'Hm.')]);
    const plans = [await countedPlan(about, exactly(counts)), await countedPlan(about, exactly(counts))];
    expect(plans.map(({ counting }) => counting)).toEqual(['estimate', 'estimate']);
    expect(asked).toBe(1);
  });

  test('an urgent prompt does not wait for the tokenizer while there is room, and is the same', async () => {
    const server = llamaServer();
    const counts = new TokenCounts(server);
    const about = input(Array.from({ length: 30 }, (_, n) => message(n, `${n} water`)));
    const urgent = await countedPlan(about, { counts, isUrgent: true });
    expect(server.asked).toBe(0);
    const exact = await countedPlan(about, exactly(counts));
    expect(urgent.prompt).toBe(exact.prompt);
    const tight = { ...about, budget: { hard: Math.ceil(exact.tokens * 1.1), soft: exact.tokens } };
    const other = new TokenCounts(server);
    expect((await countedPlan(tight, { counts: other, isUrgent: true })).prompt).toBe(exact.prompt);
    expect(server.asked).toBeGreaterThan(1);
  });

  test('the look at the tokenizer can be stopped', async () => {
    const abort = new AbortController();
    const counts = new TokenCounts({
      ...createUnderstudy(),
      countTokens: async () => {
        abort.abort();
        throw abort.signal.reason;
      },
    });
    await expect(countedPlan(input([]), { counts, isUrgent: false, signal: abort.signal })).rejects.toThrow();
    expect(counts.isExact).toBe(true);
  });
});
