import { loreOf } from '../../../src/lore/activation/activate.ts';
import type { ActivationResult, LoreContext } from '../../../src/lore/activation/context.ts';
import type { LoreRule } from '../../../src/lore/books/rule.ts';
import { BoundedBacktracking } from '../../../src/outside/bounded/backtracking.ts';
import { activate, rules, view, worldRules } from '../contexts.ts';

/** An entry, what was said, and what the specification or the other program documents to come of it. */
export interface Case {
  readonly field: string;
  /** The entry asked about, before any others. */
  readonly entries: readonly object[];
  readonly said: readonly string[];
  readonly more?: Partial<LoreContext>;
  /** Whether the original has the entry awake. */
  readonly original: boolean;
  /** Where ours is another, and why. */
  readonly ours?: { readonly awake: boolean; readonly why: string };
}

type Rest = Partial<Omit<Case, 'field' | 'entries' | 'said' | 'original'>>;

/** What wakes an entry, and what does not. */
export const pair = (
  field: string,
  entry: object,
  [yes, no]: readonly [readonly string[], readonly string[]],
  more: Rest = {},
): Case[] => {
  const entries = [entry];
  return [
    { field, entries, said: yes, original: true, ...more },
    { field, entries, said: no, original: false, ...more },
  ];
};

/** One case by itself: what the original makes of it, and what else there is to it. */
export const one = (
  field: string,
  entries: readonly object[],
  said: readonly string[],
  result: boolean | ({ original: boolean } & Rest),
): Case => ({ field, entries, said, ...(typeof result === 'boolean' ? { original: result } : result) });

/** What the rules of a case come to. */
export const outcomeOf = ({ entries, said, more }: Case, kind: 'card' | 'world'): ActivationResult => {
  const made: LoreRule[] = kind === 'card' ? rules(entries) : worldRules(entries);
  return activate(loreOf(made, { backtracking: new BoundedBacktracking(() => 0) }), view(...said), more);
};
