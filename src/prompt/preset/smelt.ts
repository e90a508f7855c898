import type { PresetPrompt, PromptPreset } from './preset.ts';

/** How speech and actions are told apart, where nobody else says how to write (SP-12). */
export const style =
  'Speech stands in straight double quotes: "like this". Actions, gestures, thoughts and narration stand in asterisks: *like this*. Everything else is plain text. Code blocks are for quoted code alone.';

const prompts: readonly PresetPrompt[] = [
  { identifier: 'line', content: "You write only {{char}}'s next line, in character, and stop there." },
  { identifier: 'personaDescription', heading: '# The user' },
  { identifier: 'worldInfoBefore' },
  { identifier: 'charDescription', heading: '# Description' },
  { identifier: 'charPersonality', heading: '# Personality' },
  { identifier: 'scenario', heading: '# Scenario' },
  { identifier: 'worldInfoAfter' },
  { identifier: 'dialogueExamples', heading: '# Example dialogue' },
  { identifier: 'main', name: 'style', content: `# Formatting\n${style}` },
  { identifier: 'chatHistory' },
  { identifier: 'jailbreak', name: 'reminder' },
];

/** The composed prompt under headings (SP-24); how to write gives way to a system prompt that the card or the chat brings. */
export const smelt: PromptPreset = {
  name: 'smelt',
  prompts,
  prompt_order: [
    { character_id: 100_001, order: prompts.map(({ identifier }) => ({ identifier, enabled: true })) },
  ],
};
