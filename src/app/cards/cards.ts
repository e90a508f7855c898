import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Card, Character } from '../../cards/character.ts';
import { limits } from '../../cards/limits.ts';
import { refuseByStart } from '../../cards/read/read.ts';
import { SottoError } from '../../domain/errors.ts';
import { canonicalJson } from '../../domain/json/canonical.ts';
import type { LibraryCard } from '../../play/new-chat.ts';
import type { Store } from '../../store/store.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile, piecesOfFile, readFileOf } from '../files/files.ts';
import { cardId } from '../library/bundled.ts';
import { readCardFile } from '../library/card-files.ts';
import { scriptsNotice } from '../library/scripts.ts';
import type { App } from '../run/app.ts';
import {
  type EarlierVersion,
  newerVersionOf,
  type RecognisedCard,
  recognise,
  replaceDuplicate,
} from './card-duplicates.ts';
import type { CardWithBytes } from './card-with-bytes.ts';

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
function recogniseCharacters(
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

/** Names of a card's characters, as the library calls the card. */
export const cardName = (card: Card): string => card.characters.map(({ name }) => name).join(', ');

/** Reads a card file without keeping it. Throws SottoError when it is no card or no file. */
export function readCardAt(path: string): CardWithBytes {
  if (isFile(path)) refuseLarge(path);
  const bytes = readFileOf(path, limits.file);
  try {
    return { id: cardId(bytes), card: readCardFile(bytes), bytes };
  } catch (error) {
    throw aboutFile(path, error);
  }
}

/** Refuses a large file that is no card before all of it is read. */
function refuseLarge(path: string): void {
  const { size } = statSync(path);
  if (size <= limits.text) return;
  const [start = Buffer.alloc(0)] = piecesOfFile(path);
  try {
    refuseByStart(start, size);
  } catch (error) {
    throw aboutFile(path, error);
  }
}

/**
 * Puts a card into the library, where the same bytes twice are one card. Of one that is an earlier version of a card here, the name
 * goes on meaning the newer one; null for any other.
 */
export function addToLibrary(
  { store, now }: Pick<App, 'store' | 'now'>,
  { id, card, bytes }: CardWithBytes,
): EarlierVersion | null {
  const { spec, kind } = card;
  const name = cardName(card);
  const newer = newerVersionOf(store, { id, card });
  store.library.addCard({ id, name, spec, kind, bytes, addedAt: now() });
  if (newer === null) return null;
  store.library.replaceCard(id, newer);
  return { id, name, newer };
}

/** A card that was kept, and whether it is an earlier version of one that was here. */
export interface KeptCard extends RecognisedCard {
  readonly earlier: EarlierVersion | null;
}

/**
 * Puts a card into the library, unless the same is there in a file that has all that this one has; its characters are those of a
 * card that says the same.
 */
export function keepOnce({ store, now }: Pick<App, 'store' | 'now'>, read: CardWithBytes): KeptCard {
  const name = cardName(read.card);
  return store.atomically(() => {
    const recognised = recognise(store, { ...read, name });
    const { isNew, duplicateOf } = recognised;
    if (!isNew) return { ...recognised, earlier: null };
    const earlier = addToLibrary({ store, now }, read);
    recogniseCharacters(store, { ...read, name });
    if (duplicateOf !== null) replaceDuplicate(store, duplicateOf, read.id);
    return { ...recognised, earlier: duplicateOf === null ? earlier : null };
  });
}

/** Reads a card file and keeps it in the library; its warnings are told. Throws SottoError when it is no card. */
export function keepCard(app: App, path: string): LibraryCard {
  const read = readCardAt(path);
  const { id } = keepOnce(app, read);
  for (const warning of cardNotices(read.card)) app.person.tell(`${path}: ${warning}`);
  return { id, card: read.card };
}

/** The card of the first chat: Maren, Ansel and Odile on a ferry. It is kept in the library. */
export const bundledCard = (app: App): LibraryCard =>
  keepCard(app, join(app.packageRoot, 'cards', 'the-last-ferry.json'));

/** What a person is to decide about a card that comes in. */
export const cardDecisions = ({ characters }: Card): string[] =>
  scriptsNotice(
    'card',
    characters.reduce((sum, { scripts = [] }) => sum + scripts.length, 0),
  );

/** What a person should know of a card that comes in: what was odd, and what waits for them. */
export const cardNotices = (card: Card): string[] => [...card.warnings, ...cardDecisions(card)];

/** A card by file, or by the name or id of an imported one; nothing is kept. Throws SottoError `no_such_card`. */
export function lookUpCard(app: App, wanted: string): CardWithBytes {
  if (isFile(wanted)) return readCardAt(wanted);
  const all = app.store.library.cards();
  const name = wanted.toLowerCase();
  const called = all.filter((card) => card.id === wanted || card.name.toLowerCase() === name);
  const replaced = called.length > 1 ? app.store.library.replacedCards() : new Set();
  const likely = called.filter(({ id }) => id === wanted || !replaced.has(id));
  if (likely.length > 1) {
    const ids = likely.map(({ id }) => id).join(', ');
    const message = `several cards are called "${wanted}": ${ids}; use one of these ids instead`;
    throw new SottoError('usage', 'ambiguous_card', message);
  }
  const stored = likely[0] && app.store.library.card(likely[0].id);
  if (stored) return { id: stored.id, card: readCardFile(stored.bytes), bytes: stored.bytes };
  const message = `there is no file or imported card "${wanted}"; see \`sotto cards\``;
  throw new SottoError('not_found', 'no_such_card', message);
}

/** A card by file, which is then kept, or by the name or id of an imported one. Throws SottoError `no_such_card`. */
export const findCard = (app: App, wanted: string): LibraryCard =>
  isFile(wanted) ? keepCard(app, wanted) : lookUpCard(app, wanted);
