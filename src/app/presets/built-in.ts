import { smelt } from '../../prompt/preset/smelt.ts';
import type { StoredPreset } from '../../store/library.ts';

/** A narrative model of 24 billion parameters, a classifier of 8 with two fallbacks, on one host of OpenAI's API (RP-130). */
const featherless = {
  'backend.kind': 'openai',
  'backend.url': 'https://api.featherless.ai/v1',
  'backend.model': 'dphn/Dolphin-Mistral-24B-Venice-Edition',
  'backend.api_key_env': 'FEATHERLESS_API_KEY',
  'backend.classifier.enabled': true,
  'backend.classifier.model': 'NousResearch/Hermes-3-Llama-3.1-8B',
  'backend.classifier.fallbacks': [
    'cognitivecomputations/dolphin-2.9.4-llama3-8b',
    'mlabonne/Meta-Llama-3.1-8B-Instruct-abliterated',
  ],
};

/** The presets that are there without being imported; one of a person's own of the same kind and name takes its place. */
export const builtInPresets: readonly StoredPreset[] = [
  { kind: 'prompts', name: smelt.name, body: { ...smelt }, foreign: { ...smelt }, chosen: false },
  { kind: 'models', name: 'featherless', body: featherless, foreign: {}, chosen: false },
];
