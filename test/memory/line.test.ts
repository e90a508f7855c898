import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AskedStems, lineOf } from '../../src/memory/line.ts';
import { soughtWords } from '../../src/memory/question.ts';
import { stemOf } from '../../src/memory/stem.ts';
import { runs } from '../cases.ts';

const letters = fc.constantFrom(...'aAbez09 ', '-', "'", '\n', '\u00e9', '\u9f8d', '\u{1f6a2}');
const texts = fc.array(letters, { maxLength: 40 }).map((all) => all.join(''));
const endings =
  's es ies sses eed ed ing y ational ization iveness biliti ibility icate ical ful ness ement ion er e ous ology';
const words = fc
  .tuple(
    fc.array(fc.constantFrom(...'abcdehilnorstuy'), { maxLength: 6 }),
    fc.constantFrom('', ...endings.split(' ')),
  )
  .map(([beginning, ending]) => beginning.join('') + ending)
  .filter((word) => word !== '');

test('a line says what is asked for as often as its text does', () => {
  const sentences = fc.array(words, { maxLength: 8 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(fc.oneof(texts, sentences), fc.oneof(texts, sentences), (text, question) => {
      const stems = soughtWords(question).map(stemOf);
      const { counts } = lineOf({ speaker: null, at: '', text }, new AskedStems([{ stems }]));
      const said = soughtWords(text).map(stemOf);
      const often = (stem: string) => said.filter((one) => one === stem).length;
      expect(stems.map((stem) => counts.get(stem) ?? 0)).toEqual(stems.map(often));
      expect([...counts.keys()].filter((stem) => !stems.includes(stem))).toEqual([]);
    }),
  );
});

test('a word begins as its stem does, but for the last letter', () => {
  fc.assert(
    fc.property(words, (word) => {
      expect(word.startsWith(stemOf(word).slice(0, -1))).toBe(true);
    }),
    runs(20_000),
  );
});
