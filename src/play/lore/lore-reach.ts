import type { LoreRule } from '../../lore/books/rule.ts';

const shortest = 4;

/** Whether more than the messages in its scan depth decides about an entry: counters, spells, a place from the top. */
const countsAll = ({ when, insertion }: LoreRule): boolean =>
  insertion.fromOldest ||
  when.after + when.delay + when.sticky + when.cooldown > 0 ||
  when.every !== 1 ||
  when.onceMatched !== null;

/** So many of the newest messages decide what wakes; infinite where all of them may. */
export const reachOf = (rules: readonly LoreRule[]): number =>
  rules.some((rule) => rule.enabled && countsAll(rule))
    ? Number.POSITIVE_INFINITY
    : rules.reduce((most, { scanDepth, insertion }) => Math.max(most, scanDepth, insertion.depth), shortest);
