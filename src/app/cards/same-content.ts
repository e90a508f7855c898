import type { Card, Character } from '../../cards/character.ts';
import { canonicalJson } from '../../domain/canonical.ts';
import type { Store } from '../../store/store.ts';
import { readCardFile } from '../library/card-files.ts';

/** What a character is played by; empty for one of whom nothing is told. */
function contentOf({ name, description, personality, greetings, ...more }: Character): string {
  if (`${description}${personality}${greetings.join('')}`.trim() === '') return '';
  const { scenario, exampleDialogue, systemPrompt, postHistoryInstructions } = more;
  const also = { scenario, exampleDialogue, systemPrompt, postHistoryInstructions };
  return canonicalJson({ name, description, personality, greetings, ...also });
}

/**
 * Lets the characters of a card that has just come in be those of another of its name that says the same word for word: it is
 * that card in another file, or in another version of the specification.
 */
export function recogniseCharacters(
  { library, identities }: Pick<Store, 'library' | 'identities'>,
  { id, card, name }: { readonly id: string; readonly card: Card; readonly name: string },
): void {
  for (const other of library.cards()) {
    const stored = other.name === name && other.id !== id && library.card(other.id);
    const known = stored ? readCardFile(stored.bytes).characters : [];
    for (const [index, character] of card.characters.entries()) {
      const [one, same] = [character, known[index]];
      if (same && contentOf(one) !== '' && contentOf(one) === contentOf(same))
        identities.join({ id, index }, { id: other.id, index });
    }
  }
}
