import type { Character } from '../cards/character.ts';
import { substitute } from '../cards/substitute.ts';
import type { PromptInput } from './input.ts';
import type { Block } from './plan.ts';

type Draft = Omit<Block, 'tokens' | 'zone' | 'role'>;

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Sotto's own system prompt, where neither card nor chat brings one. */
export const defaultRules = (input: PromptInput): string => {
  const names = list(input.cast.map(({ name }) => name));
  return `This is a roleplay between ${names}. Every line begins with the name of the one who acts or speaks. You write only ${input.speaker.name}'s next line, in character, and stop there.`;
};

/** Teaches the tag of private messages from the cast's real names. */
const whisperFormat = (input: PromptInput): string => {
  const other = input.cast.find(({ id }) => id !== input.speaker.id);
  if (!input.tag.enabled || !other || input.cast.length < 3) return '';
  const tag = `(ooc: ${input.tag.tag}${other.name}${input.tag.end})`;
  return `Everyone present perceives a line, unless it ends with a tag that names who does. To say something that only ${other.name} perceives, ${input.speaker.name} ends the line with ${tag}; several names are separated by commas.`;
};

const describe = (name: string, character: Character): string =>
  [
    character.description,
    character.personality && `${name}'s personality: ${character.personality}`,
    character.scenario && `Scenario: ${character.scenario}`,
  ]
    .filter(Boolean)
    .join('\n');

const drafts = (input: PromptInput): Draft[] => {
  const { speaker, character, persona } = input;
  const card = `card of ${speaker.name}`;
  const chatRules = input.rules || defaultRules(input);
  const own = character?.systemPrompt ?? '';
  const must = { tier: 'must' as const };
  const all: Draft[] = [
    {
      ...must,
      name: 'rules',
      text: own ? own.replace(/\{\{original\}\}/gi, () => chatRules) : chatRules,
      source: own ? card : input.rules ? 'chat' : 'sotto',
      reason: 'system prompt',
    },
    {
      ...must,
      name: 'identity',
      text: character ? describe(speaker.name, character) : '',
      source: card,
      reason: `who ${speaker.name} is`,
    },
    {
      ...must,
      name: 'persona',
      text: persona?.description ? `${persona.name}: ${persona.description}` : '',
      source: 'persona',
      reason: 'who the human is',
    },
    {
      name: 'examples',
      tier: 'should',
      text: character?.exampleDialogue.replace(/<START>/gi, '') ?? '',
      source: card,
      reason: 'how they speak',
    },
    { ...must, name: 'format', text: whisperFormat(input), source: 'sotto', reason: 'how to whisper' },
  ];
  return all.filter(({ text }) => text.trim() !== '');
};

/** Blocks that change only when a card or a setting is edited. */
export function buildFrozen(input: PromptInput): Block[] {
  const names = { char: input.character?.nickname || input.speaker.name, user: input.userName };
  return drafts(input).map((draft) => {
    const text = `${substitute(draft.text, names).trim()}\n\n`;
    return { ...draft, zone: 'frozen', role: 'system', text, tokens: input.countTokens(text) };
  });
}
