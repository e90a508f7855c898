import { deflateSync } from 'node:zlib';
import { makeChunk, viewOf } from '../../src/cards/formats/png.ts';
import { end, joined, signature } from '../cards/fixtures.ts';

/** What a test says of a PNG; all else is as in most of them: 8 bits, not interlaced. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  /** PNG's colour type: 0 grey, 2 RGB, 3 palette, 4 grey with opacity, 6 RGB with opacity. */
  readonly colourType: number;
  readonly depth?: number;
  readonly interlace?: number;
  /** Rows as they stand in the file, each behind the number of its filter. */
  readonly lines: Uint8Array;
  /** Chunks between header and pixels. */
  readonly before?: readonly Uint8Array[];
}

/** A PNG of these parts, true or not. */
export const pngOf = ({ width, height, colourType, depth = 8, interlace = 0, ...rest }: PngParts) => {
  const header = new Uint8Array(13);
  viewOf(header).setUint32(0, width);
  viewOf(header).setUint32(4, height);
  header.set([depth, colourType, 0, 0, interlace], 8);
  const pixels = makeChunk('IDAT', deflateSync(rest.lines));
  return joined(signature, makeChunk('IHDR', header), ...(rest.before ?? []), pixels, end);
};

/** A picture of RGB pixels, row by row, unfiltered. */
export const rgbPng = (...rows: readonly (readonly (readonly [number, number, number])[])[]): Uint8Array => {
  const lines = new Uint8Array(rows.flatMap((row) => [0, ...row.flat()]));
  return pngOf({ width: rows[0]?.length ?? 0, height: rows.length, colourType: 2, lines });
};
