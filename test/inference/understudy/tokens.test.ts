import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode, piecesOf } from '../../../src/inference/understudy/tokens.ts';
import { decode } from '../../fake-server/decode.ts';

test('for all texts, tokens give the text back', () => {
  const any = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem());
  fc.assert(
    fc.property(any, (text) => {
      expect(decode(encode(text))).toBe(text);
      expect(piecesOf(text).join('')).toBe(text);
      expect(encode(text).every(Number.isSafeInteger)).toBe(true);
    }),
    { examples: [['\ufeff'], ['\0\0'], ['日本語の文章'], ['a\u0301']] },
  );
});

test('different pieces have different ids', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\0', 'é', ' ') })), (texts) => {
      const pieces = new Set(texts.flatMap(piecesOf));
      expect(new Set([...pieces].flatMap(encode)).size).toBe(pieces.size);
    }),
  );
});

test('a word is one or two tokens, about four letters each', () => {
  const text = 'The river keeps what it is given, and the ferryman remembers every crossing.';
  expect(text.length / encode(text).length).toBeGreaterThan(2.8);
  expect(text.length / encode(text).length).toBeLessThan(5);
});

test('numbers that are no tokens say nothing', () => {
  expect(decode([-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, ...encode('ok')])).toBe('ok');
});
