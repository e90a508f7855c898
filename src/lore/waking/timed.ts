import type { CompiledRule } from './compiled.ts';
import { isLucky, judgeKeys } from './judge.ts';
import type { Outlook, Said } from './look.ts';
import type { LoreScene } from './scene.ts';

import type { EarlierTurns, Spell } from './spell.ts';
import type { Timeline } from './timeline.ts';

/** What was worked out about a rule: places of the speaker's messages before which it woke anew. */
interface Past {
  readonly woke: number[];
  /** So many of the speaker's messages were looked at. */
  seen: number;
}

const nothingSaid: Said = { plain: new Uint8Array(), texts: [] };
const free: Spell = { matched: false, now: null, left: 0 };

/** From which place on a rule could wake, at the earliest, when it is asked at a place. */
const nextChance = ({ keyed, rule }: CompiledRule, timeline: Timeline, to: number): number => {
  if (!keyed) return to;
  let next = Number.POSITIVE_INFINITY;
  for (const form of keyed) next = Math.min(next, timeline.oldest(form, Math.max(0, to - rule.scanDepth)));
  return Math.max(to, next + 1);
};

/**
 * Sticky, cooldown and what else depends on earlier turns, all from the messages: a turn is each message of the
 * speaker, and what woke it are conditions, keys and chance as they were behind the message before. Recursion, groups
 * and budgets do not count.
 */
export class Spells implements EarlierTurns {
  readonly #pasts = new Map<CompiledRule, Past>();
  #about = '';

  /** Forgets what was worked out about messages that are not what they were. */
  follow(kept: number, timeline: Timeline, scene: LoreScene): void {
    const about = JSON.stringify([scene.texts, scene.greeting, scene.userIcon]);
    if (about !== this.#about) this.#pasts.clear();
    this.#about = about;
    const valid = timeline.ownBefore(kept);
    for (const past of this.#pasts.values()) {
      while ((past.woke.at(-1) ?? -1) >= kept) past.woke.pop();
      past.seen = Math.min(past.seen, valid);
    }
  }

  /** What earlier turns mean for the rule now. */
  of(compiled: CompiledRule, scene: LoreScene, outlook: Outlook): Spell {
    const { sticky, cooldown, onceMatched } = compiled.rule.when;
    if (sticky === 0 && cooldown === 0 && onceMatched === null) return free;
    const past = this.#pasts.get(compiled) ?? { woke: [], seen: 0 };
    this.#pasts.set(compiled, past);
    this.#learn(compiled, past, scene, outlook);
    const since = outlook.to - (past.woke.at(-1) ?? Number.NEGATIVE_INFINITY);
    const matched = past.woke.length > 0;
    if (since < sticky) return { matched, now: 'sticky', left: sticky - since };
    if (since < sticky + cooldown) return { matched, now: 'cooldown', left: sticky + cooldown - since };
    return { matched, now: null, left: 0 };
  }

  #learn(compiled: CompiledRule, past: Past, scene: LoreScene, outlook: Outlook): void {
    const { rule } = compiled;
    const { own } = outlook.timeline;
    const lasts = rule.when.sticky + rule.when.cooldown;
    const then = { ...outlook, to: 0, wider: 0, said: nothingSaid };
    for (; past.seen < own.length; past.seen++) {
      const sought = nextChance(compiled, outlook.timeline, own[past.seen] ?? 0);
      past.seen = Math.max(past.seen, outlook.timeline.ownBefore(sought));
      if (past.seen >= own.length) break;
      const to = own[past.seen] ?? 0;
      then.to = to;
      const last = past.woke.at(-1);
      if (last !== undefined && (lasts === 0 || to < last + lasts)) continue;
      const wakes =
        judgeKeys(compiled, scene, then).awake && isLucky(rule, scene.chance, outlook.timeline.idBefore(to));
      if (wakes) past.woke.push(to);
    }
  }
}
