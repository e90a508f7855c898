import { oneLine } from '../../domain/one-line.ts';
import type { Newcomer } from '../../play/turn/presence.ts';
import type { Context } from '../context.ts';
import { isFile } from '../files/files.ts';
import { keepCard } from './cards.ts';
import { findCharacter } from './own-cards.ts';

/**
 * Somebody of the library to bring into a chat as `name`: from this card, a file of which is kept, else the character
 * who is called so. Throws SottoError `no_such_card`, `ambiguous_card`, `which_character`.
 */
export function newcomerFrom(context: Context, name: string, card?: string): Newcomer {
  const wanted = card !== undefined && isFile(card) ? keepCard(context, card).id : (card ?? name);
  const { of, index } = findCharacter(context, wanted, name);
  const known = of.card.characters[index]?.name ?? name;
  return { name: card === undefined ? oneLine(known) : name, card: { id: of.id, index } };
}
