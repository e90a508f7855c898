import { expect, test } from 'vitest';
import type { PromptInput } from '../../../src/prompt/input.ts';
import type { PromptPlan } from '../../../src/prompt/plan.ts';
import { templateNamed } from '../../../src/prompt/template/templates.ts';
import { plainTemplate } from '../../../src/prompt/template/turn-template.ts';
import { buildPrompt } from '../../../src/prompt/zones/build.ts';
import { input, message } from '../scene.ts';
import { everyKind, lore, maren, using } from './prompts.ts';

const said = [
  message(0, 'You are early.'),
  message(1, 'I was told to ask for you.'),
  message(2, 'Hush.', { knownTo: ['Maren', 'Odile'] }),
];

const printed = ({ prompt, messages, blocks, tokens }: PromptPlan): string =>
  [
    messages === null ? prompt : messages.map(({ role, content }) => `--- ${role}\n${content}`).join('\n'),
    '=====',
    ...blocks.map((b) => `${b.zone} ${b.tier} ${b.role} ${b.tokens} ${b.name} | ${b.source} | ${b.reason}`),
    `tokens ${tokens}`,
    '',
  ].join('\n');

const scene: Partial<PromptInput<unknown>> = {
  character: maren(),
  persona: { name: 'Tom', description: '{{user}} owes {{char}} a fare.' },
  userName: 'Tom',
  inserts: [
    lore('The river floods in spring.', { place: 'before_char' }),
    lore('Maren has a brother.', { place: 'after_desc' }),
    lore('The key is old.', { place: 'after_char' }),
    lore('Talks to the river.', { place: 'personality' }),
    lore('It rains.', { zone: 'live', name: 'weather' }),
    lore('A bell rings.', { zone: 'live', name: 'bell', depth: 1, role: 'user' }),
  ],
};

test.each([
  ['plain', plainTemplate, false],
  ['chatml', templateNamed('chatml') ?? plainTemplate, false],
  ['messages', plainTemplate, true],
] as const)(
  'SP-05 SP-06 SP-08 SP-09 a preset before, in and behind the history: %s',
  async (name, template, isChat) => {
    const plan = buildPrompt(input(said, { ...scene, ...using(everyKind, { template, isChat }) }));
    expect(plan.blocks.map(({ text }) => text).join('')).toBe(plan.prompt);
    await expect(printed(plan)).toMatchFileSnapshot(`golden/every-kind-${name}.golden.txt`);
  },
);

test('SP-10 SP-11 SP-12 SP-20 the same without a preset: anchor, rules, card with its lore, examples, style, history, reminder', async () => {
  const plan = buildPrompt(input(said, { ...scene, ...using(null) }));
  await expect(printed(plan)).toMatchFileSnapshot('golden/fallback.golden.txt');
});
