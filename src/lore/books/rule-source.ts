import type { CalledRule, LoreInsertion, LoreRule } from './rule.ts';

/** The rules of a book, of which those are made that a text may call. */
export interface RuleSource {
  /** How many rules there are; they have the numbers from 0 on, in the order of the book. */
  readonly size: number;
  /** Numbers of the rules that may be awake whatever is said. */
  readonly always: readonly number[];
  /** The rounds of recursion that rules wait for. */
  readonly levels: readonly number[];
  /** So many of the newest messages decide what wakes; infinite where all of them may. */
  readonly reach: number;
  /** Adds the numbers of the rules whose keys a text may hold: at least those whose keys it does. */
  readonly call: (text: string, found: Set<number>) => void;
  /** The rules of these numbers, in this order; one that is no longer there is left out. */
  readonly rules: (numbers: readonly number[]) => readonly LoreRule[];
  /** Every rule. */
  readonly all: () => readonly LoreRule[];
}

/** Where an entry may stand, whatever its character has. */
const waysOf = (insertion: LoreInsertion): LoreInsertion[] =>
  insertion.otherwise ? [insertion, ...waysOf(insertion.otherwise)] : [insertion];

/** Whether more than the messages in its scan depth decides about an entry: counters, timed effects, a position from the top. */
const countsAll = ({ when, insertion }: CalledRule): boolean =>
  waysOf(insertion).some(({ fromOldest }) => fromOldest) ||
  when.after + when.delay + when.sticky + when.cooldown > 0 ||
  when.every !== 1 ||
  when.onceMatched !== null;

/** So many of the newest messages decide which of these rules wake; infinite where all of them may. */
export const reachOf = (rules: readonly CalledRule[]): number =>
  rules.some((rule) => rule.enabled && countsAll(rule))
    ? Number.POSITIVE_INFINITY
    : rules.reduce(
        (most, { scanDepth, insertion }) =>
          Math.max(most, scanDepth, ...waysOf(insertion).map(({ depth }) => depth)),
        0,
      );

/** The rounds of recursion that these rules wait for, in order. */
export const levelsOf = (rules: readonly LoreRule[]): number[] =>
  [...new Set(rules.map(({ recursion }) => recursion.level))]
    .filter((level) => level > 0)
    .sort((one, two) => one - two);

/** All rules of a book that was read whole. */
export const wholeBook = (rules: readonly LoreRule[]): RuleSource => ({
  size: rules.length,
  always: rules.map((_, number) => number),
  levels: levelsOf(rules),
  reach: reachOf(rules),
  call: () => {},
  rules: (numbers) => numbers.flatMap((number) => rules[number] ?? []),
  all: () => rules,
});
