import { expect, test } from 'vitest';
import { missing } from './missing.ts';
import { rows } from './rows.ts';

test('an id counts where it stands in a test, not in a comment and not within a longer one', () => {
  const file = [
    "test('AB-01 AB-02: both', () => {});",
    '// AB-03 is to come',
    '  /** AB-04 */',
    "test.each(['CD-one_two', 'CD-three-four'])('%s', () => {});",
  ].join('\n');
  const ids = [
    'AB-01',
    'AB-02',
    'AB-03',
    'AB-04',
    'AB-0',
    'CD-one_two',
    'CD-one',
    'CD-three',
    'CD-three-four',
  ];
  expect(missing(ids, [file])).toEqual(['AB-03', 'AB-04', 'AB-0', 'CD-one', 'CD-three']);
  expect(missing(['AB-03'], [file, "test('AB-03', () => {});"])).toEqual([]);
});

test('every family has rows, and no id stands twice', () => {
  const all = Object.values(rows).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(Object.entries(rows).map(([family, ids]) => `${family} ${ids.length}`)).toEqual([
    ...['V1 13', 'V2 37', 'V3 102', 'SP 22', 'RP 128', 'KT 24', 'HC 46'],
  ]);
});
