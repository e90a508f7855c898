import type { LoreRule, RuleConditions } from '../books/rule.ts';
import type { CompiledRule } from './compiled.ts';
import type { LoreContext } from './context.ts';
import { asleep, type Evaluation, type MatchContext, matchKeys } from './match.ts';
import type { EffectSource, TimedEffect } from './timed-effect.ts';

const certain = (reason: () => string): Evaluation => ({ awake: true, certain: true, reason });
const disabled = asleep(() => 'disabled');
const forbidden = asleep(() => '@@dont_activate');

const isForSpeaker = ({ filter }: RuleConditions, context: LoreContext): boolean => {
  const speaker = filter && context.speaker;
  if (!filter || !speaker) return true;
  const has = (wanted: readonly string[], own: readonly string[]) =>
    own.some((one) => wanted.includes(one.toLowerCase()));
  const passes = (wanted: readonly string[], own: readonly string[]) =>
    wanted.length === 0 || has(wanted, own) !== filter.isExclude;
  return passes(filter.names, speaker.names) && passes(filter.tags, speaker.tags);
};

const outOfScope = ({ when }: LoreRule, context: LoreContext): Evaluation | undefined => {
  const trigger = context.trigger ?? 'normal';
  if (when.triggers.length > 0 && !when.triggers.includes(trigger))
    return asleep(() => `not for ${trigger} replies`);
  return isForSpeaker(when, context) ? undefined : asleep(() => 'its filter leaves this character out');
};

/** Why the conditions beside keys keep a rule asleep; undefined when they do not. */
const unmetCondition = (
  { when }: LoreRule,
  context: LoreContext,
  { timeline, to }: MatchContext,
): Evaluation | undefined => {
  const spoken = timeline.ownBefore(to);
  if (to < when.delay) return asleep(() => `delayed until message ${when.delay}`);
  if (spoken < when.after)
    return asleep(() => `@@activate_only_after ${when.after}: it has spoken ${spoken} times`);
  if (spoken % when.every !== 0)
    return asleep(() => `@@activate_only_every ${when.every}: it has spoken ${spoken} times`);
  const { greeting, userIcon } = context;
  if (when.greeting !== null && greeting !== undefined && when.greeting !== greeting) {
    return asleep(() => `@@is_greeting ${when.greeting}: greeting ${greeting} is active`);
  }
  if (when.userIcon !== null && userIcon !== undefined && when.userIcon !== userIcon) {
    return asleep(() => '@@is_user_icon: another icon is active');
  }
  return undefined;
};

const timedEvaluation = ({ when }: LoreRule, effect: TimedEffect): Evaluation | undefined => {
  if (effect.matched && when.onceMatched === 'keep') return certain(() => '@@keep_activate_after_match');
  if (when.forced === 'asleep') return forbidden;
  if (effect.matched && when.onceMatched === 'stop') return asleep(() => '@@dont_activate_after_match');
  if (effect.now === 'sticky') return certain(() => `sticky for ${effect.left} more messages`);
  return effect.now === 'cooldown' ? asleep(() => `on cooldown for ${effect.left} more messages`) : undefined;
};

/** What the messages alone say: conditions and keys, without chance. */
export const evaluateKeys = (
  compiled: CompiledRule,
  context: LoreContext,
  matching: MatchContext,
): Evaluation => {
  const unmet = unmetCondition(compiled.rule, context, matching);
  return unmet ?? matchKeys(compiled, matching);
};

/** Whether a rule activates. `level` is the round of recursion, 0 at first. */
export const evaluate = (
  compiled: CompiledRule,
  context: LoreContext,
  matching: MatchContext,
  { level, effects }: { level: number; effects: EffectSource },
): Evaluation => {
  if (compiled.isSimple) return matchKeys(compiled, matching);
  const { rule } = compiled;
  if (!rule.enabled) return disabled;
  const outside = outOfScope(rule, context);
  if (outside) return outside;
  if (rule.when.forced === 'awake') return certain(() => '@@activate');
  if (context.isContextFull && rule.yields)
    return asleep(() => '@@ignore_on_max_context: the context is full');
  const timed = timedEvaluation(rule, effects.of(compiled, context, matching));
  if (timed) return timed;
  if (rule.recursion.level > level)
    return asleep(() => `waits for round ${rule.recursion.level} of recursion`);
  return evaluateKeys(compiled, context, matching);
};

/** True when chance lets the rule activate behind this message; the same for both, always. */
export const passesProbability = (
  { id, when }: LoreRule,
  chance: LoreContext['chance'],
  message: string,
): boolean => when.probability >= 100 || chance(`${id}\n${message}`) * 100 < when.probability;
