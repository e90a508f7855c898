import * as z from 'zod';
import type { Payload } from '../../domain/events/events.ts';
import type { Fields } from '../../domain/json/fields.ts';

type LoreSet = Payload<'lore_set'>;

/** In the order of their numbers. */
const strategies = ['evenly', 'character_first', 'global_first'] as const;

const whole = z.number().int().min(0).max(1_000_000);

/** What each setting of SillyTavern's is here; what none of them says stays as it is. */
const readers: Readonly<Record<string, (value: unknown) => LoreSet | null>> = {
  world_info_depth: numbered((scanDepth) => ({ scanDepth })),
  world_info_budget: numbered((percent) => ({ budgetShare: Math.min(1, percent / 100) })),
  world_info_budget_cap: numbered((budget) => (budget > 0 ? { budget } : {})),
  world_info_min_activations: numbered((minActivations) => ({ minActivations })),
  world_info_max_recursion_steps: numbered((steps) => (steps > 1 ? { maxRounds: steps - 1 } : {})),
  world_info_character_strategy: numbered((number) => {
    const strategy = strategies[number];
    return strategy ? { strategy } : {};
  }),
  world_info_include_names: flagged((names) => ({ names })),
  world_info_recursive: flagged((recursive) => ({ recursive })),
  world_info_case_sensitive: flagged((caseSensitive) => ({ caseSensitive })),
  world_info_match_whole_words: flagged((wholeWords) => ({ wholeWords })),
  world_info_use_group_scoring: flagged((groupScoring) => ({ groupScoring })),
};

function numbered(make: (value: number) => LoreSet) {
  return (value: unknown): LoreSet | null => {
    const read = whole.safeParse(value);
    return read.success ? make(read.data) : null;
  };
}

function flagged(make: (value: boolean) => LoreSet) {
  return (value: unknown): LoreSet | null => (typeof value === 'boolean' ? make(value) : null);
}

/** How SillyTavern scans lorebooks, in the words of a chat, and the settings that sotto has nothing for. */
export function worldInfoSettings(fields: Fields): { settings: LoreSet; unused: string[] } {
  const unused: string[] = [];
  let settings: LoreSet = {};
  for (const [name, value] of Object.entries(fields)) {
    const read = Object.hasOwn(readers, name) ? readers[name]?.(value) : null;
    if (read) settings = { ...settings, ...read };
    else unused.push(name);
  }
  // One step is the search of the messages itself.
  if (fields.world_info_max_recursion_steps === 1) settings = { ...settings, recursive: false };
  return { settings, unused };
}
