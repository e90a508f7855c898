import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who may have perceived the same in several chats: the same cards or names, by the number that marks their words. */
export const recallMark = sqliteTable('recall_mark', {
  id: integer().primaryKey(),
  key: text().notNull().unique(),
});

/** The audiences whose words are indexed, and with which mark. */
export const recallAudience = sqliteTable(
  'recall_audience',
  {
    chat: text().notNull(),
    members: text().notNull(),
    isOpen: integer('is_open').notNull(),
    mark: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chat, table.members, table.isOpen] })],
);

/** Where each row of the index counts, and what it is of: 0 a message, 1 one that was revised, 2 a memory. */
export const recallPlace = sqliteTable('recall_place', {
  seq: integer().primaryKey(),
  branch: integer().notNull(),
  /** Seq of the place on its branch. */
  at: integer().notNull(),
  kind: integer().notNull(),
});

/** The model whose vectors are in use: each text up to this seq has one, or could have none. At most one row. */
export const recallModel = sqliteTable('recall_model', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull().unique(),
  dimension: integer().notNull(),
  embedded: integer().notNull(),
});

/** The vector of each text, under the seq of the event that says it: a byte for each dimension; null = it could not be embedded. */
export const recallVector = sqliteTable('recall_vector', {
  seq: integer().primaryKey(),
  model: integer().notNull(),
  vector: blob({ mode: 'buffer' }),
});

/**
 * The signs of these vectors for each who may have perceived the text, by where it counts: `back` is that seq, negative, so that
 * the newest comes first.
 */
export const recallBits = sqliteTable(
  'recall_bits',
  {
    branch: integer().notNull(),
    mark: integer().notNull(),
    back: integer().notNull(),
    seq: integer().notNull(),
    model: integer().notNull(),
    bits: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.mark, table.back, table.seq] })],
);
