import type { Character } from '../../../src/cards/character.ts';
import type { Insert, PromptInput } from '../../../src/prompt/input.ts';
import type { PresetPrompt, PromptPreset } from '../../../src/prompt/preset/preset.ts';
import { plainTemplate } from '../../../src/prompt/template/turn-template.ts';
import { characters } from '../../quay.ts';

/** An order of these prompts; a name with a minus in front is switched off. */
export const order = (names: string) =>
  names.split(' ').map((name) => ({ identifier: name.replace(/^-/, ''), enabled: !name.startsWith('-') }));

/** A preset of these prompts in this order. */
export const preset = (
  prompts: readonly PresetPrompt[],
  names: string,
  over: Partial<PromptPreset> = {},
): PromptPreset => ({
  name: 'mine',
  prompts,
  prompt_order: [{ character_id: 100_001, order: order(names) }],
  ...over,
});

/** The parts of a prompt with this preset in its layout. */
export const using = (
  mine: PromptPreset | null,
  over: Partial<PromptInput<unknown>['layout']> = {},
): Pick<PromptInput<unknown>, 'layout'> => ({
  layout: {
    order: 'cache',
    live: 0,
    context: null,
    preset: mine,
    template: plainTemplate,
    isChat: false,
    ...over,
  },
});

/** Maren with something in every field. */
export const maren = (over: Partial<Character> = {}): Character => {
  const [first] = characters;
  if (!first) throw new Error('the quay has a host');
  return { ...first, personality: 'dry', ...over };
};

/** A lore entry at a place. */
export const lore = (text: string, over: Partial<Insert> = {}): Insert => ({
  name: 'lore',
  source: 'book',
  reason: 'constant',
  zone: 'frozen',
  tier: 'should',
  text,
  ...over,
});

/** One of every kind: markers, sotto's names and a person's own, before, in and behind the history. */
export const everyKind = preset(
  [
    { identifier: 'main', name: 'Main Prompt', content: "Write {{char}}'s next line to {{USER}}." },
    { identifier: 'nsfw', name: 'Auxiliary', content: 'Keep it {{User}}-friendly.' },
    { identifier: 'off', name: 'Never', content: 'This is switched off.' },
    { identifier: 'enhanceDefinitions', name: 'Enhance', content: 'You know more of {{Char}}.' },
    { identifier: 'own-1', name: 'House style', content: 'Short lines.' },
    { identifier: 'jailbreak', name: 'Post-History', content: 'Stay with {{char}}.' },
    { identifier: 'own-2', name: 'Last word', content: 'One paragraph.', role: 'assistant' },
    ...(['system', 'user', 'assistant'] as const).map((role) => ({
      identifier: `deep-${role}`,
      name: `Deep ${role}`,
      content: `In the chat, by the ${role}.`,
      role,
      injection_position: 1,
      injection_depth: 1,
    })),
    {
      identifier: 'nearer',
      name: 'Nearer',
      content: 'Nearer to the reply.',
      injection_position: 1,
      injection_depth: 1,
      injection_order: 200,
    },
    {
      identifier: 'newest',
      name: 'Newest',
      content: 'Behind all.',
      injection_position: 1,
      injection_depth: 0,
    },
  ],
  'main worldInfoBefore personaDescription charDescription charPersonality scenario -off enhanceDefinitions nsfw worldInfoAfter dialogueExamples nearer deep-system deep-user deep-assistant newest chatHistory own-1 jailbreak own-2',
  {
    wi_format: '<lore>{0}</lore>',
    scenario_format: '[Where: {{scenario}}]',
    personality_format: '[How {{char}} is: {{personality}}]',
    new_example_chat_prompt: '[Example]',
  },
);
