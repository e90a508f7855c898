import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who perceived which act (an event that is no line of the transcript) when it was written. */
export const actWitness = sqliteTable(
  'act_witness',
  { branch: integer().notNull(), character: text().notNull(), seq: integer().notNull() },
  (table) => [primaryKey({ columns: [table.branch, table.character, table.seq] })],
);
