import type { CompiledRule } from './compiled.ts';
import type { LoreContext } from './context.ts';
import { evaluateKeys, passesProbability } from './evaluate.ts';
import type { ActiveContents, MatchContext } from './match.ts';
import type { EffectSource, TimedEffect } from './timed-effect.ts';
import type { Timeline } from './timeline.ts';

/** What was worked out about a rule: places of the speaker's messages before which it activated anew. */
interface History {
  readonly activated: number[];
  /** So many of the speaker's messages were looked at. */
  seen: number;
}

const noContents: ActiveContents = { plain: new Uint8Array(), texts: [] };
const free: TimedEffect = { matched: false, now: null, left: 0 };

/** From which place on a rule could activate, at the earliest, when it is asked at a place. */
const nextChance = ({ keyed, rule }: CompiledRule, timeline: Timeline, to: number): number => {
  if (!keyed) return to;
  let next = Number.POSITIVE_INFINITY;
  for (const form of keyed) next = Math.min(next, timeline.oldest(form, Math.max(0, to - rule.scanDepth)));
  return Math.max(to, next + 1);
};

/**
 * Sticky, cooldown and what else depends on earlier turns, all from the messages: a turn is each message of the
 * speaker, and what activated it are conditions, keys and chance as they were behind the message before. Recursion, groups
 * and budgets do not count.
 */
export class TimedEffects implements EffectSource {
  readonly #histories = new Map<CompiledRule, History>();
  #about = '';

  /** Forgets what was worked out about messages that are not what they were. */
  follow(kept: number, timeline: Timeline, context: LoreContext): void {
    const about = JSON.stringify([context.texts, context.greeting, context.userIcon]);
    if (about !== this.#about) this.#histories.clear();
    this.#about = about;
    const valid = timeline.ownBefore(kept);
    for (const past of this.#histories.values()) {
      while ((past.activated.at(-1) ?? -1) >= kept) past.activated.pop();
      past.seen = Math.min(past.seen, valid);
    }
  }

  /** What earlier turns mean for the rule now. */
  of(compiled: CompiledRule, context: LoreContext, matching: MatchContext): TimedEffect {
    const { sticky, cooldown, onceMatched } = compiled.rule.when;
    if (sticky === 0 && cooldown === 0 && onceMatched === null) return free;
    const past = this.#histories.get(compiled) ?? { activated: [], seen: 0 };
    this.#histories.set(compiled, past);
    this.#learn(compiled, past, context, matching);
    const since = matching.to - (past.activated.at(-1) ?? Number.NEGATIVE_INFINITY);
    const matched = past.activated.length > 0;
    if (since < sticky) return { matched, now: 'sticky', left: sticky - since };
    if (since < sticky + cooldown) return { matched, now: 'cooldown', left: sticky + cooldown - since };
    return { matched, now: null, left: 0 };
  }

  #learn(compiled: CompiledRule, past: History, context: LoreContext, matching: MatchContext): void {
    const { rule } = compiled;
    const { own } = matching.timeline;
    const lasts = rule.when.sticky + rule.when.cooldown;
    const then = { ...matching, to: 0, wider: 0, contents: noContents };
    for (; past.seen < own.length; past.seen++) {
      const sought = nextChance(compiled, matching.timeline, own[past.seen] ?? 0);
      past.seen = Math.max(past.seen, matching.timeline.ownBefore(sought));
      if (past.seen >= own.length) break;
      const to = own[past.seen] ?? 0;
      then.to = to;
      const last = past.activated.at(-1);
      if (last !== undefined && (lasts === 0 || to < last + lasts)) continue;
      const activates =
        evaluateKeys(compiled, context, then).awake &&
        passesProbability(rule, context.chance, matching.timeline.idBefore(to));
      if (activates) past.activated.push(to);
    }
  }
}
