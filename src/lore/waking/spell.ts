import type { CompiledRule } from './compiled.ts';
import type { Outlook } from './look.ts';
import type { LoreScene } from './scene.ts';

/** What earlier turns mean for a rule. */
export interface Spell {
  /** It woke when the speaker spoke before. */
  readonly matched: boolean;
  readonly now: 'sticky' | 'cooldown' | null;
  /** Messages for which that still lasts. */
  readonly left: number;
}

/** Tells what earlier turns mean for rules. */
export interface EarlierTurns {
  of(compiled: CompiledRule, scene: LoreScene, outlook: Outlook): Spell;
}
