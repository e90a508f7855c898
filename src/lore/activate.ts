import { type Priced, withinBudget } from './budget.ts';
import { type CompiledRule, compileLore } from './compiled.ts';
import { type Ground, Rousing } from './rouse.ts';
import type { LoreRule } from './rule.ts';
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

const wokenOf = ({ rule }: CompiledRule, content: string, tokens: number, total: number): Woken => ({
  rule,
  content,
  tokens,
  position: rule.place.position,
  depth: depthOf(rule, total),
  role: rule.place.role,
  outlet: rule.place.outlet,
  yields: rule.yields,
});

/** Prices what is awake, discards what the budgets do not hold, and puts the rest in order. */
const settle = (rousing: Rousing, scene: LoreScene): LoreOutcome => {
  const awake = [...rousing.awake].sort((one, two) => one.at - two.at);
  const contents = new Map(awake.map((one) => [one, rousing.contentOf(one)]));
  const priced = awake.map((compiled): Priced => {
    const content = contents.get(compiled) ?? '';
    return { compiled, tokens: content.trim() ? scene.countTokens(content) : 0 };
  });
  const kept = withinBudget(priced, scene.budget ?? Number.POSITIVE_INFINITY);
  const { verdicts } = rousing;
  for (const { compiled, tokens } of priced) {
    const { rule, at } = compiled;
    const cost = () => `it has priority ${rule.priority} and ${tokens} tokens`;
    if (!kept.has(compiled))
      verdicts[at] = { rule, awake: false, reason: () => `the budget is full: ${cost()}` };
  }
  const staying = priced.filter(({ compiled }) => kept.has(compiled));
  const woken = staying
    .map(({ compiled, tokens }) =>
      wokenOf(compiled, contents.get(compiled) ?? '', tokens, scene.messages.length),
    )
    .filter(({ content }) => content.trim());
  return {
    verdicts,
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
      return settle(rousing, scene);
    },
  };
};
