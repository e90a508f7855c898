import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeChunk } from '../../src/cards/formats/png.ts';
import {
  base64Of,
  bytesOf,
  end,
  header,
  joined,
  pixels,
  pngWith,
  readPng,
  refusal,
  signature,
  textChunk,
  v1,
  v2,
  zippedChunk,
} from './fixtures.ts';

const chara = textChunk('chara', base64Of(v2));

describe('a file that is no card', () => {
  it('a PNG without card chunks is a picture', () => {
    expect(refusal(pngWith(textChunk('Comment', 'chara')))).toMatchObject({
      family: 'usage',
      code: 'png_without_card',
    });
    expect(refusal(pngWith(textChunk('chara', '!!!'))).code).toBe('not_a_card');
  });

  it('a declared chunk length of 2 GB in a 20-byte file is broken at once', () => {
    const lie = joined(signature, new Uint8Array([0x7f, 0xff, 0xff, 0xff]), bytesOf('tEXtchar'));
    const error = refusal(lie);
    expect(error).toMatchObject({ family: 'usage', code: 'broken_png' });
    expect(error.message).toContain('2147483647');
  });

  it('a PNG that is cut anywhere is broken', () => {
    const png = pngWith(chara);
    for (let length = signature.length; length < png.length; length++) {
      expect(refusal(png.subarray(0, length)).code).toBe('broken_png');
    }
  });

  it('a zip bomb in zTXt, an oversized chunk and an oversized JSON are refused by their limit', () => {
    const zeros = new Uint8Array(17 * 1024 * 1024).fill(65);
    expect(refusal(pngWith(zippedChunk('chara', zeros)))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('16 MiB'),
    });
    const chunk = makeChunk('tEXt', Buffer.concat([Buffer.from('chara\0'), zeros]));
    expect(refusal(Buffer.concat([signature, header, chunk, pixels, end])).code).toBe('too_large');
    expect(refusal(zeros)).toMatchObject({ code: 'too_large', message: expect.stringContaining('16 MiB') });
    expect(deflateSync(zeros).length).toBeLessThan(20_000);
  });

  it('deep nesting is refused before it is parsed, brackets inside strings do not count', () => {
    const deep = `{"name":"A","description":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(refusal(bytesOf(deep)).code).toBe('too_large');
    expect(refusal(bytesOf('['.repeat(1_000_000))).code).toBe('too_large');
    const quoted = { ...v1, description: '["\\'.repeat(1000) };
    expect(readPng(pngWith(textChunk('chara', base64Of(quoted)))).raw).toEqual(quoted);
  });

  it('a file of very many small values or chunks is refused by their number', () => {
    const values = `{"chars":[${'"a",'.repeat(600_000)}"b"]}`;
    expect(refusal(bytesOf(values))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('500000'),
    });
    const chunk = makeChunk('teSt', new Uint8Array());
    const chunks = Buffer.alloc(chunk.length * 200_001, chunk);
    expect(refusal(Buffer.concat([signature, chunks, end])).code).toBe('too_large');
  });

  it('what a file is called does not matter: other content is named in the refusal', () => {
    const named = (bytes: Uint8Array) => {
      const { code, message } = refusal(bytes);
      expect(code).toBe('not_a_card');
      expect(message).not.toContain('\n');
      return message;
    };
    expect(named(bytesOf('<!DOCTYPE html><html></html>'))).toContain('web page');
    expect(named(bytesOf('PK\u0003\u0004...'))).toContain('CHARX');
    expect(named(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toContain('JPEG');
    expect(named(bytesOf('RIFF....WEBPVP8 '))).toContain('WEBP');
    expect(
      named(bytesOf('{"spec":"lorebook_v3","data":{"name":"L","description":"","entries":[]}}')),
    ).toContain('sotto lore import');
    for (const text of [
      '',
      'hello',
      '[]',
      'null',
      '"card"',
      '12',
      '{}',
      '{"a":1}',
      '{"name":"x"}',
      '{"data":[]}',
    ]) {
      named(bytesOf(text));
    }
  });
});
