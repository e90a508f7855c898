import { describe, expect, it } from 'vitest';
import { makeChunk } from '../../src/cards/formats/png.ts';
import {
  base64Of,
  bytesOf,
  end,
  header,
  internationalChunk,
  joined,
  pixels,
  pngWith,
  readPng,
  signature,
  textChunk,
  v1,
  v2,
  v3,
  zippedChunk,
} from './fixtures.ts';

const chara = textChunk('chara', base64Of(v2));
const ccv3 = textChunk('ccv3', base64Of(v3));

describe('a card in a PNG', () => {
  it('V1-EMBED-PNG: a tEXt chunk chara holds base64 of the JSON, in any spelling of the keyword', () => {
    expect(readPng(pngWith(textChunk('chara', base64Of(v1))))).toMatchObject({
      spec: 'v1',
      kind: 'png',
      warnings: [],
    });
    expect(readPng(pngWith(textChunk('Chara', base64Of(v1)))).characters[0]?.name).toBe('Ada');
  });

  it('V3-PNG-1: a tEXt chunk ccv3 alone is a V3 card', () => {
    expect(readPng(pngWith(ccv3))).toMatchObject({ spec: 'v3', raw: v3, warnings: [] });
  });

  it('V3-PNG-5, V3-PNG-4: ccv3 wins over chara whatever the order, and nothing of chara enters the card', () => {
    for (const png of [pngWith(chara, ccv3), pngWith(ccv3, chara)]) {
      expect(readPng(png)).toMatchObject({ spec: 'v3', raw: v3, warnings: [] });
    }
  });

  it('X24: chara is read whatever spec it claims', () => {
    expect(readPng(pngWith(textChunk('chara', base64Of(v3)))).spec).toBe('v3');
  });

  it('the chunk may stand after the pixels and after other text chunks', () => {
    const png = joined(
      signature,
      header,
      textChunk('Comment', 'hello'),
      pixels,
      chara,
      end,
      bytesOf('trailing'),
    );
    expect(readPng(png).characters[0]?.name).toBe('Ada');
  });

  it('zTXt and iTXt chunks are read, compressed or not', () => {
    const text = base64Of({ ...v1, name: 'Zoë 🐝' });
    for (const chunk of [
      zippedChunk('chara', bytesOf(text)),
      internationalChunk('chara', text, false),
      internationalChunk('chara', text, true),
    ]) {
      expect(readPng(pngWith(chunk))).toMatchObject({ characters: [{ name: 'Zoë 🐝' }], warnings: [] });
    }
  });

  it('base64 may be folded, unpadded, URL-safe or end in NUL', () => {
    const whole = base64Of({ ...v1, name: '???>>>~~~ÿÿ' });
    const unpadded = whole.replaceAll('=', '');
    const urlSafe = unpadded.replaceAll('+', '-').replaceAll('/', '_');
    expect(urlSafe).not.toBe(unpadded);
    for (const text of [whole.replace(/(.{20})/g, '$1\r\n'), unpadded, urlSafe, `${whole}\0`]) {
      expect(readPng(pngWith(textChunk('chara', text)))).toMatchObject({
        characters: [{ name: '???>>>~~~ÿÿ' }],
        warnings: [],
      });
    }
  });

  it('JSON that was never put into base64 is read with a warning', () => {
    const card = readPng(pngWith(textChunk('chara', ` ${JSON.stringify(v1)}`)));
    expect(card).toMatchObject({
      characters: [{ name: 'Ada' }],
      warnings: [expect.stringContaining('base64')],
    });
  });

  it('a byte order mark inside the base64 is no obstacle', () => {
    const text = Buffer.from(`\ufeff${JSON.stringify(v1)}`).toString('base64');
    expect(readPng(pngWith(textChunk('chara', text))).raw).toEqual(v1);
  });

  it('a damaged ccv3 chunk falls back to chara with a warning', () => {
    const broken = [
      textChunk('ccv3', '!!!'),
      textChunk('ccv3', base64Of([])),
      textChunk('ccv3', base64Of({ nothing: 1 })),
      makeChunk('zTXt', bytesOf('ccv3\0\0not zlib')),
      makeChunk('iTXt', bytesOf('ccv3\0\u0001\0no end')),
    ];
    for (const chunk of broken) {
      const card = readPng(pngWith(chunk, chara));
      expect(card.spec).toBe('v2');
      expect(card.warnings.length).toBeGreaterThan(0);
    }
  });

  it('of two equal chunks the first counts, with a warning', () => {
    const card = readPng(pngWith(chara, textChunk('chara', base64Of({ ...v1, name: 'Second' }))));
    expect(card.characters[0]?.name).toBe('Ada');
    expect(card.warnings).toEqual(['The PNG has more than one chara chunk: the first counts']);
  });

  it('a wrong checksum of the card chunk is a warning', () => {
    const wrong = chara.map((byte, at) => (at === chara.length - 1 ? byte ^ 1 : byte));
    expect(readPng(pngWith(wrong)).warnings.join()).toContain('checksum');
  });

  it('an animated PNG is told apart', () => {
    expect(readPng(pngWith(makeChunk('acTL', new Uint8Array(8)), chara)).kind).toBe('apng');
  });
});
