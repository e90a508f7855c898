import fc from 'fast-check';
import { expect, test } from 'vitest';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import { colourOf, railOf } from '../../../src/tui/transcript/rail.ts';
import { runs } from '../../cases.ts';

const castOf = (names: readonly string[]) => names.map((name, at) => ({ id: `id-${at}-${name}`, name }));
const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
const theme = themeOf('dark');

test('for all casts a name has the colour that it has in every other chat', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      const name = one[0] ?? '';
      const cast = castOf([...other.filter((known) => known !== name), name]);
      const there = colourOf(cast.at(-1)?.id ?? '', { cast, theme });
      expect(there).toBe(colourOf(castOf(one)[0]?.id ?? '', { cast: castOf(one), theme }));
    }),
    runs(200),
  );
});

test('names spread over all colours of a theme, and all rails have one shape', () => {
  const cast = castOf(Array.from({ length: 200 }, (_, at) => `Name ${at}`));
  expect(new Set(cast.map(({ id }) => colourOf(id, { cast, theme }))).size).toBe(theme.cast.length);
  const plain = themeOf('plain');
  expect(new Set(cast.map(({ id }) => railOf(id, { cast, theme: plain }).usual)).size).toBe(1);
});
