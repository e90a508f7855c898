import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseParser } from '../../../src/inference/transport/sse.ts';
import { runs } from '../../cases.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Streams as servers write them: llama.cpp, KoboldCpp, TabbyAPI, an unterminated end, and text that is hard to cut. */
const recorded: Record<string, [stream: string, events: string[]]> = {
  'llama.cpp with pings': [
    ':\n\ndata: {"content":" Wäre","stop":false}\n\n:\n\ndata: {"content":"","stop":true}\n\n',
    ['{"content":" Wäre","stop":false}', '{"content":"","stop":true}'],
  ],
  'named events': [
    'event: message\ndata: {"token":"a"}\n\nevent: message\ndata: {"token":"b"}\n\n',
    ['{"token":"a"}', '{"token":"b"}'],
  ],
  'CRLF and ping comments': ['data: one\r\n\r\n: ping - 2026\r\n\r\ndata: two\r\n\r\n', ['one', 'two']],
  'unterminated end': ['data: one\n\ndata: [DONE]', ['one', '[DONE]']],
  'unterminated in CR': ['data: one\r\n\r\ndata: two\r', ['one', 'two']],
  'several lines of data': ['data: a\ndata:b\ndata\ndata:  c\nid: 7\nretry: 3\nnonsense\n\n', ['a\nb\n\n c']],
  'wide characters': ['\ufeffdata: 🏮 Ünïcödé 漢字 👩‍👩‍👧\n\n', ['🏮 Ünïcödé 漢字 👩‍👩‍👧']],
  'nothing at all': ['\n\n\r\n:\n\n', []],
};

const parse = (chunks: Iterable<Uint8Array>, limit?: number): { events: string[]; overflowed: boolean } => {
  const parser = new SseParser(limit);
  const events = [...chunks].flatMap((chunk) => parser.feed(chunk));
  events.push(...parser.end());
  return { events, overflowed: parser.overflowed };
};

const cutAt = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return borders.slice(1).map((border, index) => bytes.subarray(borders[index], border));
};

describe('server-sent events', () => {
  test.each(Object.entries(recorded))('%s', (_, [stream, events]) => {
    expect(parse([bytesOf(stream)])).toEqual({ events, overflowed: false });
  });

  test.each(Object.entries(recorded))('invariant 4: %s, cut at every byte', (_, [stream, events]) => {
    const bytes = bytesOf(stream);
    expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte))).events).toEqual(events);
    for (let cut = 0; cut <= bytes.length; cut++) expect(parse(cutAt(bytes, [cut])).events).toEqual(events);
  });

  test('invariant 4: for all recorded streams and chunkings, the same events', () => {
    const streams = fc.array(fc.constantFrom(...Object.values(recorded).map(([stream]) => stream)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(streams, fc.array(fc.nat()), (parts, cuts) => {
        const bytes = bytesOf(parts.join(''));
        expect(parse(cutAt(bytes, cuts))).toEqual(parse([bytes]));
      }),
    );
  });

  test('invariant 4: for all bytes, chunkings and bounds, the same events and the same overflow', () => {
    const alphabet = fc.constantFrom(...'\n\r\n: daté\u{1f3ee}', 'data:', 'data: ', '\n\n');
    const text = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''));
    const bytes = fc.oneof(text.map(bytesOf), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), fc.integer({ min: 1, max: 30 }), (stream, cuts, limit) => {
        expect(parse(cutAt(stream, cuts), limit)).toEqual(parse([stream], limit));
      }),
      runs(500),
    );
  });

  test('an event beyond the bound ends the parsing, what came before it stays', () => {
    const parser = new SseParser(20);
    expect(parser.feed(bytesOf(`data: fits\n\ndata: ${'x'.repeat(30)}\n\ndata: late\n\n`))).toEqual(['fits']);
    expect(parser.overflowed).toBe(true);
    expect(parser.feed(bytesOf('data: more\n\n'))).toEqual([]);
    expect(parser.end()).toEqual([]);
  });

  test('many lines of one event are bounded together, also when they are empty', () => {
    expect(parse([bytesOf('data\n'.repeat(40))], 20).overflowed).toBe(true);
  });
});
