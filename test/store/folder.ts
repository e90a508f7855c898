import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { freshFolder } from '../histories.ts';

/** A folder that every test has for itself. */
export let folder: string;
/** Where the store of that folder is. */
export let file: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = freshFolder());
  file = join(folder, 'sotto.db');
});
afterEach(() => remove());

/** Every row of every table; of the index of texts, which cannot be read back, the tables that hold it. */
export function dump(of: string): Record<string, unknown[]> {
  const sqlite = new Database(of, { readonly: true });
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .pluck()
    .all() as string[];
  const rows = Object.fromEntries(
    tables.map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}"`).all()]),
  );
  sqlite.close();
  return rows;
}
