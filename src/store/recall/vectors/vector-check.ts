import type { Connection } from '../../database/database.ts';
import { signsOf, unpackedVector } from './packed-vector.ts';

interface Signs {
  readonly seq: number;
  readonly vector: Buffer;
  readonly bits: Buffer | null;
}

const lost = `SELECT s.seq FROM recall_said s WHERE s.chat = @chat AND s.seq <= @embedded
  AND NOT EXISTS (SELECT 1 FROM recall_vector v WHERE v.seq = s.seq AND v.model = @model)`;
const strayed = `SELECT b.seq FROM branch o CROSS JOIN recall_bits b ON b.branch = o.id WHERE o.chat = @chat
  AND b.model = @model AND NOT EXISTS (
    SELECT 1 FROM recall_vector_place p WHERE p.seq = b.seq AND p.branch = b.branch AND p.at = -b.back AND p.mark = b.mark)`;
const signs = `SELECT v.seq, v.vector, b.bits FROM recall_vector_place p
  CROSS JOIN recall_vector v ON v.seq = p.seq AND v.model = @model AND v.vector IS NOT NULL
  LEFT JOIN recall_bits b
    ON b.branch = p.branch AND b.mark = p.mark AND b.back = -p.at AND b.seq = p.seq AND b.model = @model
  WHERE p.chat = @chat`;

/** How many texts of a chat have none though they were embedded by this model, or signs that are not theirs where they count. */
export function differingVectors(
  { sqlite }: Connection,
  { id, embedded }: { readonly id: number; readonly embedded: number },
  chat: string,
): number {
  const about = { chat, model: id };
  const wrong = new Set([
    ...sqlite
      .prepare<[object], number>(lost)
      .pluck()
      .all({ ...about, embedded }),
    ...sqlite.prepare<[object], number>(strayed).pluck().all(about),
  ]);
  for (const { seq, vector, bits } of sqlite.prepare<[object], Signs>(signs).all(about))
    if (bits?.equals(signsOf(unpackedVector(vector))) !== true) wrong.add(seq);
  return wrong.size;
}
