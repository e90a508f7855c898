/** Sorts of named things that are kept beside cards; of `persona` what a persona came with besides its description. */
export const presetKinds = [
  'sampling',
  'template',
  'context',
  'prompts',
  'lorebook',
  'regex',
  'quick_replies',
  'persona',
  'replaced_card',
] as const;
