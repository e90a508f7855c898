import fc from 'fast-check';
import { expect, test } from 'vitest';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import { railOf } from '../../../src/tui/transcript/rail.ts';
import { runs } from '../../cases.ts';

const cast = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }));
const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });

test('for all casts of up to six everybody has a rail of their own, also without colours', () => {
  fc.assert(
    fc.property(ids, (known) => {
      const looks = { cast: cast(known), theme: themeOf('plain') };
      const rails = known.map((id) => railOf(id, false, looks).usual);
      expect(new Set(rails).size).toBe(known.length);
    }),
    runs(200),
  );
});

test('who comes later changes the rail of nobody else', () => {
  fc.assert(
    fc.property(ids, (known) => {
      const railIn = (all: readonly string[], id: string) =>
        railOf(id, false, { cast: cast(all), theme: themeOf('dark') }).usual;
      const before = known.slice(0, -1);
      for (const id of before) expect(railIn(known, id)).toBe(railIn(before, id));
    }),
    runs(200),
  );
});
