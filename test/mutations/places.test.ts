import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('issue 26: each leak that `npm run mutations` plants finds its place in the sources, once', () => {
  const places = mutations.flatMap(({ edits }) => edits);
  expect(places.length).toBeGreaterThan(15);
  const lost = places.filter(({ file, find }) => readFileSync(root + file, 'utf8').split(find).length !== 2);
  expect(lost).toEqual([]);
});
