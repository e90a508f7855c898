import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSendDate } from '../../../src/interop/sillytavern/send-date.ts';

test.each([
  ['2023-06-05T21:12:03.011Z', '2023-06-05T21:12:03.011Z'],
  ['2023-06-05T23:12:03+02:00', '2023-06-05T21:12:03.000Z'],
  ['2023-06-05 21:12:03', '2023-06-05T21:12:03.000Z'],
  ['June 5, 2023 9:12pm', '2023-06-05T21:12:00.000Z'],
  ['June 5, 2023 12:00am', '2023-06-05T00:00:00.000Z'],
  ['December 31, 2022 12:30pm', '2022-12-31T12:30:00.000Z'],
  ['Sep 1, 2024 1:02 AM', '2024-09-01T01:02:00.000Z'],
  ['2023-6-5 @21h 12m 3s 11ms', '2023-06-05T21:12:03.011Z'],
  ['2023-06-05@21h12m03s11ms', '2023-06-05T21:12:03.011Z'],
  ['2023-6-5 @21h 12m 3s', '2023-06-05T21:12:03.000Z'],
  [1685999523011, '2023-06-05T21:12:03.011Z'],
  ['1685999523011', '2023-06-05T21:12:03.011Z'],
])('%j is %s', (written, iso) => {
  expect(readSendDate(written)).toBe(iso);
});

test.each([
  ['', null],
  ['yesterday', null],
  ['February 31, 2023 9:12pm', null],
  ['Smarch 5, 2023 9:12pm', null],
  ['June 5, 2023 13:12pm', null],
  ['2023-6-5 @25h 12m 3s 11ms', null],
  [Number.NaN, null],
  [1e300, null],
  [null, null],
  [{}, null],
])('%j is no date', (written, nothing) => {
  expect(readSendDate(written)).toBe(nothing);
});

test('anything else is no date either, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readSendDate(value);
      expect(read === null || !Number.isNaN(Date.parse(read))).toBe(true);
    }),
  );
});
