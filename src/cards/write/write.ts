import type { Card } from '../character.ts';
import { type AssetChunk, writeCardText } from '../formats/png-write.ts';
import { toBackfill } from './convert.ts';

/** The card's JSON as text, equal key by key to what was read. */
export const cardToJson = (card: Card): string => `${JSON.stringify(card.raw, null, 2)}\n`;

/**
 * The carrier with this card in it and no other: V3 as `ccv3` and, for programs that know V2 alone, as `chara`; all
 * else as `chara`. Pixels and foreign chunks stay byte-identical. Throws SottoError `broken_png` when the carrier is
 * no PNG, `too_large` when the card does not fit.
 */
export const cardToPng = (
  card: Card,
  carrier: Uint8Array,
  assets: readonly AssetChunk[] = [],
): Uint8Array => {
  const json = JSON.stringify(card.raw);
  const text = card.spec === 'v3' ? { ccv3: json, chara: JSON.stringify(toBackfill(card)) } : { chara: json };
  return writeCardText(carrier, text, assets);
};
