import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Cards as they came, byte for byte, keyed by their content. Append only. */
export const card = sqliteTable('card', {
  id: text().primaryKey(),
  name: text().notNull(),
  spec: text().notNull(),
  kind: text().notNull(),
  bytes: blob({ mode: 'buffer' }).notNull(),
  addedAt: text('added_at').notNull(),
});

/** Whom a character of a card was made from, where that was another card's. */
export const origin = sqliteTable(
  'origin',
  { card: text().notNull(), character: integer().notNull(), identity: text().notNull() },
  (table) => [primaryKey({ columns: [table.card, table.character] })],
);

/** Identities that are one: each with the one that stands for all of them. */
export const kinship = sqliteTable('kinship', {
  identity: text().primaryKey(),
  same: text().notNull(),
});
