import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';

/** The keys of records, each once for every `audience` that has perceived records under it. */
export const recordKey = sqliteTable(
  'record_key',
  { id: integer().primaryKey(), audience: integer().notNull(), key: text().notNull() },
  (table) => [unique().on(table.audience, table.key)],
);

/** What events made known beside messages: one immutable row for each audience, those under one key side by side. */
export const record = sqliteTable(
  'record',
  {
    key: integer().notNull(),
    /** That of its event; of an outcome that of what it is about. */
    seq: integer().notNull(),
    /** Seq of the outcome; 0 where the event is none. */
    found: integer().notNull().default(0),
    /** Which of the records of its event it is, from 0. */
    n: integer().notNull(),
    branch: integer().notNull(),
    /** As JSON; null = no longer so. */
    value: text().notNull(),
    owner: text(),
    /** Seq of the message whose audience it has. */
    about: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.seq, table.found] }),
    index('record_by_seq').on(table.seq),
    index('record_by_message').on(table.about).where(sql`about IS NOT NULL`),
  ],
);
