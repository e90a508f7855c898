import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/cards/read/read.ts';
import { exif, jpeg, jpegWith, webpWith } from './containers.ts';
import { bytesOf, inflate, joined, refusal, v1, v2 } from './fixtures.ts';

const read = (bytes: Uint8Array) => readCard(bytes, { inflate });
const wild = { ...v2, data: { ...v2.data, name: 'Åsa 🐝' } };
const json = JSON.stringify(wild);
const utf16 = Buffer.from(json, 'utf16le');

describe('V1-WEBP: a card in the EXIF UserComment', () => {
  it('V1-WEBP: of WEBP and JPEG, in either byte order', () => {
    for (const isLittle of [true, false]) {
      const tiff = exif(bytesOf(`ASCII\0\0\0${json}`), isLittle);
      expect(read(webpWith(tiff))).toMatchObject({ kind: 'webp', spec: 'v2', raw: wild, warnings: [] });
      expect(read(jpegWith(tiff))).toMatchObject({ kind: 'jpeg', spec: 'v2', raw: wild, warnings: [] });
    }
    expect(read(webpWith(joined(bytesOf('Exif\0\0'), exif(bytesOf(json))))).raw).toEqual(wild);
  });

  it('V1-WEBP: in each form that is met: plain, UTF-16, base64, the numbers of its bytes', () => {
    const forms = [
      bytesOf(json),
      joined(new Uint8Array(8), bytesOf(json)),
      bytesOf(`UNICODE\0${json}`),
      joined(bytesOf('UNICODE\0'), utf16),
      joined(bytesOf('UNICODE\0'), Buffer.from(utf16).swap16()),
      bytesOf(Buffer.from(json).toString('base64')),
      bytesOf([...bytesOf(json)].join(',')),
      bytesOf(`${json}\0\0`),
    ];
    for (const form of forms) expect(read(webpWith(exif(form))).raw).toEqual(wild);
    expect(read(webpWith(exif(bytesOf(JSON.stringify(v1))))).spec).toBe('v1');
  });

  it('V1-WEBP: a picture without a card, and one whose lengths lie, is refused', () => {
    expect(refusal(jpeg)).toMatchObject({ code: 'not_a_card', message: expect.stringContaining('JPEG') });
    expect(refusal(webpWith(exif(bytesOf('a nice day')))).code).toBe('not_a_card');
    expect(refusal(webpWith(exif(new Uint8Array()))).code).toBe('not_a_card');
    const tiff = exif(bytesOf(json));
    for (let at = 0; at < 44; at++) {
      const damaged = tiff.slice();
      damaged[at] = 0xff;
      for (const bytes of [webpWith(damaged), jpegWith(damaged)]) {
        try {
          expect(read(bytes).raw).toEqual(wild);
        } catch (error) {
          expect(error).toMatchObject({ code: 'not_a_card' });
        }
      }
    }
  });
});
