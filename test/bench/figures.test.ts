import { expect, test } from 'vitest';
import { figuresOf, figuresShown, readRecord } from './figures.ts';

test('the figures in the README are those of the last record of the bench', () => {
  expect(figuresShown()).toBe(figuresOf(readRecord()));
});
