import type { Lorebook } from '../../cards/character.ts';
import type { LoreContext } from '../../lore/activation/context.ts';
import type { KeptBook } from '../../lore/books/kept-book.ts';
import type { BookRank, LoreSettings } from '../../lore/books/rule.ts';
import type { Backtracking } from '../../lore/keys/pattern.ts';

/** How books are read where they do not say themselves, and what bounds them all; see `LoreContext`. */
export interface LoreOptions
  extends Omit<LoreSettings, 'expandKey'>,
    Pick<LoreContext, 'budget' | 'strategy' | 'minActivations' | 'maxRounds'> {
  /** Each message is searched as `Name: text`; absent = yes. */
  readonly names?: boolean;
  /** Runs keys that look around or back; absent = they are never found. */
  readonly backtracking?: Backtracking;
}

/** A lorebook that was read, or of a large one what is kept of it. The same id is the same text. */
export type ReadBook = { readonly id: string } & ({ readonly book: Lorebook } | { readonly kept: KeptBook });

/** A lorebook in use. */
export type BookInUse = ReadBook & { readonly rank: BookRank };
