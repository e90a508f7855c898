import { expect, test } from 'vitest';
import { landingOf, minutesIn, skipIn, timeInWords, wayOf } from '../../../src/domain/world/world-time.ts';

const friday = '2026-01-30T18:00';

test.each([
  ['the next morning', '2026-01-31T08:00', 'jump'],
  ['three days later', '2026-02-02T18:00', 'jump'],
  ['an hour later', '2026-01-30T19:00', 'elide'],
  ['half an hour later', '2026-01-30T18:30', 'elide'],
  ['a week later', '2026-02-06T18:00', 'jump'],
  ['2 weeks later at noon', '2026-02-13T12:00', 'jump'],
  ['tomorrow evening', '2026-01-31T19:00', 'jump'],
  ['the next day', '2026-01-31T08:00', 'jump'],
  ['that night', '2026-01-30T22:00', 'jump'],
  ['by morning', '2026-01-31T08:00', 'jump'],
  ['midnight', '2026-01-31T00:00', 'jump'],
  ['next Friday', '2026-02-06T18:00', 'jump'],
  ['on Sunday at 9:30 am', '2026-02-01T09:30', 'jump'],
  ['a month later', '2026-02-28T18:00', 'jump'],
  ['the rest of the drive', null, 'elide'],
  ['after a while', null, 'elide'],
  ['they kiss', null, null],
])('RP-065 "%s" lands at %s and is the kind %s', (phrase, landing, way) => {
  expect(landingOf(phrase, friday)).toBe(landing);
  expect(wayOf(phrase)).toBe(way);
});

test('RP-065 in the small hours the next morning is that of the same date; without a known time nothing lands', () => {
  expect(landingOf('the next morning', '2026-01-31T02:00')).toBe('2026-01-31T08:00');
  expect(landingOf('the next morning', 'late evening')).toBeNull();
  expect(landingOf('a year later', '2024-02-29T08:00')).toBe('2025-02-28T08:00');
});

test('RP-065 a line in brackets or asterisks that says nothing but that time passes is a skip, any other is none', () => {
  const skips = ['*three hours later*', '[The next morning]', '(after a while)', '*the rest of the drive*'];
  expect(skips.map(skipIn)).toEqual([
    'three hours later',
    'The next morning',
    'after a while',
    'the rest of the drive',
  ]);
  const none = ['three hours later', '*the next morning she kisses him*', '*waves*', '', '*the boat*'];
  expect(none.map(skipIn)).toEqual(none.map(() => null));
});

test('RP-127 a time of the world reads as weekday, date and time of day, and only a real one is a time', () => {
  expect(timeInWords(friday)).toBe('Friday, 30 January 2026, 18:00 (evening)');
  expect(timeInWords('2026-02-30T10:00')).toBe('2026-02-30T10:00');
  expect([minutesIn('2026-02-30'), minutesIn('2026-01-31T24:00'), minutesIn('dusk')]).toEqual([
    null,
    null,
    null,
  ]);
  expect((minutesIn('2026-01-31') ?? 0) - (minutesIn(friday) ?? 0)).toBe(6 * 60);
});
