import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NdjsonParser } from '../../../src/inference/transport/ndjson.ts';
import { runs } from '../../cases.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const parse = (chunks: Iterable<Uint8Array>, limit?: number): { lines: string[]; overflowed: boolean } => {
  const parser = new NdjsonParser(limit);
  const lines = [...chunks].flatMap((chunk) => parser.feed(chunk));
  lines.push(...parser.end());
  return { lines, overflowed: parser.overflowed };
};

const cutAt = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return borders.slice(1).map((border, index) => bytes.subarray(borders[index], border));
};

describe('newline-delimited JSON', () => {
  test('LF, CRLF, empty lines and an unterminated last line', () => {
    const stream = '{"a":"Wäre 🏮"}\n\r\n\n{"b":1}\r\n{"c":2}';
    const lines = ['{"a":"Wäre 🏮"}', '{"b":1}', '{"c":2}'];
    expect(parse([bytesOf(stream)])).toEqual({ lines, overflowed: false });
    expect(parse(Array.from(bytesOf(stream), (byte) => Uint8Array.of(byte))).lines).toEqual(lines);
  });

  test('invariant 4: for all bytes, chunkings and bounds, the same lines and the same overflow', () => {
    const alphabet = fc.constantFrom(...'\n\r {}té\u{1f3ee}', '\r\n', '{"a":1}\n');
    const text = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''));
    const bytes = fc.oneof(text.map(bytesOf), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), fc.integer({ min: 1, max: 30 }), (stream, cuts, limit) => {
        expect(parse(cutAt(stream, cuts), limit)).toEqual(parse([stream], limit));
      }),
      runs(500),
    );
  });

  test('a line beyond the bound ends the parsing, what came before it stays', () => {
    const parser = new NdjsonParser(10);
    expect(parser.feed(bytesOf(`{"a":1}\n${'x'.repeat(30)}\n{"b":2}\n`))).toEqual(['{"a":1}']);
    expect(parser.overflowed).toBe(true);
    expect(parser.feed(bytesOf('{"c":3}\n'))).toEqual([]);
    expect(parser.end()).toEqual([]);
  });
});
