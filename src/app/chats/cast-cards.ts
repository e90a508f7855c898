import type { Persona } from '../../domain/events/events.ts';
import { foldName } from '../../domain/world/world.ts';
import type { ChatFile } from '../../interop/chat-file.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import type { Store } from '../../store/store.ts';
import { readCardFile } from '../library/card-files.ts';

/** Who the people of a file are. */
export interface KnownPeople {
  /** The card of the character of this name; null for a name without a card. */
  readonly card: (name: string) => { id: string; index: number } | null;
  persona(name: string): Persona | null;
}

/**
 * The characters of the library whose names the cast of a file bears, where a name is that of one character alone: what the file
 * tells becomes their past. In the files of other programs the human is no character.
 */
export function cardsOfCast(
  { library, identities }: Pick<Store, 'library' | 'identities'>,
  { cast, format, playing }: Pick<ChatFile, 'cast' | 'format' | 'playing'>,
): KnownPeople['card'] {
  const human = format !== 'sotto' && playing !== null ? foldName(playing) : null;
  const wanted = new Set(cast.map(foldName).filter((name) => name !== human));
  const replaced = library.replacedCards();
  const identity = identities.reader();
  const known = new Map<string, OfCard[]>();
  for (const { id, name: title, spec } of library.cards()) {
    if (replaced.has(id) || (spec !== 'multi' && !wanted.has(foldName(title)))) continue;
    const stored = library.card(id);
    for (const [index, { name }] of (stored ? readCardFile(stored.bytes).characters : []).entries()) {
      const folded = foldName(name);
      if (wanted.has(folded)) known.set(folded, [...(known.get(folded) ?? []), { id, index }]);
    }
  }
  return (name) => {
    const found = known.get(foldName(name)) ?? [];
    return new Set(found.map(identity)).size === 1 ? (found.at(-1) ?? null) : null;
  };
}
