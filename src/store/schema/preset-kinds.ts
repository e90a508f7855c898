/**
 * Sorts of named things that are kept beside cards; of `persona` what a persona came with besides its description, of
 * `persona_picture` a PNG of it; of `world_info` how SillyTavern scanned lorebooks; `character_books` says which lorebooks a
 * character brings along, by its identity, `script_answer` whether the regex scripts of a card or a preset run, by what they are.
 * The entries of a large lorebook stand in rows of `lorebook_part`, which `Library` alone knows of.
 */
export const presetKinds = [
  'sampling',
  'template',
  'context',
  'prompts',
  'models',
  'lorebook',
  'lorebook_part',
  'regex',
  'quick_replies',
  'persona',
  'replaced_card',
  'persona_picture',
  'world_info',
  'character_books',
  'script_answer',
] as const;
