import { createHash } from 'node:crypto';
import { defaultAssets } from '../../cards/assets/assets.ts';
import type { Card } from '../../cards/character.ts';
import { openContainer } from '../../cards/formats/container.ts';
import { isPng, readChunks } from '../../cards/formats/png.ts';
import { isObject, type JsonObject } from '../../cards/json.ts';
import { canonicalJson } from '../../domain/json/canonical.ts';
import type { Store } from '../../store/store.ts';
import { readCardFile } from '../library/card-files.ts';
import type { CardWithBytes } from './card-with-bytes.ts';

/** What tells whether two files hold the same card, whatever files they are. */
export interface CardFingerprint {
  readonly id: string;
  /** Hash of the card's JSON without its dates and without where its assets are. */
  readonly content: string;
  /** Hashes of the pictures and assets in the file. */
  readonly brings: ReadonlySet<string>;
}

const dates = new Set(['creation_date', 'modification_date', 'create_date']);
const inFile = /^(embeded:\/\/|embedded:\/\/|__asset:|ccdefault:)/i;
const textChunks = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME']);

const withoutDates = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !dates.has(field)));

/** The assets with the same URI for all that stand in the card's file, which has its own names in each format. */
const placeless = (assets: readonly unknown[]): unknown[] =>
  assets.map((asset) =>
    isObject(asset) && typeof asset.uri === 'string' && inFile.test(asset.uri)
      ? { ...asset, uri: 'ccdefault:' }
      : asset,
  );

function contentOf({ raw }: Card): unknown {
  if (!isObject(raw.data)) return withoutDates(raw);
  const data = withoutDates(raw.data);
  const assets = placeless(Array.isArray(data.assets) ? data.assets : defaultAssets);
  return { ...withoutDates(raw), data: { ...data, assets } };
}

/** The bytes of a picture that are seen: of a PNG all but texts and dates. */
function seenOf(bytes: Uint8Array): Uint8Array[] {
  if (!isPng(bytes)) return [bytes];
  try {
    const seen = readChunks(bytes).filter(({ type }) => !textChunks.has(type));
    return seen.map(({ start, end }) => bytes.subarray(start, end));
  } catch {
    return [bytes];
  }
}

function hashOf(pieces: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** The fingerprint of a card that was read. */
export function fingerprintOf({ id, card, bytes }: CardWithBytes): CardFingerprint {
  const { picture, paths, read } = openContainer(bytes);
  const brings = new Set(picture ? [hashOf(seenOf(picture))] : []);
  for (const path of paths) {
    const asset = read(path);
    if (asset) brings.add(hashOf(seenOf(asset)));
  }
  return { id, content: hashOf([canonicalJson(contentOf(card))]), brings };
}

/** How a card that comes in stands to those that are known. */
export interface RecognisedCard {
  /** The id that the card has: that of a known one when its file brings nothing more. */
  readonly id: string;
  readonly isNew: boolean;
  /** Another file that holds the same card; null when there is none. */
  readonly duplicateOf: string | null;
}

/**
 * Tells whether a card is known, in whatever file: in the library, or among `others`, which come in with it. Nothing
 * is stored.
 */
export function recognise(
  { library }: Pick<Store, 'library'>,
  read: CardWithBytes & { readonly name: string },
  others: readonly CardFingerprint[] = [],
): RecognisedCard {
  const { id, name } = read;
  const cards = library.cards();
  if ([...cards, ...others].some((known) => known.id === id)) return { id, isNew: false, duplicateOf: null };
  const namesakes = cards.filter((known) => known.name === name);
  if (namesakes.length + others.length === 0) return { id, isNew: true, duplicateOf: null };
  const replaced = library.replacedCards();
  const fingerprint = fingerprintOf(read);
  const stored = namesakes.flatMap((known) => library.card(known.id) ?? []);
  const duplicates = [
    ...stored.map((one) => fingerprintOf({ ...one, card: readCardFile(one.bytes) })),
    ...others,
  ]
    .filter(({ content }) => content === fingerprint.content)
    .sort((a, b) => Number(replaced.has(a.id)) - Number(replaced.has(b.id)));
  const [duplicate] = duplicates;
  if (!duplicate) return { id, isNew: true, duplicateOf: null };
  const bringsMore = [...fingerprint.brings].some((hash) =>
    duplicates.every(({ brings }) => !brings.has(hash)),
  );
  return { id: bringsMore ? id : duplicate.id, isNew: bringsMore, duplicateOf: duplicate.id };
}

/** Lets the name of a card mean another file of it; one that its author has changed since stays what is meant. */
export function replaceDuplicate({ library }: Pick<Store, 'library'>, known: string, id: string): void {
  const change = library.presets(['replaced_card']).find(({ name }) => name === known);
  const successor = change?.body.by;
  if (typeof successor === 'string') library.replaceCard(id, successor);
  else library.replaceCard(known, id);
}

/** A version of a card that came in after a newer one, which its name goes on meaning. */
export interface EarlierVersion {
  readonly id: string;
  readonly name: string;
  readonly newer: string;
}

/** The version that the name of a card means, of those that took its place one after the other. */
export function successorOf({ library }: Pick<Store, 'library'>, id: string): string {
  const successors = new Map(library.presets(['replaced_card']).map(({ name, body }) => [name, body.by]));
  const passed = new Set([id]);
  for (let at = id; ; passed.add(at)) {
    const next = successors.get(at);
    if (typeof next !== 'string' || passed.has(next)) return at;
    at = next;
  }
}

/**
 * The card here that was made from this one, which has not come in yet, and that its name means; null where there is none. Who it
 * will be only an archive can have told, which brought a card that was made from it.
 */
export function newerVersionOf(
  { library, identities }: Pick<Store, 'library' | 'identities'>,
  { id, card }: Pick<CardWithBytes, 'id' | 'card'>,
): string | null {
  const kin = identities.cardsOfKin({ id, index: 0 });
  if (kin.length === 0 || library.hasCard(id)) return null;
  const isMulti = card.characters.length > 1;
  const made = library
    .cards()
    .find((other) => kin.includes(other.id) && (other.spec === 'multi') === isMulti);
  return made ? successorOf({ library }, made.id) : null;
}

/** What a person should know of a version that came in after a newer one. */
export const earlierNotice = ({ id, name }: EarlierVersion): string =>
  `It is an earlier version of ${name}, and shares its memories. The name still refers to the newer one: \`card prefer ${id}\` changes that, \`card apart ${id}\` separates them`;
