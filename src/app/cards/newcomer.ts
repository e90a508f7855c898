import { oneLine } from '../../domain/one-line.ts';
import type { Newcomer } from '../../play/turn/presence-play.ts';
import { isFile } from '../files/files.ts';
import type { App } from '../run/app.ts';
import { keepCard } from './cards.ts';
import { findCharacter } from './own-cards.ts';

/**
 * Somebody of the library to bring into a chat as `name`: from this card, a file of which is kept, else the character
 * who is called so. Throws SottoError `no_such_card`, `ambiguous_card`, `which_character`.
 */
export function newcomerFrom(app: App, name: string, card?: string): Newcomer {
  const wanted = card !== undefined && isFile(card) ? keepCard(app, card).id : (card ?? name);
  const { of, index } = findCharacter(app, wanted, name);
  const known = of.card.characters[index]?.name ?? name;
  return { name: card === undefined ? oneLine(known) : name, card: { id: of.id, index } };
}
