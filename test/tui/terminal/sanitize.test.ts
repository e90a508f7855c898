import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitize } from '../../../src/domain/sanitize.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\x1b',
        '[',
        ']',
        '2J',
        '0;title\x07',
        '\x9b',
        '\x9d',
        '\x90',
        '\x1b\\',
        '52;c;AA',
        '\r',
        '\n',
      ),
      fc.constantFrom(
        '\t',
        '\x7f',
        '\u202e',
        '\u2066',
        '\u2069',
        '\u2028',
        '\ud800',
        'm',
        '31',
        ';',
        'P',
        '\x18',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('sanitize', () => {
  test('invariant 9: for all strings no character is left that a terminal interprets', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitize(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
        expect(sanitize(text)).not.toMatch(/\p{Surrogate}/u);
        expect(sanitize(text, { newlines: true }).replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
    );
  });

  test('for all strings doing it twice is doing it once', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = sanitize(text, { newlines: true });
        expect(sanitize(once, { newlines: true })).toBe(once);
      }),
    );
  });

  test('for all plain text nothing changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', 'é', '日', '👩‍👧', '*', '(') }), (text) => {
        expect(sanitize(text)).toBe(text);
      }),
    );
  });

  test.each([
    ['a CSI sequence', 'a\x1b[31mb', 'ab'],
    ['a title', 'a\x1b]0;pwned\x07b', 'ab'],
    ['a clipboard write', 'a\x1b]52;c;AAAA\x1b\\b', 'ab'],
    ['a DCS string', 'a\x1bP1$r0m\x1b\\b', 'ab'],
    ['an 8-bit CSI', 'a\x9b2Jb', 'ab'],
    ['a full reset', 'a\x1bcb', 'ab'],
    ['a stray escape', 'a\x1b', 'a␛'],
    ['an unfinished title', 'a\x1b]0;b', 'a␛]0;b'],
    ['a bell', 'a\x07b', 'a␇b'],
    ['a tab', 'a\tb', 'a    b'],
    ['a bidi override', 'a\u202eb', 'ab'],
    ['a carriage return', 'a\rb\r\nc', 'a b c'],
  ])('%s', (_, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  test('a megabyte of openers takes no quadratic time', () => {
    expect(sanitize('\x1b]'.repeat(500_000)).length).toBe(1_000_000);
  });
});
