import { SottoError } from '../../domain/errors.ts';
import { chunkPath } from '../assets/asset-names.ts';
import { assetsIn, type CardAsset, portraitOf, rawAssets } from '../assets/assets.ts';
import { withAssets } from '../assets/with-assets.ts';
import type { Card } from '../character.ts';
import { type Container, openContainer } from '../formats/container.ts';
import { isPng } from '../formats/png.ts';
import type { AssetChunk } from '../formats/png-write.ts';
import { isObject } from '../json.ts';
import { chunkTexts } from './came-text.ts';
import { hasDecorators, inSpec } from './convert.ts';
import { cardToCharx } from './export-charx.ts';
import { cardToJson, cardToPng } from './write.ts';

/** How a card is written. */
export interface ExportOptions {
  readonly to: 'png' | 'json' | 'charx';
  /** As it came when absent; a new CHARX is always V3. */
  readonly spec?: 'v2' | 'v3' | undefined;
  /** The bytes of the file that the card was read from. */
  readonly file: Uint8Array;
  /** A PNG to put the card into, instead of the one that it came with. */
  readonly picture?: Uint8Array | undefined;
  /** Seconds since 1970, for the modification date of a card that is converted to V3. */
  readonly now?: number | undefined;
}

/** A written card, and what could not be kept. */
export interface ExportedCard {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

const noPicture = (kind: string): SottoError => {
  const remedy = 'give one with --picture, or export it with --to json or --to charx';
  return new SottoError(
    'usage',
    'no_picture',
    `This card came as ${kind}, without a PNG to put it into; ${remedy}`,
  );
};

/** The asset whose bytes are the picture of a PNG: the portrait where that is a PNG, else the first such icon. */
const carrierAmong = (assets: readonly CardAsset[]): [CardAsset, Uint8Array] | undefined => {
  const portrait = portraitOf(assets);
  for (const asset of portrait ? [portrait, ...assets] : []) {
    const bytes = asset.type === 'icon' ? asset.bytes() : null;
    if (bytes && isPng(bytes)) return [asset, bytes];
  }
  return undefined;
};

type Warn = (loss: string) => void;

/** Everything in the file but what is in the new picture already, as chunks with the paths that they get. */
const chunksOf = (container: Container, except: string, warn: Warn): Map<string, AssetChunk> => {
  const chunks = new Map<string, AssetChunk>();
  for (const path of container.paths) {
    const bytes = path === except ? null : container.read(path);
    if (bytes) chunks.set(path, { path: chunkPath(path, chunks.size), bytes });
    else if (path !== except) warn('An asset of the file cannot be read: left out');
  }
  return chunks;
};

const toPng = (
  card: Card,
  { file, picture }: ExportOptions,
  container: Container,
  warn: Warn,
): Uint8Array => {
  if (isPng(file) && !picture) return cardToPng(card, file, [], chunkTexts(file));
  const assets = assetsIn(card, container);
  const [icon, found] = (picture ? undefined : carrierAmong(assets)) ?? [];
  const carrier = picture ?? found;
  if (!carrier) throw noPicture(card.kind);
  const isMoved =
    icon?.location === 'file' && !assets.some((other) => other !== icon && other.path === icon.path);
  const chunks = chunksOf(container, isMoved ? icon.path : '', warn);
  const given = rawAssets(card);
  if (!given) return cardToPng(card, carrier, [...chunks.values()], chunkTexts(file));
  const renamed = given.map((asset, index) => {
    const at = assets[index];
    if (at && at === icon && isMoved) return { ...asset, uri: 'ccdefault:' };
    const chunk = at?.location === 'file' ? chunks.get(at.path) : undefined;
    const isRenamed = chunk && (container.zip || chunk.path !== at?.path);
    return isRenamed ? { ...asset, uri: `__asset:${chunk.path}` } : asset;
  });
  const isSame = renamed.every((asset, index) => asset === given[index]);
  const raw = isSame ? card.raw : withAssets(card.raw, renamed);
  return cardToPng({ ...card, raw }, carrier, [...chunks.values()], chunkTexts(file));
};

const toJson = (card: Card, file: Uint8Array, container: Container, warn: Warn): Uint8Array => {
  const left = assetsIn(card, container).filter(
    ({ location }) => location === 'file' || location === 'picture',
  );
  if (left.length > 0 && !(left.length === 1 && left[0]?.location === 'picture' && !rawAssets(card))) {
    warn('Pictures and other assets of the card are not in JSON; export it as CHARX to keep them');
  }
  return new TextEncoder().encode(cardToJson(card, file));
};

/**
 * Writes a card as it came, equal key by key, or in another specification or container; edits are in its `raw` (see
 * `editCard`). Throws SottoError `no_picture`, `cannot_convert`, `broken_png`, `broken_zip`, `too_large`.
 */
export const exportCard = (card: Card, options: ExportOptions): ExportedCard => {
  const { to, file, now } = options;
  if (to === 'charx' && options.spec === 'v2') {
    const message = 'A CHARX file holds a V3 card; leave out --spec v2, or export it as PNG or JSON';
    throw new SottoError('usage', 'cannot_convert', message);
  }
  const spec = options.spec ?? (to === 'charx' && card.kind !== 'charx' ? 'v3' : undefined);
  const raw = inSpec(card, spec, now);
  const written: Card = { ...card, raw, spec: spec ?? card.spec };
  const warnings: string[] = [];
  const warn = (loss: string) => warnings.push(loss);
  if (spec === 'v2' && isObject(card.raw.data) && raw !== card.raw && hasDecorators(card.raw.data))
    warn('Decorators of the lorebook are not part of V2: left out');
  const container = openContainer(file);
  if (to === 'json') return { bytes: toJson(written, file, container, warn), warnings };
  const write =
    to === 'png' ? toPng(written, options, container, warn) : cardToCharx(written, { file, container, warn });
  return { bytes: write, warnings };
};
