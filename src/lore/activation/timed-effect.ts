import type { CompiledRule } from './compiled.ts';
import type { LoreContext } from './context.ts';
import type { MatchContext } from './match.ts';

/** What earlier turns mean for a rule. */
export interface TimedEffect {
  /** It activated when the speaker spoke before. */
  readonly matched: boolean;
  readonly now: 'sticky' | 'cooldown' | null;
  /** Messages for which that still lasts. */
  readonly left: number;
}

/** Tells what earlier turns mean for rules. */
export interface EffectSource {
  of(compiled: CompiledRule, context: LoreContext, matching: MatchContext): TimedEffect;
}
