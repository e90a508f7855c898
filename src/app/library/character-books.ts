import * as z from 'zod/mini';
import type { OfCard } from '../../store/identity/identities.ts';
import type { Store } from '../../store/store.ts';

const shape = z.object({ books: z.array(z.string()), instead: z._default(z.nullable(z.string()), null) });

/** The lorebooks of the library that a character brings into every prompt of its own. */
export interface CharacterBooks {
  readonly books: readonly string[];
  /** The one among them that its card names as its own, which then counts in place of the one in the card. */
  readonly instead: string | null;
}

const none: CharacterBooks = { books: [], instead: null };

type Parts = Pick<Store, 'library' | 'identities'>;

/** Which lorebooks belong to a character, through all edits of its card. */
export function booksOfCharacter({ library, identities }: Parts, character: OfCard): CharacterBooks {
  const kind = 'character_books';
  if (library.presetNames(kind).length === 0) return none;
  const stored = library.preset(kind, identities.of(character));
  return (stored && shape.safeParse(stored.body).data) ?? none;
}

/** Lets a lorebook belong to a character, or no longer. `isInstead` = it takes the place of the one in its card. */
export function setBookOfCharacter(
  parts: Parts,
  character: OfCard,
  { book, isUsed, isInstead = false }: { book: string; isUsed: boolean; isInstead?: boolean },
): void {
  const { books, instead } = booksOfCharacter(parts, character);
  const others = books.filter((name) => name !== book);
  const kept = instead === book && !isUsed ? null : instead;
  parts.library.setPreset({
    kind: 'character_books',
    name: parts.identities.of(character),
    body: { books: isUsed ? [...others, book] : others, instead: isInstead ? book : kept },
    foreign: {},
  });
}
