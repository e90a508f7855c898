import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Bytes of files that came in, deflated, each once, keyed by the SHA-256 of what they were before; the pieces of a large one behind the first under `HASH/1` and so on. */
export const sourceBytes = sqliteTable('source_bytes', {
  hash: text().primaryKey(),
  packed: blob({ mode: 'buffer' }).notNull(),
});

/** The key of a piece of bytes of this hash. */
export const keyOfPiece = (hash: string, number: number): string =>
  number === 0 ? hash : `${hash}/${number}`;

/**
 * Files that came in, and what was made of each. `root` is the folder whose file it is, '' for one that came alone;
 * `path` is where it stands in such a folder.
 */
export const source = sqliteTable(
  'source',
  {
    root: text().notNull(),
    path: text().notNull(),
    hash: text().notNull(),
    size: integer().notNull(),
    /** What was made of it; '' where it means nothing to sotto. */
    kind: text().notNull(),
    name: text().notNull(),
    /** Fingerprint of what was made of it, as it was made; '' where that never changes. */
    made: text().notNull(),
    /** Where its bytes are when they are not here: in which folder of the data directory, or the file itself. */
    elsewhere: text(),
  },
  (table) => [
    primaryKey({ columns: [table.root, table.path] }),
    index('source_by_thing').on(table.kind, table.name),
  ],
);
