import type { Card } from '../character.ts';
import type { CardText, Keyword } from '../formats/png-text.ts';
import { type AssetChunk, writeCardText } from '../formats/png-write.ts';
import type { JsonObject } from '../json.ts';
import { cameText, writtenLike } from './came-text.ts';
import { toBackfill } from './convert.ts';

/** Digits of a number that JavaScript may not hold. */
const largeNumber = /\d{16}/;

/**
 * The card's JSON as text, equal key by key to what was read. What did not change of a card that came as JSON is the same bytes,
 * and of another where a number would be lost.
 */
export function cardToJson({ raw, kind }: Card, file: Uint8Array = new Uint8Array()): string {
  const written = writtenLike(cameText(file), raw);
  const isAsItCame = kind === 'json' || (written !== null && largeNumber.test(written));
  return (isAsItCame ? written : null) ?? `${JSON.stringify(raw, null, 2)}\n`;
}

/**
 * The carrier with this card in it and no other: V3 as `ccv3` and, for programs that know V2 alone, as `chara`; all
 * else as `chara`, in the style of the texts that it `came` in. Pixels and foreign chunks stay byte-identical. Throws SottoError `broken_png` when the carrier is
 * no PNG, `too_large` when the card does not fit.
 */
export const cardToPng = (
  card: Card,
  carrier: Uint8Array,
  assets: readonly AssetChunk[] = [],
  came: CardText = {},
): Uint8Array => {
  const json = (keyword: Keyword, raw: JsonObject) => writtenLike(came[keyword], raw) ?? JSON.stringify(raw);
  const text =
    card.spec === 'v3'
      ? { ccv3: json('ccv3', card.raw), chara: json('chara', toBackfill(card)) }
      : { chara: json('chara', card.raw) };
  return writeCardText(carrier, text, assets);
};
