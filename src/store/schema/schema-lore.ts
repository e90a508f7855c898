import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What is kept of a large lorebook, or of a card that holds one, so that few of its entries need be read: made from it again
 * where it is missing or made by other code. A trigger drops it with the lorebook that it was made from.
 */
export const keptLore = sqliteTable('kept_lore', {
  /** What it was made from: `book NAME`, `card ID`, `card ID INDEX` for the book of one character of a card. */
  source: text().primaryKey(),
  /** By which code (`loreShape`). */
  shape: text().notNull(),
  digest: text().notNull(),
  keys: blob({ mode: 'buffer' }).notNull(),
});

/** The entries of these books, several to a row, as JSON. */
export const keptEntries = sqliteTable(
  'kept_entries',
  {
    source: text().notNull(),
    page: integer().notNull(),
    entries: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.page] })],
);
