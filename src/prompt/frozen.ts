import type { Character } from '../cards/character.ts';
import { substitute } from '../cards/substitute.ts';
import type { PromptInput } from './input.ts';
import type { ContextTemplate } from './template/context-template.ts';
import { defuse } from './template/control.ts';
import { renderStory } from './template/story.ts';
import type { Draft } from './turns.ts';

type Piece = Omit<Draft, 'zone'>;

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

/** The system prompt: the chat's, or the card's own, which may hold the chat's. */
const rulesOf = (input: PromptInput): Pick<Piece, 'text' | 'source'> => {
  const chatRules = input.rules || defaultRules(input);
  const own = input.character?.systemPrompt ?? '';
  if (own === '') return { text: chatRules, source: input.rules ? 'chat' : 'sotto' };
  const text = own.replace(/\{\{original\}\}/gi, () => chatRules);
  return { text, source: `card of ${input.speaker.name}` };
};

const must = { tier: 'must' as const };

/** Rules, identity and persona, each as a piece of its own. */
const usualPieces = (input: PromptInput): Piece[] => {
  const { speaker, character, persona } = input;
  return [
    { ...must, name: 'rules', ...rulesOf(input), reason: 'system prompt' },
    {
      ...must,
      name: 'identity',
      text: character ? describe(speaker.name, character) : '',
      source: `card of ${speaker.name}`,
      reason: `who ${speaker.name} is`,
    },
    {
      ...must,
      name: 'persona',
      text: persona?.description ? `${persona.name}: ${persona.description}` : '',
      source: 'persona',
      reason: 'who the human is',
    },
  ];
};

/** The same as one piece, laid out as a person's own context template says. */
const storyPiece = (input: PromptInput, context: ContextTemplate): Piece => {
  const { character, persona, speaker, userName } = input;
  const text = renderStory(context.story, {
    system: filled(input, rulesOf(input).text),
    description: filled(input, character?.description),
    personality: filled(input, character?.personality),
    scenario: filled(input, character?.scenario),
    persona: filled(input, persona?.description),
    char: filled(input, character?.nickname || speaker.name),
    user: filled(input, userName),
  });
  return { ...must, name: 'story', text, source: context.name, reason: 'context template' };
};

const pieces = (input: PromptInput): Piece[] => {
  const { context } = input.layout;
  const separator = context?.exampleSeparator ?? '';
  const examples: Piece = {
    name: 'examples',
    tier: 'should',
    text: input.character?.exampleDialogue.replace(/<START>/gi, () => separator) ?? '',
    source: `card of ${input.speaker.name}`,
    reason: 'how they speak',
  };
  const format: Piece = {
    ...must,
    name: 'format',
    text: whisperFormat(input),
    source: 'sotto',
    reason: 'how to whisper',
  };
  const who = context ? [storyPiece(input, context)] : usualPieces(input);
  return [...who, examples, format].filter(({ text }) => text.trim() !== '');
};

/** A text of a card or a person with its names filled in, that can open no turn. */
const filled = (input: PromptInput, text = ''): string => {
  const { character, speaker, userName, layout } = input;
  const names = { char: character?.nickname || speaker.name, user: userName };
  return defuse(substitute(text, names).trim(), layout.template);
};

/** What changes only when a card or a setting is edited. */
export function draftFrozen(input: PromptInput): Draft[] {
  const own = pieces(input).map((piece): Draft => {
    const text = piece.name === 'story' ? piece.text.trim() : filled(input, piece.text);
    return { ...piece, zone: 'frozen', text };
  });
  const inserted = input.inserts.filter(({ zone }) => zone === 'frozen');
  return [
    ...own,
    ...inserted.map(({ name, zone, tier, source, reason, text }) => {
      return { name, zone, tier, source, reason, text: filled(input, text) };
    }),
  ];
}
