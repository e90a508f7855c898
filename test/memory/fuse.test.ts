import { expect, test } from 'vitest';
import { fused } from '../../src/memory/fuse.ts';

const order = (byWords: string[], byMeaning: string[]): string[] =>
  [...fused(byWords, byMeaning)]
    .sort(([, a], [, b]) => b.words + b.meaning - a.words - a.meaning)
    .map(([id]) => id);

test('RP-072 what both ranks have high comes first, then what one has, and nothing is lost', () => {
  expect(order(['a', 'b', 'c'], ['b', 'd', 'e'])[0]).toBe('b');
  expect(order(['a', 'b', 'c'], ['b', 'd', 'e']).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the first of both counts 1; a rank that is empty leaves the order of the other', () => {
  const { words, meaning } = fused(['a'], ['a']).get('a') ?? { words: 0, meaning: 0 };
  expect(words + meaning).toBe(1);
  expect(order(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c']);
  expect(order([], ['c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
});
