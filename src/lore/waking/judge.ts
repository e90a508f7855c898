import type { LoreRule, RuleConditions } from '../books/rule.ts';
import type { CompiledRule } from './compiled.ts';
import { asleep, type Judgement, look, type Outlook } from './look.ts';
import type { LoreScene } from './scene.ts';
import type { EarlierTurns, Spell } from './spell.ts';

const certain = (reason: () => string): Judgement => ({ awake: true, certain: true, reason });
const disabled = asleep(() => 'disabled');
const forbidden = asleep(() => '@@dont_activate');

const isForSpeaker = ({ filter }: RuleConditions, { speaker }: LoreScene): boolean => {
  if (!filter || !speaker) return true;
  const has = (wanted: readonly string[], own: readonly string[]) =>
    own.some((one) => wanted.includes(one.toLowerCase()));
  return (has(filter.names, speaker.names) || has(filter.tags, speaker.tags)) !== filter.isExclude;
};

const outOfScope = ({ when }: LoreRule, scene: LoreScene): Judgement | undefined => {
  const trigger = scene.trigger ?? 'normal';
  if (when.triggers.length > 0 && !when.triggers.includes(trigger))
    return asleep(() => `not for ${trigger} replies`);
  return isForSpeaker(when, scene) ? undefined : asleep(() => 'its filter leaves this character out');
};

/** Why the conditions beside keys keep a rule asleep; undefined when they do not. */
const hindrance = (
  { when }: LoreRule,
  scene: LoreScene,
  { timeline, to }: Outlook,
): Judgement | undefined => {
  const spoken = timeline.ownBefore(to);
  if (to < when.delay) return asleep(() => `delayed until message ${when.delay}`);
  if (spoken < when.after)
    return asleep(() => `@@activate_only_after ${when.after}: it has spoken ${spoken} times`);
  if (spoken % when.every !== 0)
    return asleep(() => `@@activate_only_every ${when.every}: it has spoken ${spoken} times`);
  const { greeting, userIcon } = scene;
  if (when.greeting !== null && greeting !== undefined && when.greeting !== greeting) {
    return asleep(() => `@@is_greeting ${when.greeting}: greeting ${greeting} is active`);
  }
  if (when.userIcon !== null && userIcon !== undefined && when.userIcon !== userIcon) {
    return asleep(() => '@@is_user_icon: another icon is active');
  }
  return undefined;
};

const timedJudgement = ({ when }: LoreRule, spell: Spell): Judgement | undefined => {
  if (spell.matched && when.onceMatched === 'keep') return certain(() => '@@keep_activate_after_match');
  if (when.forced === 'asleep') return forbidden;
  if (spell.matched && when.onceMatched === 'stop') return asleep(() => '@@dont_activate_after_match');
  if (spell.now === 'sticky') return certain(() => `sticky for ${spell.left} messages more`);
  return spell.now === 'cooldown' ? asleep(() => `cools down for ${spell.left} messages more`) : undefined;
};

/** What the messages alone say: conditions and keys, without chance. */
export const judgeKeys = (compiled: CompiledRule, scene: LoreScene, outlook: Outlook): Judgement => {
  const hindered = hindrance(compiled.rule, scene, outlook);
  return hindered ?? look(compiled, outlook);
};

/** Whether a rule wakes. `level` is the round of recursion, 0 at first. */
export const judge = (
  compiled: CompiledRule,
  scene: LoreScene,
  outlook: Outlook,
  { level, spells }: { level: number; spells: EarlierTurns },
): Judgement => {
  if (compiled.isSimple) return look(compiled, outlook);
  const { rule } = compiled;
  if (!rule.enabled) return disabled;
  const outside = outOfScope(rule, scene);
  if (outside) return outside;
  if (rule.when.forced === 'awake') return certain(() => '@@activate');
  if (scene.isContextFull && rule.yields) return asleep(() => '@@ignore_on_max_context: the context is full');
  const timed = timedJudgement(rule, spells.of(compiled, scene, outlook));
  if (timed) return timed;
  if (rule.recursion.level > level)
    return asleep(() => `waits for round ${rule.recursion.level} of recursion`);
  return judgeKeys(compiled, scene, outlook);
};

/** True when chance lets the rule wake behind this message; the same for both, always. */
export const isLucky = ({ id, when }: LoreRule, chance: LoreScene['chance'], message: string): boolean =>
  when.probability >= 100 || chance(`${id}\n${message}`) * 100 < when.probability;
