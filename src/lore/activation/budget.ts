import type { CompiledRule } from './compiled.ts';

/** An awake rule, what it says and what that costs. */
export interface EntryCost {
  readonly compiled: CompiledRule;
  readonly content: string;
  readonly tokens: number;
}

const rankOf = ({ compiled: { rule } }: EntryCost): number => (rule.ignoresBudget ? 0 : rule.yields ? 2 : 1);

/** Who stays longest first: priority, then order, then the place in the stack. */
const byWorth = (one: EntryCost, two: EntryCost): number => {
  const [a, b] = [one.compiled.rule, two.compiled.rule];
  return (
    rankOf(one) - rankOf(two) ||
    b.priority - a.priority ||
    b.order - a.order ||
    one.compiled.at - two.compiled.at
  );
};

/** The worthiest that fit into the budget together; the least is discarded first, until it fits. */
const fitting = (priced: readonly EntryCost[], budget: number): { kept: EntryCost[]; spent: number } => {
  const kept: EntryCost[] = [];
  let spent = 0;
  let isFull = false;
  if (budget === Number.POSITIVE_INFINITY) return { kept: [...priced], spent: 0 };
  for (const one of priced.toSorted(byWorth)) {
    isFull ||= !one.compiled.rule.ignoresBudget && spent + one.tokens > budget;
    if (isFull) continue;
    kept.push(one);
    spent += one.tokens;
  }
  return { kept, spent };
};

const grouped = <T>(priced: readonly EntryCost[], keyOf: (one: EntryCost) => T): EntryCost[][] => {
  const groups = new Map<T, EntryCost[]>();
  for (const one of priced) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return [...groups.values()];
};

/**
 * What the budgets leave: each book within its own, then all within the total, the character's books before those of
 * the chat and these before the global ones.
 */
export const withinBudget = (priced: readonly EntryCost[], total: number): Set<CompiledRule> => {
  const books = grouped(priced, ({ compiled }) => compiled.rule.book.id).flatMap(
    (book) => fitting(book, book[0]?.compiled.rule.book.budget ?? Number.POSITIVE_INFINITY).kept,
  );
  const left = new Set<CompiledRule>();
  let room = total;
  for (const rank of grouped(books, ({ compiled }) => compiled.rule.book.rank)) {
    const { kept, spent } = fitting(rank, room);
    room -= spent;
    for (const { compiled } of kept) left.add(compiled);
  }
  return left;
};
