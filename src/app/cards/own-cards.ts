import type { Card } from '../../cards/character.ts';
import { exportCard } from '../../cards/write/export.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { requireMember } from '../../domain/world/names.ts';
import { foldName, type Member, stageOf } from '../../domain/world/world.ts';
import { playedIn } from '../../play/chat/human.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import { cardId } from '../library/bundled.ts';
import { readCardFile } from '../library/card-files.ts';
import type { App } from '../run/app.ts';
import type { CardWithBytes } from './card-with-bytes.ts';
import { addToLibrary, cardName, lookUpCard } from './cards.ts';

/** One character of a card. */
export interface CharacterInCard {
  readonly of: CardWithBytes;
  readonly index: number;
}

/** Now, in seconds since 1970. */
export const secondsNow = (app: App): number => Math.floor(Date.parse(app.now()) / 1000);

/** The member of a chat that a name means. Throws SottoError `unknown_name`. */
export function memberIn({ store }: App, chat: string, name: string): Member {
  const state = store.chats.read(chat);
  return requireMember(stageOf(state.world), name, playedIn(store, state)?.member.id ?? 'everyone');
}

/** The card of a member with its bytes; null when it has none, or when that is gone. */
export function cardOfMember({ store }: App, { card }: Member): CharacterInCard | null {
  const stored = card && store.library.card(card.id);
  if (!stored) return null;
  const { id, bytes } = stored;
  return { of: { id, bytes, card: readCardFile(bytes) }, index: card.index };
}

const indexOf = ({ card }: CardWithBytes, name: string): number =>
  card.characters.findIndex((character) => foldName(character.name) === foldName(name));

/** A card of several characters in the library, one of whom is called so. */
function cardWith(app: App, name: string): CardWithBytes | null {
  const { library } = app.store;
  const replaced = library.replacedCards();
  const cards = library.cards().filter(({ id, spec }) => spec === 'multi' && !replaced.has(id));
  const found = cards.map(({ id }) => lookUpCard(app, id)).filter((one) => indexOf(one, name) >= 0);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The character that a card's file, name or id means, or the name of one in a card of several. Throws SottoError
 * `no_such_card`, `ambiguous_card`, `which_character`.
 */
export function findCharacter(app: App, wanted: string, name = wanted): CharacterInCard {
  const of = lookUp(app, wanted);
  const { characters } = of.card;
  const index = characters.length === 1 ? 0 : indexOf(of, name);
  if (index >= 0) return { of, index };
  const message = `this card holds ${cardName(of.card)}; say which with --character NAME`;
  throw new SottoError('usage', 'which_character', message);
}

function lookUp(app: App, wanted: string): CardWithBytes {
  try {
    return lookUpCard(app, wanted);
  } catch (error) {
    const within = isSottoError(error) && error.code === 'no_such_card' ? cardWith(app, wanted) : null;
    if (within) return within;
    throw error;
  }
}

const fileKinds = {
  png: 'png',
  apng: 'png',
  charx: 'charx',
  json: 'json',
  jpeg: 'json',
  webp: 'json',
} as const;

/**
 * Keeps a card as a new one in the library, in the file that the one it was made from came in. Its characters are who they were
 * in that, or whom `made` names, each in its place. Returns it.
 */
export function keepOwn(
  app: App,
  card: Card,
  from: CardWithBytes | null,
  made: readonly (OfCard | null)[] = [],
): CardWithBytes {
  const file = from?.bytes ?? new Uint8Array();
  const { bytes, warnings } = exportCard(card, { to: fileKinds[card.kind], file });
  for (const warning of warnings) app.person.tell(warning);
  const read = readCardFile(bytes);
  const kept = { id: cardId(bytes), card: read, bytes: Buffer.from(bytes) };
  const { library, identities } = app.store;
  const isNew = library.card(kept.id) === undefined;
  addToLibrary(app, kept);
  if (from && from.id !== kept.id) library.replaceCard(from.id, kept.id);
  for (const index of isNew ? read.characters.keys() : []) {
    const before = from ? { id: from.id, index } : made[index];
    if (before) identities.inherit({ id: kept.id, index }, before);
  }
  return kept;
}
