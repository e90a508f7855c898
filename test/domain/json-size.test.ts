import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSize } from '../../src/domain/json-size.ts';

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
  expect(jsonSize('[1,",,",{"a,":2,"b":3}]')).toEqual({ depth: 2, commas: 3 });
});
