import type { AnyPromptInput } from '../input.ts';
import type { PresetPrompt, PromptPreset } from '../preset/preset.ts';
import {
  anchorOf,
  descriptionOf,
  examplesOf,
  isHidden,
  type Piece,
  personalityOf,
  piecesAt,
  replaced,
  scenarioOf,
} from './sections.ts';

interface Asked {
  readonly input: AnyPromptInput;
  readonly preset: PromptPreset;
  readonly prompt: PresetPrompt;
}

const put = (format: string | undefined, field: string, text: string): string =>
  format?.includes(field) && text !== '' ? format.replaceAll(field, () => text) : text;

const must = { tier: 'must' as const };

const ofCard = ({ input }: Asked, name: string, text: string): Piece[] => [
  { ...must, name, text, source: `card of ${input.speaker.name}`, reason: 'marker of the preset' },
];

const lore = ({ input, preset }: Asked, place: 'before_char' | 'after_char'): Piece[] =>
  piecesAt(input, place).map((piece) => ({ ...piece, text: put(preset.wi_format, '{0}', piece.text) }));

/** A prompt's own text, or what chat and card bring in its place. */
const literal = ({ input, preset, prompt }: Asked, ...own: readonly string[]): Piece[] => {
  const content = prompt.content ?? '';
  const text = prompt.forbid_overrides === true ? content : own.reduce(replaced, content);
  const source =
    text === content ? `preset ${preset.name}` : `preset ${preset.name}, card of ${input.speaker.name}`;
  return [{ ...must, name: prompt.name || prompt.identifier, text, source, reason: 'prompt of the preset' }];
};

const emptied = ({ prompt, ...asked }: Asked): Asked => ({ ...asked, prompt: { ...prompt, content: '' } });

const resolved: Readonly<Record<string, (asked: Asked) => Piece[]>> = {
  main: (asked) => {
    const { rules, character } = asked.input;
    const own = character?.systemPrompt ?? '';
    return isHidden(asked.input, 'system_prompt') ? literal(emptied(asked), own) : literal(asked, rules, own);
  },
  jailbreak: (asked) => {
    const isOff = isHidden(asked.input, 'post_history_instructions');
    return literal(isOff ? emptied(asked) : asked, asked.input.character?.postHistoryInstructions ?? '');
  },
  worldInfoBefore: (asked) => lore(asked, 'before_char'),
  worldInfoAfter: (asked) => lore(asked, 'after_char'),
  charDescription: (asked) => ofCard(asked, 'description', descriptionOf(asked.input)),
  charPersonality: (asked) => {
    const text = put(asked.preset.personality_format, '{{personality}}', personalityOf(asked.input));
    return ofCard(asked, 'personality', text);
  },
  scenario: (asked) => {
    const text = put(asked.preset.scenario_format, '{{scenario}}', scenarioOf(asked.input));
    return ofCard(asked, 'scenario', text);
  },
  personaDescription: ({ input }) => [
    { ...must, name: 'persona', text: anchorOf(input), source: 'persona', reason: 'marker of the preset' },
  ],
  dialogueExamples: ({ input, preset }) => examplesOf(input, preset.new_example_chat_prompt ?? ''),
};

/** What a prompt of a preset puts into the prompt: the part of the card that it marks (SP-06), else its own text (SP-08). */
export function piecesOf(input: AnyPromptInput, preset: PromptPreset, prompt: PresetPrompt): Piece[] {
  const asked = { input, preset, prompt };
  const { identifier, heading } = prompt;
  const pieces = Object.hasOwn(resolved, identifier) ? resolved[identifier]?.(asked) : literal(asked);
  const [first, ...others] = pieces?.filter(({ text }) => text.trim() !== '') ?? [];
  if (!first) return [];
  return [heading ? { ...first, text: `${heading}\n${first.text}` } : first, ...others];
}
