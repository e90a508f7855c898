import { bringsLineHead, lineHeadFor } from '../../domain/audience/line-head.ts';
import type { AnyPromptInput } from '../input.ts';
import { insertsAnywhere, pieceOf, sectionWith } from '../placed-inserts.ts';
import { arranges, placedPrompts } from '../preset/preset.ts';
import { style } from '../preset/smelt.ts';
import type { ContextTemplate } from '../template/context-template.ts';
import { renderStory } from '../template/story.ts';
import type { Draft } from '../turns.ts';
import { piecesOf } from './preset-pieces.ts';
import {
  anchorOf,
  descriptionOf,
  examplesOf,
  filled,
  isHidden,
  type Piece,
  personalityOf,
  piecesAt,
  replaced,
  scenarioOf,
} from './sections.ts';

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Sotto's own system prompt, where neither card nor chat brings one. */
export const defaultRules = (input: AnyPromptInput): string => {
  const names = list(input.cast.map(({ name }) => name));
  return `This is a roleplay between ${names}. Every line begins with the name of the one who acts or speaks. You write only ${input.speaker.name}'s next line, in character, and stop there.`;
};

const answersAloud = ({ untagged }: AnyPromptInput): string =>
  untagged === 'public'
    ? 'An answer to what only some perceived is perceived by everyone present as well, unless it has the tag.'
    : 'An answer to what only some perceived is for the same ones, unless it begins with (aloud).';

const headFormat = (
  { speaker: { name }, untagged }: AnyPromptInput,
  [one = '', two = '']: readonly string[],
): string =>
  [
    `Every line begins with who speaks and to whom: "${name}:" is perceived by everyone present, "${name}${lineHeadFor([one])}" by ${one} alone, "${name}${lineHeadFor([one, two])}" by ${one} and ${two}.`,
    ...(untagged === 'public'
      ? []
      : [
          `An answer to what only some perceived is for the same ones, unless it begins with "${name} (aloud):".`,
        ]),
  ].join(' ');

/** That a group can be named as a character can, and who is in each. */
const groupFormat = ({ groups = [] }: AnyPromptInput): string => {
  const each = groups.map(({ name, members }) => `@${name} (${members.join(', ')})`);
  return each.length === 0 ? '' : ` A group can be named like a character: ${each.join('; ')}.`;
};

/** Teaches how a line is kept private, in the style in use, from the cast's real names. */
const whisperFormat = (input: AnyPromptInput): string => {
  const others = input.cast.filter(({ id }) => id !== input.speaker.id).map(({ name }) => name);
  const [other] = others;
  if (!input.tag.enabled || !other || input.cast.length < 3) return '';
  if (bringsLineHead(input.tag, input.cast.length))
    return `${headFormat(input, others)}${groupFormat(input)}`;
  const tag = `(ooc: ${input.tag.tag}${other}${input.tag.end})`;
  return `Everyone present perceives a line, unless it ends with a tag that names who does. To say something that only ${other} perceives, ${input.speaker.name} ends the line with ${tag}; several names are separated by commas. ${answersAloud(input)}${groupFormat(input)}`;
};

const describe = (input: AnyPromptInput): string => {
  const personality = personalityOf(input);
  const scenario = scenarioOf(input);
  return [
    descriptionOf(input),
    personality && `${input.speaker.name}'s personality: ${personality}`,
    scenario && `Scenario: ${scenario}`,
  ]
    .filter(Boolean)
    .join('\n');
};

/** The system prompt: the chat's, or the card's own, which may hold the chat's, unless lore switches that off. */
const rulesOf = (input: AnyPromptInput): Pick<Piece, 'text' | 'source'> => {
  const own = isHidden(input, 'system_prompt') ? '' : replaced(defaultRules(input), input.rules);
  const text = replaced(own, input.character?.systemPrompt);
  if (input.character?.systemPrompt) return { text, source: `card of ${input.speaker.name}` };
  return { text, source: input.rules ? 'chat' : 'sotto' };
};

const must = { tier: 'must' as const };

/** Persona, rules and identity, each as a piece of its own, with the lore around them. */
const usualPieces = (input: AnyPromptInput): Piece[] => {
  const { speaker } = input;
  return [
    { ...must, name: 'persona', text: anchorOf(input), source: 'persona', reason: 'who the human is' },
    { ...must, name: 'rules', ...rulesOf(input), reason: 'system prompt' },
    ...piecesAt(input, 'before_char'),
    {
      ...must,
      name: 'identity',
      text: describe(input),
      source: `card of ${speaker.name}`,
      reason: `who ${speaker.name} is`,
    },
    ...piecesAt(input, 'after_char'),
  ];
};

const textAt = (input: AnyPromptInput, place: 'before_char' | 'after_char'): string =>
  filled(input, sectionWith(input, '', place));

/** The same laid out as a person's own context template says; lore that it has no field for stands behind it. */
const storyPieces = (input: AnyPromptInput, context: ContextTemplate): Piece[] => {
  const { character, persona, speaker, userName } = input;
  const text = renderStory(context.story, {
    system: filled(input, rulesOf(input).text),
    description: filled(input, descriptionOf(input)),
    personality: filled(input, personalityOf(input)),
    scenario: filled(input, scenarioOf(input)),
    persona: filled(input, persona?.description),
    char: filled(input, character?.nickname || speaker.name),
    user: filled(input, userName),
    loreBefore: textAt(input, 'before_char'),
    loreAfter: textAt(input, 'after_char'),
  });
  const without = (field: RegExp, place: 'before_char' | 'after_char') =>
    field.test(context.story) ? [] : piecesAt(input, place);
  return [
    { ...must, name: 'story', text: text.trim(), source: context.name, reason: 'context template' },
    ...without(/\{\{[^{}]*\b(?:wi|lore)Before\b/i, 'before_char'),
    ...without(/\{\{[^{}]*\b(?:wi|lore)After\b/i, 'after_char'),
  ];
};

const stylePiece = (input: AnyPromptInput): Piece[] =>
  input.character === null ||
  input.rules !== '' ||
  input.character.systemPrompt !== '' ||
  isHidden(input, 'system_prompt')
    ? []
    : [{ ...must, name: 'style', text: style, source: 'sotto', reason: 'how lines are written' }];

const pieces = (input: AnyPromptInput): Piece[] => {
  const { context, preset } = input.layout;
  if (arranges(preset)) {
    const before = placedPrompts(preset, input.continues !== null).filter(({ spot }) => spot === 'before');
    return before.flatMap(({ prompt }) => piecesOf(input, preset, prompt));
  }
  const examples = examplesOf(input, context?.exampleSeparator ?? '');
  if (context) return [...storyPieces(input, context), ...examples];
  return [...usualPieces(input), ...examples, ...stylePiece(input)];
};

/** What changes only when a card or a setting is edited. */
export function draftFrozen(input: AnyPromptInput): Draft[] {
  const format: Piece = {
    ...must,
    name: 'format',
    text: whisperFormat(input),
    source: 'sotto',
    reason: 'how to whisper',
  };
  return [...pieces(input), format, ...insertsAnywhere(input).map(pieceOf)]
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, source, text, ...piece }): Draft => {
      const isLaidOut = name === 'story' && source === input.layout.context?.name;
      return { ...piece, name, source, zone: 'frozen', text: isLaidOut ? text : filled(input, text) };
    });
}
