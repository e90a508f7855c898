import type { LoreRule } from '../books/rule.ts';
import { type Priced, withinBudget } from './budget.ts';
import { type CompiledLore, compileLore } from './compiled.ts';
import { type Ground, Rousing } from './rouse.ts';
import type { LoreOutcome, LoreScene, Woken } from './scene.ts';
import { Spells } from './timed.ts';
import { Timeline } from './timeline.ts';

/** The rules of one speaker, ready to be asked again and again. */
export interface Lore {
  /**
   * What wakes in a scene: a function of the rules and the scene alone. What was worked out before is kept only to
   * answer sooner, so a chat that grows costs its new messages.
   */
  readonly wake: (scene: LoreScene) => LoreOutcome;
}

const depthOf = ({ place }: LoreRule, total: number): number =>
  Math.min(total, Math.max(0, place.fromOldest ? total - place.depth : place.depth));

const wokenOf = ({ compiled, content, tokens }: Priced, reason: Woken['reason'], total: number): Woken => {
  const { rule } = compiled;
  const { position, role, outlet } = rule.place;
  return {
    rule,
    reason,
    content,
    tokens,
    position,
    depth: depthOf(rule, total),
    role,
    outlet,
    yields: rule.yields,
  };
};

/** Prices what is awake, discards what the budgets do not hold, and puts the rest in order. */
const settle = (rousing: Rousing, scene: LoreScene, { rules }: CompiledLore): LoreOutcome => {
  const priced = rousing.awake.map((compiled): Priced => {
    const content = rousing.contentOf(compiled);
    return { compiled, content, tokens: content.trim() ? scene.countTokens(content) : 0 };
  });
  const kept = withinBudget(priced, scene.budget ?? Number.POSITIVE_INFINITY);
  for (const { compiled, tokens } of priced) {
    if (kept.has(compiled)) continue;
    const { priority } = compiled.rule;
    rousing.sleeps(compiled, () => `the budget is full: it has priority ${priority} and ${tokens} tokens`);
  }
  const staying = priced.filter(({ compiled }) => kept.has(compiled));
  const woken = staying
    .filter(({ content }) => content.trim())
    .map((one) => wokenOf(one, rousing.reasonOf(one.compiled), scene.messages.length));
  return {
    verdicts: () =>
      rules.map((one) => ({ rule: one.rule, awake: rousing.isAwake(one), reason: rousing.reasonOf(one) })),
    woken: woken.sort((one, two) => one.rule.order - two.rule.order),
    hides: [...new Set(staying.flatMap(({ compiled }) => compiled.rule.hides))],
  };
};

/** Makes the rules of one speaker ready: the books of its character, its chat and all chats, in any order. */
export const loreOf = (rules: readonly LoreRule[]): Lore => {
  const lore = compileLore(rules);
  const ground: Ground = { lore, timeline: new Timeline(lore.matcher), spells: new Spells() };
  return {
    wake: (scene) => {
      const kept = ground.timeline.follow(scene.messages);
      ground.spells.follow(kept, ground.timeline, scene);
      const rousing = new Rousing(ground, scene);
      rousing.run();
      return settle(rousing, scene, lore);
    },
  };
};
