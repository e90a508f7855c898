import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/domain/json/canonical.ts';

test('canonical JSON is the same for equal values, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
});
