import { memberName, pictureExt } from '../assets/asset-names.ts';
import { assetsIn, type CardAsset, defaultAssets, rawAssets } from '../assets/assets.ts';
import { withAssets } from '../assets/with-assets.ts';
import type { Card } from '../character.ts';
import type { Container } from '../formats/container.ts';
import { withoutCards } from '../formats/png-write.ts';
import { cardMember, escapesFolder, type ZipMember } from '../formats/zip.ts';
import { changeZip, emptyZip, type NewMember } from '../formats/zip-write.ts';
import type { JsonObject } from '../json.ts';
import { cameText, jsonIn, writtenLike } from './came-text.ts';

const jsonMember = (raw: JsonObject, came: string | null): NewMember => ({
  name: cardMember,
  bytes: new TextEncoder().encode(writtenLike(came, raw) ?? JSON.stringify(raw)),
  packs: true,
});

/** New members for what the assets name, and the URIs by which these are then reached. */
class Packing {
  readonly members = new Map<string, NewMember>();
  readonly #names = new Map<string, string>();

  /** The URI of this asset in the zip; the same source is packed once. */
  add(source: string, bytes: Uint8Array, asset: { type: string; name: string; ext: string }): string {
    const known = this.#names.get(source);
    const name = known ?? memberName(asset, this.members);
    this.#names.set(source, name);
    this.members.set(name, { name, bytes });
    return `embeded://${name}`;
  }

  /** Keeps what no asset names under the name that it had, where that can be a member's. */
  keep(path: string, bytes: Uint8Array): void {
    if (this.#names.has(`file ${path}`)) return;
    const isUsable = /^[\x21-\x7e]+$/.test(path) && !escapesFolder(path) && path !== cardMember;
    const other = { type: 'other', name: path, ext: 'unknown' };
    if (isUsable && !this.members.has(path)) this.members.set(path, { name: path, bytes });
    else this.add(`file ${path}`, bytes, other);
  }
}

const packed = (packing: Packing, asset: CardAsset): string => {
  const isPicture = asset.location === 'picture';
  const bytes = isPicture || asset.location === 'file' ? asset.bytes() : null;
  if (!bytes) return asset.uri;
  const ext = isPicture ? pictureExt(bytes) : null;
  const whole = ext === 'png' ? withoutCards(bytes) : bytes;
  const source = isPicture ? 'picture' : `file ${asset.path}`;
  return packing.add(source, whole, { ...asset, ext: ext ?? asset.ext });
};

/** The file that a card was read from, its container, and who is told what cannot be kept. */
interface Came {
  readonly file: Uint8Array;
  readonly container: Container;
  readonly warn: (loss: string) => void;
}

const freshCharx = (card: Card, { file, container, warn }: Came): Uint8Array => {
  const packing = new Packing();
  const assets = assetsIn(card, container);
  const uris = assets.map((asset) => packed(packing, asset));
  if (container.picture && !assets.some(({ location }) => location === 'picture')) {
    const ext = pictureExt(container.picture) ?? 'unknown';
    const bytes = ext === 'png' ? withoutCards(container.picture) : container.picture;
    packing.add('picture', bytes, { type: 'other', name: 'picture', ext });
  }
  for (const path of container.paths) {
    const bytes = container.read(path);
    if (bytes) packing.keep(path, bytes);
    else warn(`The asset ${path} cannot be read: left out`);
  }
  const isUnchanged = uris.every((uri, index) => uri === assets[index]?.uri);
  const given = rawAssets(card) ?? defaultAssets;
  const named = given.map((asset, index) => ({ ...asset, uri: uris[index] ?? '' }));
  const raw = isUnchanged ? card.raw : withAssets(card.raw, named);
  return changeZip(emptyZip, [], [...packing.members.values(), jsonMember(raw, cameText(file))]);
};

const isCard = ({ name }: ZipMember): boolean => name === cardMember;

/**
 * A CHARX of a V3 card: of a CHARX with every other byte as it was, of another file with its picture and assets as
 * members. What cannot be kept is told. Throws SottoError `broken_png` or `broken_zip`.
 */
export const cardToCharx = (card: Card, came: Came): Uint8Array => {
  const { zip } = came.container;
  if (!zip) return freshCharx(card, came);
  return changeZip(zip, zip.members.filter(isCard), [jsonMember(card.raw, jsonIn(zip.bytes))]);
};
