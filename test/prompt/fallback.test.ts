import { describe, expect, test } from 'vitest';
import type { PromptInput } from '../../src/prompt/input.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { characters } from '../quay.ts';
import { input, message } from './scene.ts';

const [maren, ansel] = characters;
const said = [message(0, 'Hm.'), message(1, 'Well, {{user}}?')];
const blocks = (over: Partial<PromptInput<unknown>> = {}) => buildPrompt(input(said, over)).blocks;
const names = (over: Partial<PromptInput<unknown>> = {}) => blocks(over).map(({ name }) => name);

describe('a prompt without a preset', () => {
  const persona = { name: 'Tom', description: '' };

  test('SP-10 the anchor first, then the composed prompt, the history, the instructions, the newest message', () => {
    expect(names({ persona })).toEqual([
      ...['persona', 'rules', 'identity', 'examples', 'style', 'format'],
      ...['message m0', 'reminder', 'message m1', 'cue'],
    ]);
  });

  test('SP-11 description, personality, scenario and examples are in every prompt, with a system prompt of the card as well', () => {
    const character = ansel ? { ...ansel, scenario: 'Dusk.', exampleDialogue: 'Ansel: Dear sir.' } : null;
    const { prompt } = buildPrompt(input(said, { character, speaker: { id: 'Ansel', name: 'Ansel' } }));
    expect(prompt).toMatch(/^Speak as Ansel.*writes letters.*curious.*Dusk\..*Dear sir/s);
  });

  test('SP-12 how to write stands behind the examples, unless the card or the chat brings a system prompt', () => {
    const style = blocks().find(({ name }) => name === 'style')?.text;
    expect(style).toMatch(/straight double quotes.*asterisks.*Code blocks/s);
    expect(names({ rules: 'House rules.' })).not.toContain('style');
    expect(names({ character: ansel ?? null })).not.toContain('style');
    expect(names({ character: null })).not.toContain('style');
  });

  test('SP-20 the anchor is there for a persona that has a name alone', () => {
    expect(blocks({ persona })[0]).toMatchObject({
      name: 'persona',
      tier: 'must',
      text: "The user's name is Tom.\n\n",
    });
  });

  test('SP-19 another persona changes the anchor alone, and no line of the history', () => {
    const worn = (name: string) =>
      blocks({ persona: { name, description: 'A ferryman.' }, userName: name, character: maren ?? null });
    const [tom, alice] = [worn('Tom'), worn('Alice')];
    const others = (all: ReturnType<typeof worn>) => all.filter(({ name }) => name !== 'persona');
    expect(others(alice).map(({ text }) => text)).toEqual(others(tom).map(({ text }) => text));
    expect(alice[0]?.text).toBe("The user's name is Alice. A ferryman.\n\n");
    expect(names({ persona: null })).not.toContain('persona');
  });

  test('SP-01 is made of what is handed in, and of nothing else', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
        Object.freeze(value);
        for (const part of Object.values(value)) freeze(part);
      }
      return value;
    };
    const { view, ...rest } = input(said, { persona });
    const all = { ...freeze(rest), view };
    expect(buildPrompt(all)).toEqual(buildPrompt(all));
  });

  test('HC-03 a fixed row of the system begins the chat, before the first message, in every layout', () => {
    for (const isChat of [true, false]) {
      const layout = { ...input([]).layout, isChat, chatStart: '[Start a new Chat]' };
      const plan = buildPrompt(input(said, { layout }));
      const at = plan.blocks.findIndex(({ name }) => name === 'chat start');
      expect(plan.blocks.slice(at, at + 2)).toMatchObject([
        {
          role: 'system',
          zone: 'epoch',
          tier: 'must',
          text: expect.stringMatching(/^\[Start a new Chat\]\n?$/),
        },
        { name: 'message m0' },
      ]);
      if (isChat) expect(plan.messages?.[1]).toEqual({ role: 'system', content: '[Start a new Chat]' });
    }
    expect(names()).not.toContain('chat start');
  });
});
