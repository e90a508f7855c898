import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSize } from '../../../src/domain/json/size.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((most: number, one) => Math.max(most, depthOf(one)), 0)
    : 0;

test('for all JSON, the depth is that of its objects and lists, whatever its texts hold', () => {
  const value = fc.jsonValue({ stringUnit: fc.constantFrom('[', '{', '"', '\\', ']', 'a', ',') });
  fc.assert(
    fc.property(value, (one) => {
      expect(jsonSize(JSON.stringify(one)).depth).toBe(depthOf(one));
    }),
  );
});

test('commas within texts do not count', () => {
  expect(jsonSize('[1,",,",{"a,":2,"b":3}]')).toEqual({
    ...{ depth: 2, commas: 3, containers: 2, texts: 1, names: 0, longest: 2 },
  });
});

test('a text ends at its own quote; names of fields count once, in a text that is long enough for many', () => {
  expect(jsonSize(String.raw`["a\\",{"\"":[]}]`)).toMatchObject({ containers: 3, longest: 3 });
  const names = Array.from({ length: 1_000 }, (_, at) => `"n${at}":0`).join();
  const long = `[{${names}},{${names}},"${'x'.repeat(2 ** 20)}"]`;
  expect(jsonSize(long).names).toBeGreaterThan(990);
  expect(jsonSize(long).names).toBeLessThanOrEqual(1_000);
});
