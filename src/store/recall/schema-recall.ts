import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
