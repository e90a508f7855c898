import { expect, test } from 'vitest';
import { namesAny } from '../../../src/domain/world/props.ts';

const endless = 'cake '.repeat(40_000).trim();

test.each<[string, string, string, boolean]>([
  ['a whole word, in any case, an article apart', 'Cut the Cake!', 'a cake', true],
  ['no part of a word', 'pancakes, cakes and cupcake', 'cake', false],
  ['a whole word behind a part of one', 'pancake, cake', 'cake', true],
  ['no signs right behind a letter', 'x(y)*', '(y)*', false],
  ['half a character', 'a [ \ud800 ]', '[ \ud800 ]', true],
  ['no word behind a letter of two code units', '𐐨cake', 'cake', false],
  ['a thing of 200,000 letters', `the ${endless}.`, endless, true],
  ['not the same with one letter more', `the ${endless}s.`, endless, false],
])('a text names a thing: %s', (_, text, thing, isNamed) => {
  expect(namesAny(text, [thing])).toBe(isNamed);
});
