import { expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import type { RowStyle } from '../../../src/tui/transcript/row-style.ts';
import { RowCache } from '../../../src/tui/transcript/rows.ts';
import { alice, bob, message } from '../fair.ts';

const wide: RowStyle = {
  ...{ width: 92, theme: themeOf('plain'), cast: [alice, bob], pinned: new Set<string>() },
  ...{ thoughts: false, ooc: defaultOocStyle },
};
const unmarked = { marks: [], unheard: [] };
const narrow = { ...wide, width: 72 };
const told = message('m1', 'The ferry leaves at nine. '.repeat(20), { speaker: bob.id });

test('a page that a panel made narrower and then gave back is not wrapped again', () => {
  const cache = new RowCache();
  const [first, beside] = [cache.of(told, unmarked, wide), cache.of(told, unmarked, narrow)];
  expect(beside.rows.length).toBeGreaterThan(first.rows.length);
  expect(cache.of(told, unmarked, wide)).toBe(first);
  expect(cache.of(told, unmarked, narrow)).toBe(beside);
  cache.of(told, unmarked, { ...wide, width: 60 });
  expect(cache.of(told, unmarked, wide)).not.toBe(first);
  expect(cache.of(told, { ...unmarked, marks: ['pinned'] }, wide).rows[0]).toContain('pinned');
});

test('of all that is scrolled past so many rows are kept, the newest of them', () => {
  const cache = new RowCache();
  const all = Array.from({ length: 1_500 }, (_, at) => message(`m${at}`, 'One row.', { speaker: alice.id }));
  const made = all.map((one) => cache.of(one, unmarked, wide));
  const kept = (at: number) => cache.of(all[at]!, unmarked, wide) === made[at];
  expect([kept(1_499), kept(500), kept(499)]).toEqual([true, true, false]);
});
