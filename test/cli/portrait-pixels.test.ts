import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChunk } from '../../src/cards/formats/png.ts';
import { openPng, pictureLimits, readPixels } from '../../src/commands/portrait/png-picture.ts';
import { unfilter } from '../../src/commands/portrait/unfilter.ts';
import { inflate } from '../cards/fixtures.ts';
import { type PngParts, pngOf } from './portrait-png.ts';

/** What PNG's specification predicts for a byte from those left of it, above it, and left of that. */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 4) {
    const guess = left + up - corner;
    const near = [left, up, corner].map((value) => Math.abs(guess - value));
    return [left, up, corner][near.indexOf(Math.min(...near))]!;
  }
  return [0, left, up, Math.floor((left + up) / 2)][filter]!;
};

const filtered = (rows: readonly { filter: number; row: readonly number[] }[], pixelBytes: number) =>
  rows.flatMap(({ filter, row }, y) => {
    const above = rows[y - 1]?.row ?? [];
    const at = (from: readonly number[], x: number) => from[x] ?? 0;
    const coded = row.map((value, x) => {
      const corner = at(above, x - pixelBytes);
      return (value - predicted(filter, at(row, x - pixelBytes), at(above, x), corner) + 1024) % 256;
    });
    return [filter, ...coded];
  });

const byte = fc.integer({ min: 0, max: 255 });
const rowsOf = (rowBytes: number) =>
  fc.array(
    fc.record({
      filter: fc.integer({ min: 0, max: 4 }),
      row: fc.array(byte, { minLength: rowBytes, maxLength: rowBytes }),
    }),
    { minLength: 1, maxLength: 6 },
  );
const picture = fc
  .record({ width: fc.integer({ min: 1, max: 6 }), pixelBytes: fc.constantFrom(1, 2, 3, 4) })
  .chain(({ width, pixelBytes }) =>
    rowsOf(width * pixelBytes).map((rows) => ({ rowBytes: width * pixelBytes, pixelBytes, rows })),
  );

const grey: PngParts = { width: 2, height: 1, colourType: 0, lines: new Uint8Array([0, 7, 9]) };
const pixelsOf = (parts: PngParts) => readPixels(openPng(pngOf(parts)), inflate);
const refused = (draw: () => unknown): string => {
  try {
    draw();
  } catch (error) {
    expect(error).toMatchObject({ code: 'cannot_draw', message: expect.not.stringContaining('\n') });
    return (error as Error).message;
  }
  throw new Error('expected a refusal');
};

describe('PNG filters', () => {
  it('for all rows and filters: what was filtered comes back', () => {
    fc.assert(
      fc.property(picture, ({ rows, rowBytes, pixelBytes }) => {
        const lines = new Uint8Array(filtered(rows, pixelBytes));
        expect(unfilter(lines, rowBytes, pixelBytes)).toBe(true);
        expect([...lines]).toEqual(rows.flatMap(({ filter, row }) => [filter, ...row]));
      }),
    );
  });

  it('a filter that PNG does not have is refused', () => {
    expect(refused(() => pixelsOf({ ...grey, lines: new Uint8Array([5, 7, 9]) }))).toContain('damaged');
  });
});

describe('pixels of a PNG', () => {
  const colours = { before: [makeChunk('PLTE', new Uint8Array([1, 2, 3, 4, 5, 6]))] };
  const clear = { before: [...colours.before, makeChunk('tRNS', new Uint8Array([9]))] };
  it.each([
    [
      'grey',
      { colourType: 0 },
      [7, 9],
      [
        [7, 7, 7, 255],
        [9, 9, 9, 255],
      ],
    ],
    [
      'RGB',
      { colourType: 2 },
      [1, 2, 3, 4, 5, 6],
      [
        [1, 2, 3, 255],
        [4, 5, 6, 255],
      ],
    ],
    [
      'palette',
      { colourType: 3, ...colours },
      [1, 0],
      [
        [4, 5, 6, 255],
        [1, 2, 3, 255],
      ],
    ],
    [
      'palette with opacity',
      { colourType: 3, ...clear },
      [0, 1],
      [
        [1, 2, 3, 9],
        [4, 5, 6, 255],
      ],
    ],
    [
      'colours outside the palette',
      { colourType: 3, ...colours },
      [2, 255],
      [
        [0, 0, 0, 255],
        [0, 0, 0, 255],
      ],
    ],
    [
      'grey with opacity',
      { colourType: 4 },
      [7, 0, 9, 8],
      [
        [7, 7, 7, 0],
        [9, 9, 9, 8],
      ],
    ],
    [
      'RGBA',
      { colourType: 6 },
      [1, 2, 3, 4, 5, 6, 7, 8],
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ],
  ])('%s', (_name, parts, row, expected) => {
    const { colourAt } = pixelsOf({ ...grey, ...parts, lines: new Uint8Array([0, ...row]) });
    expect([colourAt(0, 0), colourAt(1, 0)]).toEqual(expected);
  });

  it.each<[string, Partial<PngParts>, string]>([
    ['16 bits', { depth: 16 }, '8-bit'],
    ['4 bits', { depth: 4 }, '8-bit'],
    ['an unknown colour type', { colourType: 5 }, '8-bit'],
    ['interlaced rows', { interlace: 1 }, 'interlaced'],
    ['a row too few', { height: 2 }, 'missing'],
    ['a byte too many', { lines: new Uint8Array([0, 7, 9, 0]) }, 'damaged'],
  ])('%s: not drawn, and why', (_name, parts, why) => {
    expect(refused(() => pixelsOf({ ...grey, ...parts }))).toContain(why);
  });

  it('what is no PNG, or none with a size, is not drawn', () => {
    expect(refused(() => openPng(new Uint8Array([0xff, 0xd8, 0xff])))).toContain('only PNG');
    const [before, after] = [pngOf(grey).subarray(0, 8), pngOf(grey).subarray(33)];
    expect(refused(() => openPng(new Uint8Array([...before, ...after])))).toContain('size');
  });
});

describe('hostile pictures', () => {
  const never = () => {
    throw new TypeError('nothing may be unpacked');
  };

  it.each([
    [0, 1],
    [1, 0],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [pictureLimits.pixels + 1, 1],
    [4096, 4097],
  ])('%d × %d pixels are refused before anything is unpacked', (width, height) => {
    const message = refused(() => readPixels(openPng(pngOf({ ...grey, width, height })), never));
    expect(message).toMatch(/no pixels|larger than/);
  });

  it('more bytes than we unpack are refused before it', () => {
    const size = { width: 4096, height: 2048, colourType: 6 };
    expect(refused(() => readPixels(openPng(pngOf({ ...grey, ...size })), never))).toContain('more than');
  });

  it('no more is unpacked than the size says', () => {
    const asked: number[] = [];
    const bomb = pngOf({ ...grey, lines: new Uint8Array(1_000_000) });
    const message = refused(() =>
      readPixels(openPng(bomb), (bytes, limit) => {
        asked.push(limit);
        return inflate(bytes, limit);
      }),
    );
    expect([asked, message]).toEqual([[3], expect.stringContaining('damaged')]);
  });

  it('for all bit flips and cuts: drawn or refused, never anything else', () => {
    const whole = pngOf({ ...grey, width: 9, height: 9, lines: new Uint8Array(90) });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, flip, cut) => {
        const bytes = whole.slice(0, Math.max(cut, 1));
        if (at < bytes.length) bytes[at]! ^= flip;
        try {
          readPixels(openPng(bytes), inflate).colourAt(0, 0);
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/^(cannot_draw|broken_png|too_large)$/);
        }
      }),
    );
  });
});
