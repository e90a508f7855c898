import { expect } from 'vitest';
import type { Card } from '../../src/cards/character.ts';
import { readCard } from '../../src/cards/read/read.ts';
import { isSottoError } from '../../src/domain/errors.ts';
import { inflate } from './fixtures.ts';

const codes = [
  'not_a_card',
  'png_without_card',
  'broken_png',
  'broken_zip',
  'encrypted_zip',
  'too_large',
  'no_picture',
  'cannot_convert',
];

/** What the work gives, or null after a SottoError that a person can act on; any other error is thrown. */
export const orRefusal = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    if (!isSottoError(error)) throw error;
    expect(error.family).toBe('usage');
    expect(codes).toContain(error.code);
    expect(error.message).not.toContain('\n');
    return null;
  }
};

/** Either a card, or null after a SottoError that a person can act on. */
export const readsOrRefuses = (bytes: Uint8Array): Card | null => {
  const card = orRefusal(() => readCard(bytes, { inflate }));
  if (card) expect(card.characters.length).toBeGreaterThan(0);
  for (const { name } of card?.characters ?? []) expect(name).toMatch(/^[^\n]+$/);
  return card;
};
