import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAssets } from '../../src/cards/assets/assets.ts';
import { inflatePieces } from '../../src/cards/formats/inflate-raw.ts';
import { lintCard } from '../../src/cards/lint/lint.ts';
import { exportCard } from '../../src/cards/write/export.ts';
import { runs } from '../cases.ts';
import { charxWith, exif, jpeg, jpegWith, webpWith, withAssetsOf } from './containers.ts';
import { base64Of, bytesOf, inflate, joined, pngWith, textChunk, v1, v2 } from './fixtures.ts';
import { orRefusal, readsOrRefuses } from './reads-or-refuses.ts';

const asset = (uri: string) => ({ type: 'icon', uri, name: 'main', ext: 'png' });
const card = withAssetsOf(
  asset('embeded://a'),
  asset('__asset:b'),
  asset('ccdefault:'),
  asset('data:;base64,AA=='),
);
const members = { a: pngWith(), b: new Uint8Array(300), '../c': new Uint8Array([1]) };
const charx = charxWith(card, members);
const comment = bytesOf(`ASCII\0\0\0${JSON.stringify(v2)}`);
const samples: readonly Uint8Array[] = [
  charx,
  joined(jpeg, charxWith(v1, members)),
  webpWith(exif(comment)),
  jpegWith(exif(comment, false)),
  pngWith(textChunk('chara-ext-asset_:b', 'AQID'), textChunk('ccv3', base64Of(card))),
];

/** Everything that is done with a file: each step gives a result or a refusal. */
const survives = (bytes: Uint8Array): void => {
  const read = readsOrRefuses(bytes);
  if (!read) return;
  for (const one of orRefusal(() => readAssets(read, bytes)) ?? []) one.bytes();
  orRefusal(() => lintCard(read, bytes, { inflate }));
  for (const to of ['png', 'json', 'charx'] as const) {
    const written = orRefusal(() => exportCard(read, { to, file: bytes }));
    if (written) expect(readsOrRefuses(written.bytes)?.characters[0]?.name).toBe(read.characters[0]?.name);
  }
};

describe('malformed containers', () => {
  const sample = fc.constantFrom(...samples);

  it('V3-CHARX-7, V1-WEBP: the samples themselves are cards', () => {
    for (const bytes of samples) expect(readsOrRefuses(bytes)).not.toBeNull();
  });

  it('V3-CHARX-7, V1-WEBP: for all flipped bits, each step gives a result or a typed error', () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(sample, flips, (bytes, places) => {
        const damaged = bytes.slice();
        for (const [place, bit] of places) {
          const at = place % damaged.length;
          damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        }
        survives(damaged);
      }),
      runs(500),
    );
  });

  it('V3-CHARX-7, V1-WEBP: for all cuts, insertions and repetitions, a result or a typed error', () => {
    fc.assert(
      fc.property(sample, fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 12 }), (bytes, from, to, noise) => {
        survives(joined(bytes.subarray(0, from % bytes.length), noise, bytes.subarray(to % bytes.length)));
      }),
      runs(400),
    );
  });

  it('V3-CHARX-7: for all lies anywhere in headers and directory, a result or a typed error', () => {
    const lie = fc.oneof(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.constantFrom(0, 1, 0xffff, 0x7fffffff, 0xffffffff),
    );
    const heads = [0, 1, 2, 3, 4].map((width) => fc.integer({ min: 0, max: 60 + width }));
    const spot = fc.tuple(
      fc.constantFrom('PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006'),
      fc.nat(3),
      fc.oneof(...heads),
      lie,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(samples[0], samples[1]),
        fc.array(spot, { minLength: 1, maxLength: 3 }),
        (file, lies) => {
          const damaged = (file ?? charx).slice();
          const view = new DataView(damaged.buffer);
          for (const [mark, skip, offset, value] of lies) {
            let at = -1;
            for (let count = 0; count <= skip; count++)
              at = Buffer.from(damaged).indexOf(mark, at + 1, 'latin1');
            if (at >= 0 && at + offset + 4 <= damaged.length) view.setUint32(at + offset, value, true);
          }
          survives(damaged);
        },
      ),
      runs(500),
    );
  });

  it('V3-CHARX-7: for all bytes in a comment, and for all EXIF, a card or a typed error', () => {
    const prefix = fc.constantFrom(
      '',
      'ASCII\0\0\0',
      'UNICODE\0',
      '\0\0\0\0\0\0\0\0',
      '{"name":',
      '1,2,',
      'UNICODE\0\0{',
    );
    fc.assert(
      fc.property(prefix, fc.uint8Array({ maxLength: 80 }), (start, bytes) => {
        survives(webpWith(exif(joined(bytesOf(start), bytes))));
        survives(webpWith(bytes));
        survives(jpegWith(joined(bytesOf('II*\0\x08\0\0\0'), bytes)));
      }),
      runs(300),
    );
  });

  it('V3-CHARX-7: for all packed bytes and limits, what is unpacked stays within the limit and one piece', () => {
    const zeros = deflateSync(new Uint8Array(40 * 1024 * 1024));
    const packed = fc.oneof(
      fc.constant(zeros),
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 3000 }).map((bytes) => deflateSync(bytes)),
    );
    const onePiece = 8 * 1024 * 1032;
    fc.assert(
      fc.property(packed, fc.nat(5000), fc.nat(), (bytes, limit, flip) => {
        const damaged = bytes.slice();
        if (damaged.length > 0) damaged[flip % damaged.length] = flip % 256;
        let unpacked = 0;
        try {
          for (const piece of inflatePieces(damaged, limit)) unpacked += piece.length;
          expect(unpacked).toBeLessThanOrEqual(limit);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(unpacked).toBeLessThanOrEqual(limit + onePiece);
      }),
      runs(150),
    );
  });

  it('V3-CHARX-7, V1-WEBP: texts that make patterns slow or lists long cost no more than their length', () => {
    const size = 4 * 1024 * 1024;
    for (const text of [
      `${'\0'.repeat(size)}x`,
      '1,'.repeat(size),
      ' '.repeat(size),
      `${' \0'.repeat(size)}x`,
    ]) {
      expect(readsOrRefuses(webpWith(exif(bytesOf(text))))).toBeNull();
    }
    const name = `${'_.'.repeat(size)}x`;
    const slow = withAssetsOf(
      ...[name, `${name}/`].map((long) => ({ type: long, uri: '__asset:b', name: long, ext: long })),
    );
    survives(pngWith(textChunk('chara-ext-asset_:b', 'AQID'), textChunk('ccv3', base64Of(slow))));
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...asset(`__asset:${index}`), name: 'same' }));
    const chunks = many.map((_, index) => textChunk(`chara-ext-asset_:${index}`, 'AQID'));
    survives(pngWith(...chunks, textChunk('ccv3', base64Of(withAssetsOf(...many)))));
  });

  it('V3-CHARX-7: deep nesting in any container is refused before it is parsed', () => {
    const deep = `{"name":"A","description":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const raw = JSON.parse('{"name":"A","description":"#"}');
    const nested = (bytes: Uint8Array) => expect(() => readsOrRefuses(bytes)).not.toThrow();
    nested(webpWith(exif(bytesOf(deep))));
    nested(jpegWith(exif(bytesOf(deep))));
    expect(readsOrRefuses(webpWith(exif(bytesOf(deep))))).toBeNull();
    expect(readsOrRefuses(webpWith(exif(bytesOf(JSON.stringify(raw)))))).not.toBeNull();
  });
});
