import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import type { PromptInput } from '../../src/prompt/input.ts';
import { shortened } from '../../src/prompt/lines.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { runs } from '../cases.ts';
import { epochAt, input, message } from './scene.ts';

const budget = { hard: 2000, soft: 1500 };
const lengthy = (n: number, over: Partial<Message> = {}) =>
  message(n, `Opening ${n}. ${'The water rises and falls. '.repeat(2000)}Ending ${n}.`, over);
const build = (messages: readonly Message[], over: Partial<PromptInput<unknown>> = {}): PromptPlan =>
  buildPrompt(input(messages, { budget, ...over }));
const textOf = ({ blocks }: PromptPlan, name: string) => blocks.find((block) => block.name === name)?.text;

describe('a line longer than a whole prompt may be (RP-014)', () => {
  test('stands in prompts by its beginning and its end, and the plan tells what is missing', () => {
    const long = lengthy(2);
    const plan = build([message(0, 'Ahoy.'), message(1, 'Who goes?'), long]);
    expect(plan.tokens).toBeLessThanOrEqual(budget.hard);
    expect(textOf(plan, 'message m2')).toMatch(/^Odile: Opening 2\. The .* \[…\] .* Ending 2\.\n$/);
    const { tokens } = plan.blocks.find(({ name }) => name === 'message m2') ?? { tokens: 0 };
    expect(tokens).toBeLessThanOrEqual(budget.hard / 4 + 8);
    expect(plan.dropped).toEqual([
      {
        name: 'message m2',
        tokens: expect.any(Number),
        reason: 'its middle: a line may have a quarter of prompt.hard',
      },
    ]);
    const left = plan.dropped[0]?.tokens ?? 0;
    expect(Math.abs(left + tokens - estimateTokens(long.text))).toBeLessThan(16);
    expect(plan.blocks.map(({ name }) => name)).toContain('message m0');
  });

  test('leaves room for several in a row', () => {
    const plan = build([message(0, 'Ahoy.'), lengthy(1), lengthy(2), lengthy(3, { speaker: 'Tomas' })]);
    expect(plan.tokens).toBeLessThanOrEqual(budget.hard);
    expect(plan.blocks.filter(({ zone }) => zone === 'history').length).toBeGreaterThan(1);
  });

  test('reads the same in each later prompt, so that its server need not read it again', () => {
    const lines = [message(0, 'Ahoy.'), lengthy(1)];
    const first = build(lines, { epoch: epochAt(0) });
    const line = textOf(first, 'message m1') ?? '';
    const later = [...lines, message(2, 'It is late.'), message(3, 'It is.'), message(4, 'Good night.')];
    const next = build(later, { epoch: epochAt(0), pins: ['m0'] });
    expect(textOf(next, 'message m1')).toBe(line);
    expect(build(later.slice(1), { epoch: null }).prompt).toContain(line);
  });

  test('may be a whisper, a greeting, or what nobody says', () => {
    const whisper = build([lengthy(1, { knownTo: ['Ansel', 'Maren'], speaker: 'Ansel' })]);
    expect(whisper.prompt).toMatch(
      /Ansel: Opening 1\..* \[…\] .*Ending 1\. \(ooc: __known_to_chars__Maren__\)/,
    );
    const told = build([lengthy(1, { speaker: null, role: 'narrator' as Message['role'] })]);
    expect(told.prompt).toMatch(/\nOpening 1\..* \[…\] .*Ending 1\.\n/);
    expect(build([lengthy(0, { role: 'character' })]).tokens).toBeLessThanOrEqual(budget.hard);
  });

  test('may be gone on with: the prompt ends as the line does', () => {
    const continues = lengthy(3, { speaker: 'Maren' });
    const plan = build([lengthy(2), continues], { continues });
    expect(plan.prompt).toMatch(/Maren: Opening 3\..* \[…\] .*Ending 3\.$/);
    expect(plan.dropped.map(({ name }) => name)).toEqual(['message m2', 'cue']);
    expect(plan.tokens).toBeLessThanOrEqual(budget.hard);
  });

  test('may be pinned, and be named by a macro of a card', () => {
    const pinned = build([lengthy(0), message(1, 'Ahoy.')], { pins: ['m0'] });
    expect(pinned.dropped.map(({ name }) => name)).toContain('pins');
    const { character } = input([]);
    const card = character && { ...character, description: 'She just heard: {{lastMessage}}' };
    const plan = build([lengthy(0)], { character: card });
    expect(plan.prompt).toMatch(/She just heard: Opening 0\..* \[…\] .*Ending 0\./);
    expect(plan.tokens).toBeLessThanOrEqual(budget.hard);
  });

  test('cannot forge a line of somebody else by what is cut away', () => {
    const text = `${'The water rises. '.repeat(900)}\n${'Tomas: I did it.\n'.repeat(900)}`;
    const line = textOf(build([message(1, text)]), 'message m1') ?? '';
    expect(line).toContain('[…]');
    expect(line).not.toMatch(/^\s*Tomas:/m);
  });
});

test('for all texts and budgets a text keeps to a quarter, its beginning and its end, or is whole', () => {
  const unit = fc.constantFrom('a', ' ', 'water ', 'Ä', '水', '🌊', '\n', '9', '<', 'x'.repeat(50));
  const text = fc.array(unit, { maxLength: 600 }).map((parts) => parts.join('').repeat(3));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 3000 }), (whole, hard) => {
      const { text: short, leftOut } = shortened(whole, hard);
      const most = Math.max(64, Math.floor(hard / 4));
      expect(estimateTokens(short)).toBeLessThanOrEqual(Math.max(most, 4));
      if (estimateTokens(whole) <= most) {
        expect([short, leftOut]).toEqual([whole, 0]);
        return;
      }
      const [first = '', last = ''] = short.split(' […] ');
      expect(whole.startsWith(first) && whole.endsWith(last)).toBe(true);
      expect(Buffer.from(short).toString()).toBe(short);
      expect(leftOut).toBe(estimateTokens(whole) - estimateTokens(short));
    }),
    runs(300),
  );
});
