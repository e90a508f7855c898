import type { Connection } from '../../database/database.ts';
import { signsOf, unpackedVector } from './packed-vector.ts';
import { type VectorPlace, vectorPlaces } from './vector-places.ts';

interface Signs extends VectorPlace {
  readonly seq: number;
  readonly bits: Buffer;
}

const texts = `SELECT s.seq, v.seq IS NOT NULL AS isEmbedded, v.vector FROM recall_said s
  LEFT JOIN recall_vector v ON v.seq = s.seq AND v.model = @model WHERE s.chat = @chat`;
const signs = `SELECT b.branch, b.mark, b.back, b.seq, b.bits FROM branch o CROSS JOIN recall_bits b ON b.branch = o.id
  WHERE o.chat = @chat AND b.model = @model`;

const keyOf = ({ branch, mark, back }: VectorPlace, seq: number): string =>
  `${branch} ${mark} ${back} ${seq}`;

/** How many texts of a chat have none though they were embedded by this model, or signs that are not theirs where they count. */
export function differingVectors(
  connection: Connection,
  { id: model, embedded }: { readonly id: number; readonly embedded: number },
  chat: string,
): number {
  const { sqlite } = connection;
  const about = { chat, model };
  const placesOf = vectorPlaces(connection);
  const wrong = new Set<number>();
  const expected = new Map<string, { readonly seq: number; readonly bits: Buffer }>();
  const said = sqlite.prepare<[object], { seq: number; isEmbedded: number; vector: Buffer | null }>(texts);
  for (const { seq, isEmbedded, vector } of said.all(about)) {
    if (!isEmbedded && seq <= embedded) wrong.add(seq);
    const bits = vector && signsOf(unpackedVector(vector));
    if (bits) for (const place of placesOf(seq)) expected.set(keyOf(place, seq), { seq, bits });
  }
  for (const { seq, bits, ...place } of sqlite.prepare<[object], Signs>(signs).all(about)) {
    const key = keyOf(place, seq);
    if (expected.get(key)?.bits.equals(bits) !== true) wrong.add(seq);
    expected.delete(key);
  }
  for (const { seq } of expected.values()) wrong.add(seq);
  return wrong.size;
}
