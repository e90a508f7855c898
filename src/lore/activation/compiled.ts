import type { LoreRule } from '../books/rule.ts';
import { levelsOf } from '../books/rule-source.ts';
import type { LoreKey } from '../keys/keys.ts';
import { type Matcher, matcherOf } from '../keys/matcher.ts';
import type { Backtracking } from '../keys/pattern.ts';

/** A key whose forms are numbers of the matcher. */
export interface Key {
  readonly written: string;
  readonly forms: readonly number[];
}

/** A rule whose keys are numbers of the matcher. */
export interface CompiledRule {
  readonly rule: LoreRule;
  /** Its place in the stack of books: the earlier, the more it counts. */
  readonly at: number;
  readonly keys: readonly Key[];
  readonly secondary: readonly Key[];
  readonly additional: readonly (readonly Key[])[];
  readonly excluded: readonly Key[];
  readonly hasPattern: boolean;
  /** True when nothing but its keys decides. */
  readonly isSimple: boolean;
  /** The plain forms without all of which its keys cannot fit; null when something else can do. */
  readonly keyed: Int32Array | null;
  /** The plain forms without all of which it is inactive, when that is all there is to say. */
  readonly needs: Int32Array | null;
}

/** All rules and the matcher of their keys. */
export interface CompiledLore {
  readonly rules: readonly CompiledRule[];
  readonly matcher: Matcher;
  /** The rules with a regular expression. */
  readonly patterned: readonly CompiledRule[];
  /** The rules that wait for a round, by that round. */
  readonly delayed: ReadonlyMap<number, readonly CompiledRule[]>;
  /** The rounds that rules wait for, in order. */
  readonly levels: readonly number[];
  /** Side by side, for a first pass over all rules: from where on in `needed` the forms of each rule's `needs` are. */
  readonly neededFrom: Int32Array;
  readonly needed: Int32Array;
  readonly depths: Float64Array;
  /** For each form the rules that look for it. */
  readonly rulesByForm: readonly (readonly CompiledRule[])[];
}

const ranks = ['character', 'chat', 'global'];

const keysOf = (rule: LoreRule): LoreKey[] => [
  ...rule.keys,
  ...rule.secondary,
  ...rule.additional.flat(),
  ...rule.excluded,
];

const isSimple = ({ enabled, yields, recursion, when }: LoreRule): boolean =>
  enabled &&
  !yields &&
  recursion.level + when.after + when.delay + when.sticky + when.cooldown === 0 &&
  when.every === 1 &&
  when.triggers.length === 0 &&
  [when.forced, when.onceMatched, when.greeting, when.userIcon, when.filter].every((one) => one === null);

/** Each rule as one literal, so that they are of one shape to the engine: a spread makes a shape for each. */
const compileRule = (rule: LoreRule, at: number, matcher: Matcher): CompiledRule => {
  const compile = ({ written, forms }: LoreKey): Key => ({ written, forms: forms.map(matcher.numberOf) });
  const keys = rule.keys.map(compile);
  const hasPattern = keysOf(rule).some(({ forms }) => forms.some(({ type }) => type === 'pattern'));
  const needsKeys = !hasPattern && !rule.constant && rule.keys.length > 0 && rule.also.length === 0;
  const asks = needsKeys && rule.additional.length + rule.excluded.length + rule.refused.length === 0;
  const keyed = needsKeys ? Int32Array.from(keys.flatMap((key) => key.forms)) : null;
  const simple = isSimple(rule);
  return {
    rule,
    at,
    keys,
    secondary: rule.secondary.map(compile),
    additional: rule.additional.map((list) => list.map(compile)),
    excluded: rule.excluded.map(compile),
    hasPattern,
    isSimple: simple,
    keyed,
    needs: simple && asks ? keyed : null,
  };
};

const sideBySide = (rules: readonly CompiledRule[]) => {
  const neededFrom = new Int32Array(rules.length + 1);
  for (const [at, { needs }] of rules.entries())
    neededFrom[at + 1] = (neededFrom[at] ?? 0) + (needs?.length ?? 0);
  const needed = Int32Array.from(rules.flatMap(({ needs }) => [...(needs ?? [])]));
  return { neededFrom, needed, depths: Float64Array.from(rules, ({ rule }) => rule.scanDepth) };
};

/** What rules are made ready with. */
export interface CompileOptions {
  /** The rounds of recursion that rules wait for, others than these among them; absent = those of these. */
  readonly levels?: readonly number[];
  /** Runs the keys that look around or back; absent = these are never found. */
  readonly backtracking?: Backtracking | undefined;
}

/** Makes rules ready to be asked: books in the order of the stack, each key once. */
export const compileLore = (rules: readonly LoreRule[], options: CompileOptions = {}): CompiledLore => {
  const { levels = levelsOf(rules), backtracking } = options;
  const stacked = rules.toSorted((one, two) => ranks.indexOf(one.book.rank) - ranks.indexOf(two.book.rank));
  const forms = stacked.flatMap((rule) => keysOf(rule).flatMap((key) => key.forms));
  const matcher = matcherOf(forms, backtracking);
  const compiled = stacked.map((rule, at) => compileRule(rule, at, matcher));
  const rulesByForm: CompiledRule[][] = Array.from({ length: matcher.forms }, () => []);
  for (const rule of compiled) {
    const keys = [...rule.keys, ...rule.secondary, ...rule.additional.flat()];
    for (const form of new Set(keys.flatMap((key) => key.forms))) rulesByForm[form]?.push(rule);
  }
  const delayed = new Map<number, CompiledRule[]>();
  for (const one of compiled) {
    const { level } = one.rule.recursion;
    const others = delayed.get(level);
    if (others) others.push(one);
    else if (level > 0) delayed.set(level, [one]);
  }
  const patterned = compiled.filter(({ hasPattern }) => hasPattern);
  return { rules: compiled, matcher, rulesByForm, patterned, delayed, levels, ...sideBySide(compiled) };
};
