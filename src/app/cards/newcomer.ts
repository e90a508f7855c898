import { oneLine } from '../../domain/one-line.ts';
import type { Newcomer } from '../../play/turn/presence-play.ts';
import { isFile } from '../files/files.ts';
import type { App } from '../run/app.ts';
import { keepCard } from './cards.ts';
import { findCharacter } from './own-cards.ts';

/**
 * Somebody of the library to bring into a chat as `name`: from this card, else the character who is called so
 * or whose card file this is; a file is kept. Throws SottoError `no_such_card`, `ambiguous_card`, `which_character`.
 */
export function newcomerFrom(app: App, name: string, card?: string): Newcomer {
  const given = card ?? name;
  const wanted = isFile(given) ? keepCard(app, given).id : given;
  const { of, index } = findCharacter(app, wanted, name);
  const known = of.card.characters[index]?.name ?? name;
  return { name: card === undefined ? oneLine(known) : name, card: { id: of.id, index } };
}
