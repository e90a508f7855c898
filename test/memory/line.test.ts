import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soughtWords } from '../../src/memory/question.ts';
import { lineOf, startsOf } from '../../src/memory/score.ts';
import { stemOf } from '../../src/memory/stem.ts';

const letters = fc.constantFrom(...'aAbez09 ', '-', "'", '\n', '\u00e9', '\u9f8d', '\u{1f6a2}');
const texts = fc.array(letters, { maxLength: 40 }).map((all) => all.join(''));

test('a line has the words that its text has, and says those that are asked for as often as it does', () => {
  fc.assert(
    fc.property(texts, texts, (text, question) => {
      const words = soughtWords(text);
      const stems = soughtWords(question).map(stemOf);
      const { counts, length } = lineOf({ speaker: null, at: '', text }, startsOf([{ words: [], stems }]));
      const often = (stem: string) => words.filter((word) => stemOf(word) === stem).length;
      expect(length).toBe(words.length);
      expect(stems.map((stem) => counts.get(stem) ?? 0)).toEqual(stems.map(often));
    }),
  );
});
