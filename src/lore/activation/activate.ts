import type { BookRank, ContextText, LoreInsertion, LorePosition, LoreRule } from '../books/rule.ts';
import { type CompiledLore, type CompiledRule, type CompileOptions, compileLore } from './compiled.ts';
import type { ActivatedEntry, ActivationResult, LoreContext, LoreStrategy } from './context.ts';
import { Scan, type ScanState } from './scan.ts';
import { TimedEffects } from './timed-effects.ts';
import { Timeline } from './timeline.ts';

/** An awake rule, what it says and what that costs. */
interface EntryCost {
  readonly compiled: CompiledRule;
  readonly content: string;
  readonly tokens: number;
}

const rankOf = ({ compiled: { rule } }: EntryCost): number => (rule.ignoresBudget ? 0 : rule.yields ? 2 : 1);

type Compare = (one: EntryCost, two: EntryCost) => number;

const byPriority: Compare = (one, two) => {
  const [a, b] = [one.compiled.rule, two.compiled.rule];
  return rankOf(one) - rankOf(two) || b.priority - a.priority || b.order - a.order;
};

const byStack: Compare = (one, two) => one.compiled.at - two.compiled.at;

/** Who stays longest first: priority, then order, then the place in the stack. */
const byWorth: Compare = (one, two) => byPriority(one, two) || byStack(one, two);

const stages: Readonly<Record<LoreStrategy, Readonly<Record<BookRank, number>>>> = {
  evenly: { chat: 0, character: 1, global: 1 },
  character_first: { chat: 0, character: 1, global: 2 },
  global_first: { chat: 0, global: 1, character: 2 },
};

const byBook =
  (strategy: LoreStrategy): Compare =>
  (one, two) =>
    stages[strategy][one.compiled.rule.book.rank] - stages[strategy][two.compiled.rule.book.rank];

/** By books first, then by worth; of those that are worth the same global ones come first, where books count alike. */
const byStage = (strategy: LoreStrategy): Compare => {
  const steps = [byBook(strategy), byPriority, byBook('global_first'), byStack];
  return (one, two) => steps.reduce((sign, compare) => sign || compare(one, two), 0);
};

/** Where entries stand in the prompt. */
const byOrder =
  (strategy: LoreStrategy | undefined): Compare =>
  (one, two) =>
    one.compiled.rule.order - two.compiled.rule.order || (strategy ? byStage(strategy)(two, one) : 0);

/** The worthiest that fit into the budget together; the least is discarded first, until it fits. */
const fitting = (
  priced: readonly EntryCost[],
  budget: number,
  compare = byWorth,
): { kept: EntryCost[]; spent: number } => {
  const kept: EntryCost[] = [];
  let spent = 0;
  let isFull = false;
  if (budget === Number.POSITIVE_INFINITY) return { kept: [...priced], spent: 0 };
  for (const one of priced.toSorted(compare)) {
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
 * the chat and these before the global ones, or as the strategy says.
 */
const withinBudget = (
  priced: readonly EntryCost[],
  total: number,
  strategy: LoreStrategy | undefined,
): Set<CompiledRule> => {
  const books = grouped(priced, ({ compiled }) => compiled.rule.book.id).flatMap(
    (book) => fitting(book, book[0]?.compiled.rule.book.budget ?? Number.POSITIVE_INFINITY).kept,
  );
  if (strategy) return new Set(fitting(books, total, byStage(strategy)).kept.map(({ compiled }) => compiled));
  const left = new Set<CompiledRule>();
  let room = total;
  for (const rank of grouped(books, ({ compiled }) => compiled.rule.book.rank)) {
    const { kept, spent } = fitting(rank, room);
    room -= spent;
    for (const { compiled } of kept) left.add(compiled);
  }
  return left;
};

/** The rules of one speaker, ready to be asked again and again. */
export interface Lore {
  /**
   * What activates in a context: a function of the rules and the context alone. What was worked out before is kept only to
   * answer sooner, so a chat that grows costs its new messages.
   */
  readonly activate: (context: LoreContext) => ActivationResult;
}

const depthOf = ({ depth, fromOldest }: LoreInsertion, total: number): number =>
  Math.min(total, Math.max(0, fromOldest ? total - depth : depth));

const sections: Partial<Record<LorePosition, ContextText>> = {
  before_desc: 'description',
  after_desc: 'description',
  personality: 'personality',
  scenario: 'scenario',
};

/** Where an entry stands: elsewhere, when its position belongs to what the card has not (V3-DEC-position). */
function standing(insertion: LoreInsertion, texts: LoreContext['texts']): LoreInsertion {
  const { position, otherwise } = insertion;
  const section = sections[position];
  const isMissing = texts !== undefined && section !== undefined && !texts[section]?.trim();
  return isMissing && otherwise ? standing(otherwise, texts) : insertion;
}

const activatedOf = (
  { compiled, content, tokens }: EntryCost,
  reason: ActivatedEntry['reason'],
  { messages, texts }: LoreContext,
): ActivatedEntry => {
  const { rule } = compiled;
  const insertion = standing(rule.insertion, texts);
  const { position, role, outlet } = insertion;
  return {
    rule,
    reason,
    content,
    tokens,
    insertion,
    position,
    depth: depthOf(insertion, messages.length),
    role,
    outlet,
    yields: rule.yields,
  };
};

/** Prices what is awake, discards what the budgets do not hold, and puts the rest in order. */
const settle = (scan: Scan, context: LoreContext, { rules }: CompiledLore): ActivationResult => {
  const priced = scan.awake.map((compiled): EntryCost => {
    const content = scan.contentOf(compiled);
    return { compiled, content, tokens: content.trim() ? context.countTokens(content) : 0 };
  });
  const kept = withinBudget(priced, context.budget ?? Number.POSITIVE_INFINITY, context.strategy);
  for (const { compiled, tokens } of priced) {
    if (kept.has(compiled)) continue;
    const { priority } = compiled.rule;
    scan.deactivate(compiled, () => `the budget is full: it has priority ${priority} and ${tokens} tokens`);
  }
  const staying = priced.filter(({ compiled }) => kept.has(compiled));
  const activated = staying
    .filter(({ content }) => content.trim())
    .sort(byOrder(context.strategy))
    .map((one) => activatedOf(one, scan.reasonOf(one.compiled), context));
  return {
    verdicts: () =>
      rules.map((one) => ({ rule: one.rule, awake: scan.isAwake(one), reason: scan.reasonOf(one) })),
    activated,
    hides: [...new Set(staying.flatMap(({ compiled }) => compiled.rule.hides))],
    heard: scan.heard.map(({ text }) => text),
  };
};

/** Makes the rules of one speaker ready: the books of its character, its chat and all chats, in any order. */
export const loreOf = (rules: readonly LoreRule[], options: CompileOptions = {}): Lore => {
  const lore = compileLore(rules, options);
  const state: ScanState = { lore, timeline: new Timeline(lore.matcher), effects: new TimedEffects() };
  return {
    activate: (context) => {
      options.backtracking?.begin();
      const kept = state.timeline.follow(context.messages);
      state.effects.follow(kept, state.timeline, context);
      const scan = new Scan(state, context);
      scan.run();
      return settle(scan, context, lore);
    },
  };
};
