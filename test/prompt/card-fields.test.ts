import { describe, expect, test } from 'vitest';
import type { Character } from '../../src/cards/character.ts';
import type { PromptInput } from '../../src/prompt/input.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { characters } from '../quay.ts';
import { input, message } from './scene.ts';

const [first] = characters;
const card = (over: Partial<Character>): Character => {
  if (!first) throw new Error('the quay has a host');
  return { ...first, ...over };
};
const promptOf = (over: Partial<Character>, more: Partial<PromptInput<unknown>> = {}) =>
  buildPrompt(input([message(0, 'Hm.')], { character: card(over), ...more })).prompt;

describe('which fields of a card are in a prompt', () => {
  test('V1-PROMPT description, personality and scenario are, unasked', () => {
    const prompt = promptOf({ description: 'D1.', personality: 'P1.', scenario: 'S1.' });
    for (const text of ['D1.', 'P1.', 'S1.']) expect(prompt).toContain(text);
  });

  test('V2-CN-PROMPT V2-TAGS V2-CREATOR V2-CV notes, tags, author and version never are', () => {
    const silent = { creatorNotes: 'N1', tags: ['T1'], creator: 'C1', characterVersion: 'V1' };
    expect(promptOf(silent)).toBe(promptOf({}));
  });

  test('V2-SP-SUPPL V2-PHI-SUPPL what a card says replaces the chat’s, and is not added to it', () => {
    const prompt = promptOf({ systemPrompt: 'Mine.', postHistoryInstructions: 'Last.' }, { rules: 'Ours.' });
    expect(prompt).toMatch(/^Mine\.\n/);
    expect(prompt).not.toContain('Ours.');
    expect(prompt).toMatch(/\[Last\.\]\nMaren:$/);
  });

  test('V1-EX-START V1-EX-NAMES examples are divided at each <START>, whoever speaks in them', () => {
    const exampleDialogue = '<START>\n{{char}}: One.\n<start>\nHaruhi: Two.\n{{user}}: Three.';
    const prompt = promptOf({ exampleDialogue });
    expect(prompt).toContain('\n\nMaren: One.\n\nHaruhi: Two.\nTomas: Three.\n\n');
    expect(prompt).not.toMatch(/<start>/i);
  });
});
