import { encodeBase64 } from '../base64.ts';
import { limits, MiB, tooLarge } from '../limits.ts';
import { assetChunkPath } from './container.ts';
import { concatenate } from './inflate-raw.ts';
import { makeChunk, type PngChunk, readChunks } from './png.ts';
import { type CardText, keywordOf } from './png-text.ts';

/** An asset to be kept in a PNG; reachable as `__asset:path`. */
export interface AssetChunk {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const textChunk = (keyword: string, bytes: Uint8Array): Uint8Array =>
  makeChunk('tEXt', concatenate([new TextEncoder().encode(`${keyword}\0`), encodeBase64(bytes)]));

const cardChunk = (keyword: string, json: string): Uint8Array => {
  const chunk = textChunk(keyword, new TextEncoder().encode(json));
  if (chunk.length > limits.text) throw tooLarge('The card text', `${limits.text / MiB} MiB of a PNG chunk`);
  return chunk;
};

const assetPathOf = (png: Uint8Array, { type, dataStart, dataEnd }: PngChunk): string | undefined =>
  assetChunkPath(type, png.subarray(dataStart, dataEnd))?.path;

/** The PNG without these chunks; the written ones stand where the first card chunk stood, else before the pixels. */
const rewritten = (
  png: Uint8Array,
  isOld: (chunk: PngChunk) => boolean,
  written: readonly Uint8Array[],
): Uint8Array => {
  const chunks = readChunks(png);
  const pixels = chunks.find(({ type }) => type === 'IDAT' || type === 'IEND');
  const insertAt = (chunks.find((chunk) => keywordOf(png, chunk) !== null) ?? pixels)?.start ?? png.length;
  const cuts = chunks.filter(isOld);
  const parts: Uint8Array[] = [];
  const keep = (from: number, to: number) => {
    if (from > insertAt || to < insertAt) parts.push(png.subarray(from, to));
    else parts.push(png.subarray(from, insertAt), ...written, png.subarray(insertAt, to));
  };
  let from = 0;
  for (const { start, end } of cuts) {
    keep(from, start);
    from = end;
  }
  keep(from, png.length);
  return concatenate(parts);
};

/**
 * The PNG with exactly these card texts, as tEXt chunks, and these assets beside those that it has. All other bytes
 * stay as they are, in place. Throws SottoError `broken_png` or `too_large`.
 */
export const writeCardText = (
  png: Uint8Array,
  text: CardText,
  assets: readonly AssetChunk[] = [],
): Uint8Array => {
  const written = [];
  if (text.ccv3 !== undefined) written.push(cardChunk('ccv3', text.ccv3));
  if (text.chara !== undefined) written.push(cardChunk('chara', text.chara));
  written.push(...assets.map(({ path, bytes }) => textChunk(`chara-ext-asset_:${path}`, bytes)));
  const paths = new Set(assets.map(({ path }) => path));
  const isOld = (chunk: PngChunk) => {
    const path = paths.size > 0 ? assetPathOf(png, chunk) : undefined;
    return keywordOf(png, chunk) !== null || (path !== undefined && paths.has(path));
  };
  return rewritten(png, isOld, written);
};

/** The picture alone: the PNG without its cards and their assets. Throws SottoError `broken_png`. */
export const withoutCards = (png: Uint8Array): Uint8Array =>
  rewritten(png, (chunk) => keywordOf(png, chunk) !== null || assetPathOf(png, chunk) !== undefined, []);
