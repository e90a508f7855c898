import { describe, expect, test } from 'vitest';
import { readArguments, schemaOf, toolNamed, tools } from '../../src/tools/set/registry.ts';

const originals: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  GroupChatTriggerNPC: { id: 'a1', message: 'Be brief.' },
  GroupChatListMembers: {},
  SetChatAuthorNote: { text: 'Rain.' },
  SetNPCScenarioText: { id: 'a1', text: 'You owe Maren.' },
  AgentContextAddMessage: { from: 'Maren', to: 'Ansel', subject: 'oil', message: 'Say nothing.' },
  GetTextEntropy: { minTokens: 100, maxTokens: 200 },
  Remember: { chatId: 'c', groupId: 'g', timestamp: '2026-03-01T18:00', whatToRemember: 'the oil' },
  VisitChatWithPrompt: { chatId: 'c', groupId: 'g', prompt: 'Who?', timestamp: '2026-03-01T18:00' },
  VisitLinkWithPrompt: { url: 'https://example.org', prompt: 'What?' },
};

describe('HC-47 the originals’ names', () => {
  for (const [name, given] of Object.entries(originals))
    test(`${name} is known, with what the original gives it`, () => {
      const one = toolNamed(name);
      if (!one) throw new Error(`no tool ${name}`);
      const read = readArguments(one, JSON.stringify(given));
      expect(read).toHaveProperty('given');
      const taken = Object.values((read as { given: object }).given);
      for (const value of Object.values(given).filter((one) => one !== 'g' && one !== 'Maren'))
        expect(taken).toContainEqual(value);
    });
});

test('every tool has one sentence and a JSON schema of an object, and a name that a chat endpoint takes', () => {
  for (const one of tools) {
    expect(one.name).toMatch(/^[a-z_]{3,40}$/);
    expect(one.description.length).toBeLessThan(200);
    expect(schemaOf(one)).toMatchObject({ type: 'object' });
  }
});

test('arguments that are no JSON, or of another shape, are told in one line', () => {
  const one = toolNamed('roll_dice');
  if (!one) throw new Error('no dice');
  expect(readArguments(one, '{"notation":')).toEqual({ wrong: 'the arguments of roll_dice are not JSON' });
  for (const json of ['{}', '[]', '"2d6"', '{"notation":5}', 'null'])
    expect(readArguments(one, json)).toMatchObject({
      wrong: expect.stringMatching(/^roll_dice cannot take that: [^\n]+$/),
    });
});
