import { expect, test } from 'vitest';
import { missing } from './missing.ts';
import { rows } from './rows.ts';
import { titlesIn } from './titles.ts';

test('an id counts where it stands in the title of a test, filled in from a table or not, and not within a longer one', () => {
  const file = [
    "describe('EF-01 all', () => { test('AB-01 AB-02: both', () => {}); });",
    '// AB-03 is to come',
    "const rows = [['GH-01', () => 'GH-02']] as const;",
    "test.skipIf(slow).each(['CD-one_two', 'CD-three-four'])('%s', () => {});",
    "it.each(rows)('GH-03 %s', () => { expect('AB-04').toBe(say('AB-05')); });",
    "test.each([['GH-04']])('of another', () => {});",
  ];
  const titles = titlesIn(file.join('\n'));
  const there = ['AB-01', 'AB-02', 'EF-01', 'CD-one_two', 'CD-three-four', 'GH-01', 'GH-03'];
  expect(missing(there, titles)).toEqual([]);
  const absent = ['AB-03', 'AB-04', 'AB-05', 'AB-0', 'CD-one', 'CD-three', 'GH-02', 'GH-04'];
  expect(missing(absent, titles)).toEqual(absent);
  expect(missing(['AB-03'], [...titles, 'AB-03'])).toEqual([]);
});

test('every family has rows, and no id stands twice', () => {
  const all = Object.values(rows).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(Object.entries(rows).map(([family, ids]) => `${family} ${ids.length}`)).toEqual([
    ...['V1 13', 'V2 37', 'V3 102', 'SP 24', 'RP 133', 'KT 27', 'HC 55'],
  ]);
});
