import type { Card } from './character.ts';
import { writeCardText } from './png-text.ts';

/** The card's JSON as text, equal key by key to what was read. */
export const cardToJson = (card: Card): string => `${JSON.stringify(card.raw, null, 2)}\n`;

/**
 * The carrier with this card in it and no other: V3 as `ccv3`, all else as `chara`. Pixels and foreign chunks stay
 * byte-identical. Throws SottoError `broken_png` when the carrier is no PNG, `too_large` when the card does not fit.
 */
export const cardToPng = (card: Card, carrier: Uint8Array): Uint8Array => {
  const json = JSON.stringify(card.raw);
  return writeCardText(carrier, card.spec === 'v3' ? { ccv3: json } : { chara: json });
};
