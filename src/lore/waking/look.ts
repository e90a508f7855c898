import type { LoreRule } from '../books/rule.ts';
import { shown } from '../keys/keys.ts';
import type { Hits, Matcher } from '../keys/matcher.ts';
import type { CompiledRule, Key } from './compiled.ts';
import type { Timeline } from './timeline.ts';

/** The contents of awake entries, and the plain forms in them. */
export interface Said {
  /** 1 for each form that is there. */
  readonly plain: Uint8Array;
  readonly texts: readonly Hits[];
}

/** What can be seen from one place in a view. */
export interface Outlook {
  readonly matcher: Matcher;
  readonly timeline: Timeline;
  /** Messages before this place count. */
  readonly to: number;
  /** So many messages more than the depth of the book or the settings. */
  readonly wider: number;
  /** Texts beside the chat that the rule looks into. */
  readonly beside: (compiled: CompiledRule) => readonly Hits[];
  /** What awake entries said. */
  readonly said: Said;
}

/** Where a key was found: messages from the newest, or a number below zero. */
const nowhere = -1;
const inAnotherEntry = -2;
const besideTheChat = -3;

const placeIn = (from: number): string => {
  if (from === inAnotherEntry) return 'another entry';
  if (from === besideTheChat) return 'a text beside the chat';
  return from === 1 ? 'the newest message' : `message ${from} from the end`;
};

const isIn = (texts: readonly Hits[], form: number, matcher: Matcher): boolean =>
  texts.some((hits) => matcher.holds(hits, form));

const whereIs = (key: Key, compiled: CompiledRule, outlook: Outlook): number => {
  const { matcher, timeline, to } = outlook;
  const { scanDepth, ownDepth, also, recursion } = compiled.rule;
  const from = Math.max(0, to - scanDepth - (ownDepth ? 0 : outlook.wider));
  for (const form of key.forms) {
    const place = timeline.newest(form, from, to);
    if (place >= 0) return to - place;
    if (also.length > 0 && isIn(outlook.beside(compiled), form, matcher)) return besideTheChat;
    if (!recursion.canBeWoken || outlook.said.texts.length === 0) continue;
    const isSaid = matcher.isPattern(form)
      ? isIn(outlook.said.texts, form, matcher)
      : outlook.said.plain[form] === 1;
    if (isSaid) return inAnotherEntry;
  }
  return nowhere;
};

const isThere = (key: Key, compiled: CompiledRule, outlook: Outlook): boolean =>
  whereIs(key, compiled, outlook) !== nowhere;

/** What a rule says at one moment. */
export interface Judgement {
  readonly awake: boolean;
  /** True when neither keys nor chance were asked. */
  readonly certain: boolean;
  readonly reason: () => string;
}

/** A rule sleeps, for this reason. */
export const asleep = (reason: () => string): Judgement => ({ awake: false, certain: false, reason });
/** What is said of a rule none of whose keys is there. */
export const noKey = asleep(() => 'none of its keys is in what it searches');
const keyless = asleep(() => 'it has no keys');
const refusal = ({ refused }: LoreRule): Judgement => asleep(() => refused[0] ?? '');
const always: Judgement = { awake: true, certain: false, reason: () => 'always awake (constant)' };
const noneAdded = asleep(() => '@@additional_keys: none is there');

const foundBy = (key: Key, from: number): Judgement => ({
  awake: true,
  certain: false,
  reason: () => `key ${shown(key.written)} is in ${placeIn(from)}`,
});
const againstLogic = ({ logic }: LoreRule): Judgement => asleep(() => `its secondary keys say no (${logic})`);

const secondaryFits = (compiled: CompiledRule, outlook: Outlook): boolean => {
  const { secondary, rule } = compiled;
  if (secondary.length === 0) return true;
  const isOne = (key: Key) => isThere(key, compiled, outlook);
  if (rule.logic === 'and_any') return secondary.some(isOne);
  if (rule.logic === 'and_all') return secondary.every(isOne);
  return rule.logic === 'not_any' ? !secondary.some(isOne) : !secondary.every(isOne);
};

/** What the keys of decorators say against it; undefined when nothing. */
const decoratorLook = (compiled: CompiledRule, outlook: Outlook): Judgement | undefined => {
  const { additional, excluded } = compiled;
  const unwanted = excluded.find((key) => isThere(key, compiled, outlook));
  if (unwanted) return asleep(() => `@@exclude_keys: ${shown(unwanted.written)} is there`);
  const missing = additional.some((list) => !list.some((key) => isThere(key, compiled, outlook)));
  return missing ? noneAdded : undefined;
};

/** Whether the keys of a rule allow it to wake, and which one did or did not. */
export const look = (compiled: CompiledRule, outlook: Outlook): Judgement => {
  const { rule, keys, additional, excluded } = compiled;
  const against = additional.length + excluded.length > 0 ? decoratorLook(compiled, outlook) : undefined;
  if (against) return against;
  if (rule.constant) return always;
  for (const key of keys) {
    const from = whereIs(key, compiled, outlook);
    if (from === nowhere) continue;
    return secondaryFits(compiled, outlook) ? foundBy(key, from) : againstLogic(rule);
  }
  if (rule.refused.length > 0) return refusal(rule);
  return keys.length > 0 ? noKey : keyless;
};

/** How many keys of a rule are there, for groups in which the best hit counts. */
export const score = (compiled: CompiledRule, outlook: Outlook): number => {
  const count = (list: readonly Key[]) => list.filter((key) => isThere(key, compiled, outlook)).length;
  const secondary = count(compiled.secondary);
  const { logic } = compiled.rule;
  const counts = logic === 'and_any' || (logic === 'and_all' && secondary === compiled.secondary.length);
  return count(compiled.keys) + (counts ? secondary : 0);
};
