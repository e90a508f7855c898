import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeOf } from '../../src/app/library/made-of.ts';

test('for all bodies, what tells whether a thing is as it came in is the same whatever its name, and another for any other', () => {
  const body = fc.record({ name: fc.jsonValue(), entries: fc.jsonValue() });
  fc.assert(
    fc.property(body, fc.string(), fc.boolean(), (fields, other, isFirst) => {
      const { name, ...more } = fields;
      const one = { body: isFirst ? fields : { ...more, name }, foreign: { other } };
      const made = madeOf(one);
      expect(madeOf({ ...one, body: { ...one.body, name: other } })).toBe(made);
      expect(madeOf({ ...one, foreign: {} })).not.toBe(made);
    }),
  );
});
