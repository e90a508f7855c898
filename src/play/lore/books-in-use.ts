import type { Lorebook } from '../../cards/character.ts';
import type { LoreContext } from '../../lore/activation/context.ts';
import type { BookRank, LoreSettings } from '../../lore/books/rule.ts';

/** How books are read where they do not say themselves, and what bounds them all; see `LoreContext`. */
export interface LoreOptions
  extends LoreSettings,
    Pick<LoreContext, 'budget' | 'minActivations' | 'maxRounds'> {}

/** A lorebook in use. The same id is the same text. */
export interface BookInUse {
  readonly id: string;
  readonly rank: BookRank;
  readonly book: Lorebook;
}
