import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlain, wordsOf } from '../../../src/domain/search.ts';
import { markedWords } from '../../../src/store/schema/marked-words.ts';

test('every word of a text is marked once, whatever it is written in and however long', () => {
  expect(markedWords(12, "The key's a-b_c, 3rd.")).toBe("12xThe 12xkey'12xs 12xa-12xb_12xc, 12x3rd.");
  expect(markedWords(1, '')).toBe('');
  const ascii = fc.string({ unit: 'binary-ascii' });
  const long = fc.tuple(ascii, fc.integer({ min: 1, max: 3000 })).map(([text, times]) => text.repeat(times));
  const texts = fc.oneof(ascii, long, fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.nat(2 ** 40), texts, (audience, text) => {
      const whole = isPlain(text) ? text : wordsOf(text).join(' ');
      const wanted = whole.replace(/[0-9A-Za-z\x80-\uffff]+/g, `${audience}x$&`);
      expect(markedWords(audience, text)).toBe(wanted);
    }),
  );
});
