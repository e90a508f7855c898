import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  excerpt,
  isMatch,
  occurrences,
  piecesOf,
  readQuery,
  scoreOf,
  weightsOf,
  wordsOf,
} from '../../src/domain/search.ts';
import { runs } from '../cases.ts';

const says = (text: string, query: string): boolean => isMatch(occurrences(readQuery(query), text));

describe('the words of a text', () => {
  test.each([
    ['The KEY, please!', ['the', 'key', 'please']],
    ['Café au LAIT, naïve Ёлка', ['cafe', 'au', 'lait', 'naive', 'елка']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ["don't", ['don', 't']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['ガラス', ['ガ', 'ラ', 'ス']],
    ['हिन्दी की', ['हिन्दी', 'की']],
    ['İstanbul', ['istanbul']],
    ['한국어', ['한국어']],
    ['a 🔑 and 🗝️', ['a', '🔑', 'and', '🗝️']],
    ['Ⅷ ﬁsh ½', ['viii', 'fish', '12']],
    ['… — !', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('for all texts, what the index keeps has the same words, none of them with a space or a quote in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(wordsOf(wordsOf(text).join(' '))).toEqual(wordsOf(text));
        for (const word of wordsOf(text)) expect(word).not.toMatch(/["\s\0]/);
      }),
    );
  });
});

describe('a query', () => {
  test.each([
    ['key the', 'The key.', true],
    ['key chest', 'The key.', false],
    ['ke', 'The key.', false],
    ['"the key"', 'Give me the  KEY!', true],
    ['"key the"', 'Give me the key!', false],
    ['"the key', 'the key', true],
    ["don't", 'I don’t know', true],
    ["don't", 't, don', false],
    ['東京', '私は東京にいる', true],
    ['東京', '京の東', false],
    ['cafe', 'Café', true],
    ['CAFÉ', 'cafe\u0301', true],
    ['NEAR(a b, 2) OR c*', 'near a b 2 or c', true],
  ])('%s in "%s": %s', (query, text, expected) => {
    expect(says(text, query)).toBe(expected);
  });

  test('a phrase that is given twice counts once, and one without words is none', () => {
    expect(readQuery('key KEY "key" -- ""').phrases).toEqual([['key']]);
  });
});

describe('the score', () => {
  const among = (text: string, query: string, having: number[]): number =>
    scoreOf(occurrences(readQuery(query), text), weightsOf(100, having));

  test('is higher for more of a word, for a shorter text and for more of a rarer word', () => {
    expect(among('key key', 'key', [10])).toBeGreaterThan(among('key door', 'key', [10]));
    expect(among('key', 'key', [10])).toBeGreaterThan(among('key and door', 'key', [10]));
    const [keys, doors] = ['key key door', 'door door key'];
    expect(among(keys, 'key door', [10, 11])).toBeGreaterThan(among(doors, 'key door', [10, 11]));
    expect(among(keys, 'key door', [11, 10])).toBeLessThan(among(doors, 'key door', [11, 10]));
  });

  test('is between 0 and 1, whatever there is to be found', () => {
    for (const having of [
      [0, 0],
      [100, 100],
      [1, 100],
    ]) {
      for (const text of ['key door', `${'key '.repeat(1000)}door`]) {
        expect(among(text, 'key door', having)).toBeGreaterThan(0);
        expect(among(text, 'key door', having)).toBeLessThan(1);
      }
    }
  });
});

describe('the words around a hit', () => {
  const long = `${'before '.repeat(40)}the silver key${' after'.repeat(40)}`;

  test('hold it, begin with a whole word and are one line', () => {
    const part = excerpt(long, readQuery('"silver key"'), 60);
    expect(part).toMatch(/^…before .*the silver key after.*…$/);
    expect(part.length).toBeLessThan(64);
    expect(excerpt('one\n\ntwo', readQuery('two'), 60)).toBe('one two');
  });

  test('no letter is cut in two', () => {
    expect(excerpt('🔑'.repeat(50), readQuery('🔑'), 21)).toBe(`${'🔑'.repeat(10)}…`);
  });
});

test.each(['x', 'é'])(
  'a text of eight megabytes without a space takes no stack for its length: %j is many words',
  (sign) => {
    const found = wordsOf(`a${sign.repeat(8 * 1024 * 1024)}`);
    expect(found.length).toBeGreaterThan(1000);
    expect(Math.max(...found.slice(0, 100).map(({ length }) => length))).toBeLessThanOrEqual(1001);
  },
);

const units = ['a', 'B', '9', ' ', '. ', '\n', 'é', '漢', 'か', 'ば', 'ß', 'אְ', '😀', '🗝️', 'x'.repeat(1200)];
const longTexts = fc
  .array(fc.tuple(fc.array(fc.constantFrom(...units), { maxLength: 12 }), fc.nat(900)), { maxLength: 12 })
  .map((parts) => parts.map(([some, times]) => some.join('').repeat(times)).join(''));

test('for all texts, the pieces in which one is looked at are the text and have its words', () => {
  fc.assert(
    fc.property(longTexts, (text) => {
      fc.pre(text.length < 120_000);
      const pieces = piecesOf(text);
      expect(pieces.join('') === text).toBe(true);
      expect(pieces.flatMap(wordsOf).join() === wordsOf(text).join()).toBe(true);
    }),
    runs(100),
  );
});

test('what a text of megabytes is found by stands in its first 131,072 letters', () => {
  const pieces = piecesOf('The rain goes on. '.repeat(200_000));
  expect(pieces.join('').length).toBeGreaterThanOrEqual(131_072);
  expect(pieces.join('').length).toBeLessThan(145_000);
});
