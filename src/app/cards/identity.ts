import { SottoError } from '../../domain/errors.ts';
import type { OfCard } from '../../store/identity/identities.ts';
import { readCardFile } from '../library/card-files.ts';
import type { App } from '../run/app.ts';
import { successorOf } from './card-duplicates.ts';
import type { CardWithBytes } from './card-with-bytes.ts';
import { lookUpCard } from './cards.ts';
import { type CharacterInCard, findCharacter } from './own-cards.ts';

/** A character of the library, and who that is. */
export interface CharacterIdentity {
  /** Of its card. */
  readonly id: string;
  readonly name: string;
  readonly identity: string;
}

const placeOf = ({ of, index }: CharacterInCard): OfCard => ({ id: of.id, index });

const identified = (app: App, found: CharacterInCard): CharacterIdentity => ({
  id: found.of.id,
  name: found.of.card.characters[found.index]?.name ?? '',
  identity: app.store.identities.of(placeOf(found)),
});

/**
 * Lets two characters, each a card or the name of somebody in one, be one from now on: what either lived through is the past of
 * both. `character` says who of a card of several. Throws SottoError `no_such_card`, `which_character`, `same_already`.
 */
export function makeSame(
  app: App,
  cards: readonly [string, string],
  character?: string,
): CharacterIdentity[] {
  const [one, other] = cards.map((card) => findCharacter(app, card, character)) as [
    CharacterInCard,
    CharacterInCard,
  ];
  if (!app.store.identities.join(placeOf(one), placeOf(other))) {
    const message = `${cards.join(' and ')} are one character already; \`sotto card apart CARD\` separates them`;
    throw new SottoError('usage', 'same_already', message);
  }
  return [identified(app, one), identified(app, other)];
}

/** Lets a character be on its own, apart from those that it was made one with, else from the card that it was made from. Throws SottoError `no_such_card`, `which_character`, `apart_already`. */
export function setApart(app: App, card: string, character?: string): CharacterIdentity {
  const found = findCharacter(app, card, character);
  if (app.store.identities.part(placeOf(found))) return identified(app, found);
  const message = `${card} is not joined with another card; \`sotto card same CARD OTHER\` joins two`;
  throw new SottoError('usage', 'apart_already', message);
}

/** Lets the name that several versions of a card have mean this one of them. Throws SottoError `no_such_card`, `preferred_already`. */
export function prefer(app: App, wanted: string): CardWithBytes {
  const found = lookUpCard(app, wanted);
  const { library } = app.store;
  const meant = successorOf(app.store, found.id);
  if (meant === found.id) {
    const message = `the name already refers to ${wanted}; see \`sotto cards\` for the ids of other versions`;
    throw new SottoError('usage', 'preferred_already', message);
  }
  library.replaceCard(meant, found.id);
  return found;
}

/** Who the characters of cards are, in the order of each card, with commas between, as their names are. */
export function identitiesOf({
  store,
}: App): (card: { readonly id: string; readonly spec: string }) => string {
  const identity = store.identities.reader();
  const countOf = (id: string) => {
    const stored = store.library.card(id);
    return stored ? readCardFile(stored.bytes).characters.length : 1;
  };
  return ({ id, spec }) => {
    const length = spec === 'multi' ? countOf(id) : 1;
    return Array.from({ length }, (_, index) => identity({ id, index })).join(', ');
  };
}
