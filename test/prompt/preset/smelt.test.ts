import { expect, test } from 'vitest';
import type { PromptInput } from '../../../src/prompt/input.ts';
import { smelt } from '../../../src/prompt/preset/smelt.ts';
import { buildPrompt } from '../../../src/prompt/zones/build.ts';
import { input, message } from '../scene.ts';
import { lore, maren, using } from './prompts.ts';

const promptWith = (over: Partial<PromptInput<unknown>>): string =>
  buildPrompt(input([message(0, 'Hm.'), message(1, 'Well?')], { ...using(smelt), ...over })).prompt;
const persona = { name: 'Tom', description: 'Tom owes a fare.' };
const headingsIn = (prompt: string): string[] => prompt.match(/^# .*$/gm) ?? [];

test('SP-24 the preset smelt puts the composed prompt under the headings of the original, before the history', () => {
  const character = maren({ scenario: 'Dusk.', exampleDialogue: 'Maren: Get in.' });
  const prompt = promptWith({
    character,
    persona,
    inserts: [lore('Talks to the river.', { place: 'personality' })],
  });
  expect(headingsIn(prompt)).toEqual([
    ...['# The user', '# Description', '# Personality', '# Scenario', '# Example dialogue', '# Formatting'],
  ]);
  expect(prompt).toContain("# The user\nThe user's name is Tom. Tom owes a fare.\n");
  expect(prompt).toMatch(/# Personality\n(?:dry\n)?Talks to the river\.(?:\ndry)?\n/);
  expect(prompt).toContain('# Scenario\nDusk.\n');
  expect(prompt).toContain('# Example dialogue\nMaren: Get in.\n');
  expect(prompt).toMatch(/# Formatting\nSpeech stands in straight double quotes.*Hm\.\n/s);
});

test('SP-24 a heading is there only where something stands under it, and a system prompt of the card takes the place of how to write', () => {
  const character = maren({
    description: '',
    personality: '',
    scenario: 'Dusk.',
    exampleDialogue: '',
    systemPrompt: 'Speak in verse.',
  });
  const prompt = promptWith({ character, persona: { name: 'Tom', description: '' } });
  expect(headingsIn(prompt)).toEqual(['# The user', '# Scenario']);
  expect(prompt).toContain('Speak in verse.');
  expect(headingsIn(promptWith({ character: null, persona: null }))).toEqual(['# Formatting']);
});
