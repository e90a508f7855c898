import type { LoreRule } from '../books/rule.ts';
import { shown } from '../keys/keys.ts';
import type { Hits, Matcher } from '../keys/matcher.ts';
import type { CompiledRule, Key } from './compiled.ts';
import type { Timeline } from './timeline.ts';

/** The contents of awake entries, and the plain forms in them. */
export interface ActiveContents {
  /** 1 for each form that is there. */
  readonly plain: Uint8Array;
  readonly texts: readonly Hits[];
}

/** What can be seen from one place in a view. */
export interface MatchContext {
  readonly matcher: Matcher;
  readonly timeline: Timeline;
  /** Messages before this place count. */
  readonly to: number;
  /** So many messages more than the depth of the book or the settings. */
  readonly wider: number;
  /** Texts beside the chat that the rule looks into. */
  readonly beside: (compiled: CompiledRule) => readonly Hits[];
  /** What awake entries said. */
  readonly contents: ActiveContents;
}

/** Where a key was found: messages from the newest, or a number below zero. */
const nowhere = -1;
const inAnotherEntry = -2;
const besideTheChat = -3;
const acrossMessages = -4;

const placeIn = (from: number): string => {
  if (from === inAnotherEntry) return 'another entry';
  if (from === besideTheChat) return 'text outside the chat';
  if (from === acrossMessages) return 'several messages together';
  return from === 1 ? 'the newest message' : `message ${from} from the end`;
};

const isIn = (texts: readonly Hits[], form: number, matcher: Matcher): boolean =>
  texts.some((hits) => matcher.holds(hits, form));

const whereIs = (key: Key, compiled: CompiledRule, matching: MatchContext): number => {
  const { matcher, timeline, to } = matching;
  const { scanDepth, ownDepth, also, recursion } = compiled.rule;
  const from = Math.max(0, to - scanDepth - (ownDepth ? 0 : matching.wider));
  for (const form of key.forms) {
    const place = timeline.newest(form, from, to);
    if (place >= 0) return to - place;
    if (timeline.isAcross(form, from, to)) return acrossMessages;
    if (also.length > 0 && isIn(matching.beside(compiled), form, matcher)) return besideTheChat;
    if (!recursion.canBeActivated || matching.contents.texts.length === 0) continue;
    const isInContents = matcher.isPattern(form)
      ? isIn(matching.contents.texts, form, matcher)
      : matching.contents.plain[form] === 1;
    if (isInContents) return inAnotherEntry;
  }
  return nowhere;
};

const isThere = (key: Key, compiled: CompiledRule, matching: MatchContext): boolean =>
  whereIs(key, compiled, matching) !== nowhere;

/** What a rule says at one moment. */
export interface Evaluation {
  readonly awake: boolean;
  /** True when neither keys nor chance were asked. */
  readonly certain: boolean;
  readonly reason: () => string;
}

/** A rule is inactive, for this reason. */
export const asleep = (reason: () => string): Evaluation => ({ awake: false, certain: false, reason });
/** What is said of a rule none of whose keys is there. */
export const noKey = asleep(() => 'none of its keys is in the text it scans');
const keyless = asleep(() => 'it has no keys');
const refusal = ({ refused }: LoreRule): Evaluation => asleep(() => refused[0] ?? '');
const always: Evaluation = { awake: true, certain: false, reason: () => 'always active (constant)' };
const noneAdded = asleep(() => '@@additional_keys: none is present');

const foundBy = (key: Key, from: number): Evaluation => ({
  awake: true,
  certain: false,
  reason: () => `key ${shown(key.written)} is in ${placeIn(from)}`,
});
const againstLogic = ({ logic }: LoreRule): Evaluation =>
  asleep(() => `its secondary keys do not match (${logic})`);

const secondaryFits = (compiled: CompiledRule, matching: MatchContext): boolean => {
  const { secondary, rule } = compiled;
  if (secondary.length === 0) return true;
  const isOne = (key: Key) => isThere(key, compiled, matching);
  if (rule.logic === 'and_any') return secondary.some(isOne);
  if (rule.logic === 'and_all') return secondary.every(isOne);
  return rule.logic === 'not_any' ? !secondary.some(isOne) : !secondary.every(isOne);
};

/** What the keys of decorators say against it; undefined when nothing. */
const decoratorMatch = (compiled: CompiledRule, matching: MatchContext): Evaluation | undefined => {
  const { additional, excluded } = compiled;
  const unwanted = excluded.find((key) => isThere(key, compiled, matching));
  if (unwanted) return asleep(() => `@@exclude_keys: ${shown(unwanted.written)} is present`);
  const missing = additional.some((list) => !list.some((key) => isThere(key, compiled, matching)));
  return missing ? noneAdded : undefined;
};

/** Whether the keys of a rule allow it to activate, and which one did or did not. */
export const matchKeys = (compiled: CompiledRule, matching: MatchContext): Evaluation => {
  const { rule, keys, additional, excluded } = compiled;
  const against = additional.length + excluded.length > 0 ? decoratorMatch(compiled, matching) : undefined;
  if (against) return against;
  if (rule.constant) return always;
  for (const key of keys) {
    const from = whereIs(key, compiled, matching);
    if (from === nowhere) continue;
    return secondaryFits(compiled, matching) ? foundBy(key, from) : againstLogic(rule);
  }
  const slow = keys.find(({ forms }) => forms.some(matching.matcher.isTooSlow));
  if (slow) return asleep(() => `key ${shown(slow.written)} is skipped: searching for it takes too long`);
  if (rule.refused.length > 0) return refusal(rule);
  return keys.length > 0 ? noKey : keyless;
};

/** How many keys of a rule are there, for groups in which the best hit counts. */
export const score = (compiled: CompiledRule, matching: MatchContext): number => {
  const count = (list: readonly Key[]) => list.filter((key) => isThere(key, compiled, matching)).length;
  const secondary = count(compiled.secondary);
  const { logic } = compiled.rule;
  const counts = logic === 'and_any' || (logic === 'and_all' && secondary === compiled.secondary.length);
  return count(compiled.keys) + (counts ? secondary : 0);
};
