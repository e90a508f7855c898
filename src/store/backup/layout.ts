import Database from 'better-sqlite3';
import { addon } from '../database/addon.ts';
import { migrated } from '../database/database.ts';

type Part = { readonly type: string; readonly name: string; readonly sql: string };

const columns = `SELECT name, lower(type) AS type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY name`;
const uniques = `SELECT group_concat(i.name) FROM pragma_index_list(?) l, pragma_index_info(l.name) i
  WHERE l."unique" AND NOT l.partial GROUP BY l.name ORDER BY 1`;

/** Tables, indexes, triggers and views by type and name, each with what makes it what it is; two that say the same are alike. */
function partsOf(sqlite: Database.Database): Map<string, string> {
  const parts = sqlite
    .prepare<[], Part>(
      `SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  const isPlain = ({ type, sql }: Part) => type === 'table' && !/^CREATE VIRTUAL/i.test(sql);
  // Columns that were added to an older table stand in another order, and its text is another.
  const said = (part: Part) =>
    isPlain(part)
      ? JSON.stringify([
          sqlite.prepare(columns).all(part.name),
          sqlite.prepare(uniques).pluck().all(part.name),
        ])
      : part.sql.replace(/\s+/g, ' ');
  return new Map(parts.map((part) => [`${part.type} ${part.name}`, said(part)]));
}

/**
 * In what a store of the newest version is not laid out as the migrations (a folder of drizzle-kit) make it, in a few words; null
 * when it is. Tables that were added count for nothing, triggers and views do: they act by themselves.
 */
export function misfitIn(sqlite: Database.Database, migrations: string): string | null {
  const encoding = sqlite.pragma('encoding', { simple: true });
  if (encoding !== 'UTF-8') return `its text is ${encoding}`;
  const fresh = migrated(new Database(':memory:', { nativeBinding: addon() }), migrations);
  const wanted = partsOf(fresh);
  fresh.close();
  const found = partsOf(sqlite);
  for (const [part, said] of wanted) {
    if (!found.has(part)) return `${part} is missing`;
    if (found.get(part) !== said) return `${part} differs`;
  }
  const added = [...found.keys()].find((part) => /^(?:trigger|view) /.test(part) && !wanted.has(part));
  return added === undefined ? null : `${added} does not belong to sotto`;
}
