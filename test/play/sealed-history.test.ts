import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { templateNamed } from '../../src/prompt/template/templates.ts';
import { plainTemplate } from '../../src/prompt/template/turn-template.ts';
import { holdsOften, patience } from '../cases.ts';
import { openScene } from '../histories.ts';

const names = ['Maren', 'Ansel', 'Odile'];
const name = fc.constantFrom(...names);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('reply' as const), by: name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('say' as const),
      words: fc.integer({ min: 1, max: 25 }),
      to: fc.option(name, { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pin' as const), by: name }) },
);

/** The understudy as a server with a small context; `sent` is every prompt that it got. */
const server = (sent: string[]): Backend => {
  const understudy = createUnderstudy();
  const probe = {
    kind: 'llamacpp',
    url: '',
    ok: true,
    model: 'm',
    contextSize: 900,
    slots: 3,
    finding: '',
    remedy: '',
  };
  return {
    ...understudy,
    isModel: true,
    probe: async () => probe,
    complete: (request, signal) => {
      sent.push(request.prompt);
      return understudy.complete(request, signal);
    },
  };
};

const throughHistory = ({ blocks }: PromptPlan): string =>
  blocks
    .slice(
      0,
      blocks.findIndex(({ zone }) => zone === 'live'),
    )
    .map(({ text }) => text)
    .join('');

/** Where its window begins, and whether the examples have left it. */
const epochOf = ({ windowFrom, examplesLeft }: PromptPlan): string => `${windowFrom} ${examplesLeft}`;
/** Whether a prompt goes on with the epoch of the one before it. */
const goesOn = (before: PromptPlan, plan: PromptPlan): boolean =>
  epochOf(before) === epochOf(plan) && plan.sealed === null;

test(
  'invariant 6 for all chats, consecutive prompts of a speaker share all through the last line, unless its window was trimmed',
  async () => {
    let trims = 0;
    await holdsOften(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 60 }),
        fc.constantFrom('plain', 'chatml', 'mistral'),
        fc.boolean(),
        async (steps, template, heads) => {
          const sent: string[] = [];
          const backend = server(sent);
          const layout = {
            template: templateNamed(template) ?? plainTemplate,
            maxTokens: 60,
            tag: { ...defaultTagStyle, heads },
          };
          const scene = openScene({ backend: async () => backend, settings: layout });
          const last = new Map<string, PromptPlan>();
          try {
            for (const one of steps) {
              if (one.type === 'say') scene.said('Tomas', 'water '.repeat(one.words), one.to ? [one.to] : []);
              else if (one.type === 'pin') await scene.playing(one.by).pin('last');
              else {
                const plan = await scene.playing().prompt(one.by);
                await scene.playing().reply(one.by);
                expect(sent.at(-1)).toBe(plan.prompt);
                const before = last.get(one.by);
                const isTrimmed = before && !goesOn(before, plan);
                if (isTrimmed) trims += 1;
                else if (before) expect(plan.prompt.startsWith(throughHistory(before))).toBe(true);
                last.set(one.by, plan);
              }
            }
          } finally {
            scene.close();
          }
        },
      ),
      16,
      () => ({ trims: [trims, 5] }),
    );
  },
  patience,
);
