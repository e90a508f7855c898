import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { PromptEpoch } from '../../../src/prompt/input.ts';
import { buildPrompt } from '../../../src/prompt/zones/build.ts';
import { runs } from '../../cases.ts';
import { input, message } from '../scene.ts';
import { lore, preset, using } from './prompts.ts';

const wild = fc.record(
  {
    identifier: fc.constantFrom(
      'main',
      'jailbreak',
      'scenario',
      'worldInfoBefore',
      'dialogueExamples',
      'x',
      '__proto__',
    ),
    content: fc.string({ maxLength: 40 }),
    name: fc.string({ maxLength: 10 }),
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
    injection_position: fc.constantFrom(0, 1, 7),
    injection_depth: fc.oneof(fc.integer({ min: -3, max: 9 }), fc.double({ noNaN: true })),
    injection_order: fc.oneof(fc.nat(200), fc.double({ noNaN: true })),
  },
  { requiredKeys: ['identifier'] },
);
const anyPreset = fc.record({
  name: fc.constant('any'),
  prompts: fc.array(wild, { maxLength: 6 }),
  prompt_order: fc.array(
    fc.record({
      character_id: fc.constantFrom(1, 100_000, 100_001),
      order: fc.array(
        fc.record({
          identifier: fc.constantFrom(
            'main',
            'jailbreak',
            'scenario',
            'worldInfoBefore',
            'dialogueExamples',
            'x',
            '__proto__',
            'chatHistory',
          ),
          enabled: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
    }),
    { maxLength: 2 },
  ),
});

describe('for all presets', () => {
  test('invariant 5 SP-01 SP-16 SP-17 the prompt fits with everything that must be there, and is the same each time', () => {
    fc.assert(
      fc.property(
        anyPreset,
        fc.array(fc.nat(40), { maxLength: 20 }),
        fc.integer({ min: 1, max: 1500 }),
        (mine, sizes, hard) => {
          const all = sizes.map((size, n) => message(n, 'w '.repeat(size)));
          const over = {
            budget: { hard, soft: hard },
            inserts: [lore('L.', { place: 'before_char' })],
            ...using(mine),
          };
          try {
            const plan = buildPrompt(input(all, over));
            expect(buildPrompt(input(all, over))).toEqual(plan);
            expect(plan.tokens).toBeLessThanOrEqual(hard);
            const must = (prompt: typeof plan) =>
              prompt.blocks.filter(({ tier }) => tier === 'must').map(({ name }) => name);
            const roomy = buildPrompt(input(all, { ...over, budget: { hard: 99_999, soft: 99_999 } }));
            expect(must(plan)).toEqual(must(roomy));
          } catch (error) {
            if (!isSottoError(error)) throw error;
            expect(error.code).toBe('prompt_too_large');
          }
        },
      ),
      runs(200),
    );
  });

  test.each([
    [-3, 1],
    [0.5, 1],
    [1.9, 0],
    [7, -1],
  ])('a depth of %d is read as a whole number of number of messages from the end', (injection_depth, at) => {
    const prompts = [{ identifier: 'x', content: 'X.', injection_position: 1, injection_depth }];
    const mine = preset(prompts, 'x chatHistory');
    const { blocks } = buildPrompt(input([message(0, 'a'), message(1, 'b')], using(mine)));
    const before = blocks[blocks.findIndex(({ name }) => name === 'x') - 1];
    expect(before?.name).toBe(at < 0 ? 'format' : `message m${at}`);
  });

  test('invariant 6 prompts of one epoch share all through the last line, unless a prompt stands in the history', () => {
    fc.assert(
      fc.property(anyPreset, fc.integer({ min: 2, max: 30 }), (wanted, count) => {
        const prompts = wanted.prompts.map((one) => ({ ...one, injection_position: 0 }));
        let epoch = null as PromptEpoch | null;
        let before = '';
        for (let n = 1; n < count; n += 1) {
          const all = Array.from({ length: n }, (_, at) => message(at, `${at} ${'water '.repeat(8)}`));
          const mine = { ...wanted, prompts };
          const { blocks, prompt, windowFrom, examplesLeft } = buildPrompt(
            input(all, { ...using(mine), epoch, budget: { hard: 1500, soft: 1200 } }),
          );
          if (epoch?.from === windowFrom && (epoch.examplesLeft ?? false) === examplesLeft)
            expect(prompt.startsWith(before)).toBe(true);
          epoch =
            windowFrom === null
              ? null
              : { from: windowFrom, sealed: [], ...(examplesLeft && { examplesLeft }) };
          const end = blocks.findIndex(({ zone }) => zone === 'live');
          before = blocks
            .slice(0, end)
            .map(({ text }) => text)
            .join('');
        }
      }),
      runs(60),
    );
  });
});
