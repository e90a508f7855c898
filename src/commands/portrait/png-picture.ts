import { concatenate } from '../../cards/formats/inflate-raw.ts';
import { isPng, type PngChunk, readChunks, viewOf } from '../../cards/formats/png.ts';
import type { Inflate } from '../../cards/formats/png-text.ts';
import { MiB } from '../../cards/limits.ts';
import { SottoError } from '../../domain/errors.ts';
import { unfilter } from './unfilter.ts';

/** Most that is drawn of a picture: pixels of it, and bytes of these in the file and when we unpack them ourselves. */
export const pictureLimits = { pixels: 16 * MiB, packed: 32 * MiB, unpacked: 16 * MiB } as const;

/** Red, green, blue and opacity, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A PNG that is small enough to be drawn; its pixels are still packed. */
export interface PngPicture extends Size {
  readonly bytes: Uint8Array;
  readonly chunks: readonly PngChunk[];
}

/** A picture whose pixels can be looked at. */
export interface Pixels extends Size {
  /** The colour of a pixel; `x` and `y` are whole and within the picture. */
  readonly colourAt: (x: number, y: number) => Colour;
}

const undrawable = (why: string): SottoError =>
  new SottoError(
    'usage',
    'cannot_draw',
    `The portrait cannot be shown: ${why}; \`sotto card export CARD --to png --out FILE\` writes the file`,
  );

const dataOf = ({ bytes }: Pick<PngPicture, 'bytes'>, { dataStart, dataEnd }: PngChunk): Uint8Array =>
  bytes.subarray(dataStart, dataEnd);

/** Looks at a PNG's size without unpacking it. Throws SottoError `cannot_draw`, `broken_png` or `too_large`. */
export const openPng = (bytes: Uint8Array): PngPicture => {
  if (!isPng(bytes)) throw undrawable('only PNG pictures can be shown');
  const chunks = readChunks(bytes);
  const [first] = chunks;
  const header = first ? dataOf({ bytes }, first) : bytes;
  if (first?.type !== 'IHDR' || header.length !== 13) throw undrawable('it does not begin with its size');
  const view = viewOf(header);
  const size = { width: view.getUint32(0), height: view.getUint32(4) };
  const packed = chunks.filter(({ type }) => type === 'IDAT');
  const packedBytes = packed.reduce((sum, { dataStart, dataEnd }) => sum + dataEnd - dataStart, 0);
  if (size.width === 0 || size.height === 0) throw undrawable('it has no pixels');
  if (size.width * size.height > pictureLimits.pixels || packedBytes > pictureLimits.packed) {
    throw undrawable(`it is larger than ${pictureLimits.pixels} pixels or ${pictureLimits.packed} bytes`);
  }
  return { ...size, bytes, chunks };
};

/** Chunks that say how a still picture looks. */
const visible = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** The picture as a PNG with nothing else in it: no text, no card, no frames of an animation. */
export const barePng = ({ bytes, chunks }: PngPicture): Uint8Array => {
  const kept = chunks.filter(({ type }) => visible.includes(type));
  return concatenate([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))]);
};

/** Bytes of a pixel by PNG's colour type: grey, RGB, palette, grey with opacity, RGB with opacity. */
const pixelBytes: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const unpacked = (picture: PngPicture, rowBytes: number, inflate: Inflate): Uint8Array => {
  const packed = picture.chunks.filter(({ type }) => type === 'IDAT').map((chunk) => dataOf(picture, chunk));
  const expected = picture.height * (rowBytes + 1);
  if (expected > pictureLimits.unpacked) throw undrawable(`it has more than ${pictureLimits.unpacked} bytes`);
  let lines: Uint8Array;
  try {
    lines = inflate(concatenate(packed), expected);
  } catch {
    throw undrawable('its pixels are damaged');
  }
  if (lines.length !== expected) throw undrawable('some of its pixels are missing');
  return lines;
};

const paletteOf = (picture: PngPicture): ((index: number) => Colour) => {
  const dataIn = (wanted: string): Uint8Array => {
    const chunk = picture.chunks.find(({ type }) => type === wanted);
    return chunk ? dataOf(picture, chunk) : new Uint8Array();
  };
  const [colours, opacities] = [dataIn('PLTE'), dataIn('tRNS')];
  return (index) => {
    const [red = 0, green = 0, blue = 0] = colours.subarray(index * 3, index * 3 + 3);
    return [red, green, blue, opacities[index] ?? 255];
  };
};

/**
 * Unpacks 8-bit pixels that are not interlaced, of every colour type. A single transparent colour of a picture without
 * opacity is drawn as it is. Throws SottoError `cannot_draw` for all others and for damaged ones.
 */
export const readPixels = (picture: PngPicture, inflate: Inflate): Pixels => {
  const [first] = picture.chunks;
  const header = first ? dataOf(picture, first) : new Uint8Array();
  const [depth = 0, colourType = 0, compression, filtering, interlace] = header.subarray(8);
  const bytesEach = pixelBytes[colourType];
  if (depth !== 8 || bytesEach === undefined) throw undrawable('its colours are not 8-bit');
  if (compression !== 0 || filtering !== 0 || interlace !== 0) throw undrawable('it is interlaced');
  const { width, height } = picture;
  const lines = unpacked(picture, width * bytesEach, inflate);
  if (!unfilter(lines, width * bytesEach, bytesEach)) throw undrawable('its pixels are damaged');
  const palette = paletteOf(picture);
  const colourAt = (x: number, y: number): Colour => {
    const at = y * (width * bytesEach + 1) + 1 + x * bytesEach;
    const [first = 0, second = 0, third = 0, fourth = 255] = lines.subarray(at, at + bytesEach);
    if (colourType === 3) return palette(first);
    if (bytesEach <= 2) return [first, first, first, bytesEach === 2 ? second : 255];
    return [first, second, third, fourth];
  };
  return { width, height, colourAt };
};
