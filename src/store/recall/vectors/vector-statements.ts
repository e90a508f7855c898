import type { Connection } from '../../database/database.ts';
import { lazy, limitOf, type Reader, type Writer } from '../../database/lazy.ts';
import { vectorPlaces } from './vector-places.ts';

/** A text that characters perceived, under the seq of the event that says it. */
export interface TextToEmbed {
  readonly seq: number;
  readonly text: string;
}

/** What embedded texts, and of how many dimensions its vectors are. */
export interface EmbeddingModel {
  readonly name: string;
  readonly dimension: number;
}

/** The model whose vectors are in use: all texts up to `embedded` were embedded by it. */
export interface StoredModel extends EmbeddingModel {
  readonly id: number;
  readonly embedded: number;
}

/** How many texts a model has embedded, edits left out, and how many it is yet to embed. */
export interface Tally {
  readonly embedded: number;
  readonly waiting: number;
}

/** The statements by which vectors are kept and read. */
export const vectorStatements = (connection: Connection) => {
  const { sqlite } = connection;
  return lazy({
    model: (): Reader<[], StoredModel> =>
      sqlite.prepare('SELECT id, name, dimension, embedded FROM recall_model'),
    forget: (): Writer => sqlite.prepare('DELETE FROM recall_model'),
    begin: (): Writer<[EmbeddingModel]> =>
      sqlite.prepare('INSERT INTO recall_model (name, dimension, embedded) VALUES (@name, @dimension, 0)'),
    reached: (): Writer<[number]> => sqlite.prepare('UPDATE recall_model SET embedded = ?'),
    pending: (): Reader<[object], TextToEmbed> =>
      sqlite.prepare(
        `SELECT s.seq, s.text FROM recall_said s WHERE s.seq > @after AND NOT EXISTS (
           SELECT 1 FROM recall_vector v WHERE v.seq = s.seq AND v.model = @model
         ) ORDER BY s.seq ${limitOf('most')}`,
      ),
    tally: (): Reader<[object], Tally> =>
      sqlite.prepare(
        `SELECT (SELECT count(*) FROM recall_place WHERE seq <= @after) + count(v.seq) AS embedded,
           count(*) - count(v.seq) AS waiting
         FROM recall_said s LEFT JOIN recall_vector v ON v.seq = s.seq AND v.model = @model WHERE s.seq > @after`,
      ),
    saying: (): Reader<[object], TextToEmbed> =>
      sqlite.prepare(
        `SELECT e.seq, e.text FROM event m CROSS JOIN event e ON e.seq = m.seq
           OR e.seq IN (SELECT r.seq FROM revision r WHERE r.message_seq = m.seq)
         WHERE m.id = @id AND e.text = @text ORDER BY e.seq LIMIT 1`,
      ),
    vector: (): Reader<[object], Buffer | null> =>
      sqlite
        .prepare<[object], Buffer | null>(
          'SELECT vector FROM recall_vector WHERE seq = @seq AND model = @model',
        )
        .pluck(),
    keep: (): Writer<[object]> =>
      sqlite.prepare(
        'INSERT OR REPLACE INTO recall_vector (seq, model, vector) VALUES (@seq, @model, @vector)',
      ),
    keepBits: (): Writer<[object]> =>
      sqlite.prepare(
        `INSERT OR REPLACE INTO recall_bits (branch, mark, back, seq, model, bits)
         VALUES (@branch, @mark, @back, @seq, @model, @bits)`,
      ),
    places: () => vectorPlaces(connection),
    versions: (): Reader<[object], { seq: number; model: number; vector: Buffer }> =>
      sqlite.prepare(
        `SELECT seq, model, vector FROM recall_vector WHERE vector IS NOT NULL
           AND (seq = @of OR seq IN (SELECT seq FROM revision WHERE message_seq = @of))`,
      ),
  });
};

/** What `vectorStatements` makes. */
export type VectorStatements = ReturnType<typeof vectorStatements>;
