import type { Decorations } from './decorators.ts';
import type { RawEntry } from './raw-entry.ts';
import { type LoreInsertion, type LorePosition, type LoreRole, positions } from './rule.ts';
import { numberIn, textIn } from './untrusted.ts';

/** The positions to which world info gives numbers. */
const numbered = positions.slice(0, positions.indexOf('outlet') + 1);
const roles: readonly LoreRole[] = ['system', 'user', 'assistant'];

const positionOf = (position: unknown): LorePosition =>
  numbered[numberIn(position) ?? -1] ?? (position === 'before_char' ? 'before_char' : 'after_char');

/** Where an entry wants to stand: its decorators first, then the field of world info, then that of the card. */
export const insertionOf = (entry: RawEntry, said: Decorations): LoreInsertion => {
  const depth = said.depth ?? said.reverseDepth;
  const role = entry.field('role');
  return {
    position: said.position ?? (depth === undefined ? positionOf(entry.position) : 'depth'),
    depth: depth ?? numberIn(entry.field('depth')) ?? 4,
    fromOldest: said.depth === undefined && said.reverseDepth !== undefined,
    role: said.role ?? roles[numberIn(role) ?? -1] ?? roles.find((one) => one === role) ?? 'system',
    outlet: textIn(entry.field('outletName')).trim(),
  };
};
