import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toV2, toV3 } from '../../src/cards/write/convert.ts';
import { editCard } from '../../src/cards/write/edit.ts';
import { anyCard } from './arbitrary.ts';
import { readJson } from './fixtures.ts';

const keysOf = (raw: Record<string, unknown>): string[] => {
  const data = Object(raw.data ?? raw);
  return Object.keys(Object(data.extensions)).sort();
};

test('V2-EXT-NS sotto writes nothing of its own into the extensions of a card', () => {
  fc.assert(
    fc.property(anyCard, (raw) => {
      const card = readJson(raw);
      const before = keysOf(card.raw);
      expect(keysOf(editCard(card, 0, { description: 'New.' }).raw)).toEqual(before);
      if (card.spec === 'multi') return;
      expect(keysOf(toV2(card))).toEqual(before);
      expect(keysOf(toV3(card, 0))).toEqual(before);
    }),
  );
});
