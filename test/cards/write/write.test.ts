import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../src/cards/base64.ts';
import type { Card } from '../../../src/cards/character.ts';
import { crc32, makeChunk, readChunks } from '../../../src/cards/formats/png.ts';
import { readCard } from '../../../src/cards/read/read.ts';
import { cardToJson, cardToPng } from '../../../src/cards/write/write.ts';
import { runs } from '../../cases.ts';
import { anyCard } from '../arbitrary.ts';
import {
  base64Of,
  bytesOf,
  end,
  header,
  inflate,
  joined,
  pixels,
  pngWith,
  readJson,
  readPng,
  signature,
  textChunk,
  v1,
  v2,
  v3,
} from '../fixtures.ts';

/** Equal key by key, whatever the prototype. */
const same = (left: unknown, right: unknown) => expect(JSON.stringify(left)).toBe(JSON.stringify(right));

const reread = (json: string): Card => readCard(bytesOf(json), { inflate });

describe('a card that is written again', () => {
  it('invariant 7: for all cards, import → export as JSON is equal key by key', () => {
    fc.assert(
      fc.property(anyCard, (raw) => {
        const card = readJson(raw);
        same(JSON.parse(cardToJson(card)), raw);
        expect(reread(cardToJson(card))).toEqual(card);
      }),
      runs(300),
    );
  });

  it('invariant 7: for all cards and carriers, import → export as PNG is equal and loses no foreign byte', () => {
    const foreign = fc
      .tuple(
        fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'gAMA', 'acTL', 'prVt'),
        fc.uint8Array({ maxLength: 40 }),
      )
      .map(([type, data]) => makeChunk(type, data));
    const cardChunk = fc
      .tuple(fc.constantFrom('chara', 'ccv3', 'CHARA'), fc.constantFrom<unknown>(v1, v2, v3))
      .map(([keyword, old]) => textChunk(keyword, base64Of(old)));
    const carriers = fc.record({
      before: fc.array(fc.oneof(foreign, cardChunk), { maxLength: 6 }),
      after: fc.array(fc.oneof(foreign, cardChunk), { maxLength: 6 }),
      trailing: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(anyCard, carriers, (raw, { before, after, trailing }) => {
        const carrier = joined(signature, header, ...before, pixels, ...after, end, trailing);
        const written = cardToPng(readJson(raw), carrier);
        same(readPng(written).raw, raw);
        expect(withoutCards(written)).toEqual(withoutCards(carrier));
      }),
      runs(300),
    );
  });

  it('V3-PNG-1, V3-PNG-2, V3-PNG-4: a V3 card is written as ccv3 and chara, and an old chara is trimmed', () => {
    const carrier = pngWith(textChunk('chara', base64Of(v2)), textChunk('ccv3', base64Of(v1)));
    const written = cardToPng(readJson(v3), carrier);
    expect(cardKeywords(written)).toEqual(['ccv3', 'chara']);
    expect(readPng(written)).toMatchObject({ raw: v3, warnings: [] });
  });

  it('V2-SPEC, KT-19: every other card is written as chara, and no ccv3 is left to win over it', () => {
    const carrier = pngWith(textChunk('ccv3', base64Of(v3)));
    for (const card of [v1, v2, { chars: ['A'] }]) {
      const written = cardToPng(readJson(card), carrier);
      expect(cardKeywords(written)).toEqual(['chara']);
      expect(readPng(written).raw).toEqual(card);
    }
  });

  it('the card stands where the old one stood, else before the pixels', () => {
    const types = (png: Uint8Array) => readChunks(png).map(({ type }) => type);
    const late = joined(
      signature,
      header,
      pixels,
      textChunk('chara', base64Of(v1)),
      makeChunk('tIME', bytesOf('.')),
      end,
    );
    expect(types(cardToPng(readJson(v2), late))).toEqual(['IHDR', 'IDAT', 'tEXt', 'tIME', 'IEND']);
    expect(types(cardToPng(readJson(v2), pngWith()))).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND']);
  });

  it('writing twice is writing once', () => {
    const once = cardToPng(readJson(v3), pngWith());
    expect(cardToPng(readPng(once), once)).toEqual(once);
  });

  it('a carrier that is no PNG and a card over the limit are refused', () => {
    expect(() => cardToPng(readJson(v1), bytesOf('GIF89a'))).toThrow(
      expect.objectContaining({ code: 'broken_png', message: expect.stringContaining('signature') }),
    );
    const huge = { ...readJson(v1), raw: { ...v1, description: 'x'.repeat(13 * 1024 * 1024) } };
    expect(() => cardToPng(huge, pngWith())).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('for all bytes, base64 there and back is equal, as other programs write it, and the checksum is the standard one', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
        expect(new TextDecoder().decode(encodeBase64(bytes))).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
    expect(decodeBase64(bytesOf('QUJD!'))).toBeNull();
    expect(decodeBase64(bytesOf('QUJDR'))).toBeNull();
    expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926);
  });
});

const isCard = (png: Uint8Array, start: number, end: number): boolean =>
  /^.{4}[tzi](EXt|TXt)(chara|ccv3)\0/is.test(Buffer.from(png.subarray(start, end)).toString('latin1'));

const cardKeywords = (png: Uint8Array): (string | undefined)[] =>
  readChunks(png)
    .filter(({ start, end }) => isCard(png, start, end))
    .map(
      ({ dataStart, dataEnd }) =>
        Buffer.from(png.subarray(dataStart, dataEnd)).toString('latin1').split('\0')[0],
    );

/** The bytes of a PNG without its card chunks. */
function withoutCards(png: Uint8Array): Uint8Array {
  const chunks = readChunks(png);
  const kept = chunks.filter(({ start, end }) => !isCard(png, start, end));
  const last = chunks.at(-1)?.end ?? 0;
  return joined(...kept.map(({ start, end }) => png.subarray(start, end)), png.subarray(last));
}
