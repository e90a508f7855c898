import Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { addon } from '../database/addon.ts';
import { migrated, openDatabase, refuseForeign } from '../database/database.ts';
import { isNewest } from '../database/migrate.ts';
import { asStoreError } from '../database/store-error.ts';

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
function misfitIn(sqlite: Database.Database, migrations: string): string | null {
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

/** What rows of a sound store never are, and how to find one. */
const contradictions: Readonly<Record<string, string>> = {
  'a row refers to one that is missing': 'SELECT 1 FROM pragma_foreign_key_check',
  'the head of a chat is on none of its branches': `SELECT 1 FROM chat c WHERE NOT EXISTS
    (SELECT 1 FROM branch b WHERE b.id = c.head_branch AND b.chat = c.id)`,
  'a branch grows from a missing one': `SELECT 1 FROM branch b WHERE b.parent IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM branch p WHERE p.id = b.parent AND p.chat = b.chat)`,
  'a branch grows from itself': `WITH RECURSIVE grown (id) AS (SELECT id FROM branch WHERE parent IS NULL UNION ALL
    SELECT b.id FROM branch b JOIN grown ON b.parent = grown.id) SELECT 1 FROM branch WHERE id NOT IN (SELECT id FROM grown)`,
  'an event cannot be read': 'SELECT 1 FROM event WHERE NOT json_valid(payload)',
  'a message has no event':
    'SELECT 1 FROM message m WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.seq = m.seq)',
};

const contradictionIn = (sqlite: Database.Database): string | null =>
  Object.entries(contradictions).find(([, find]) => sqlite.prepare(`${find} LIMIT 1`).get())?.[0] ?? null;

function requireSound(sqlite: Database.Database): void {
  const found = String(sqlite.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok') throw damaged(sqlite.name, oneLine(found));
}

const damaged = (file: string, why: string): SottoError =>
  new SottoError('store', 'store_damaged', `${file} is damaged (${why}); choose another backup`);

/**
 * Checks a file that nobody else has open, and whose `-wal` goes into it: that it is a store of sotto, of a version that this one
 * knows, which SQLite finds sound, and, where it is of the newest version, has all tables and no contradiction between rows.
 * Returns whether it is of that. Throws SottoError `not_a_store`, `store_newer`, `store_older`, `store_damaged`.
 */
export function checkStore(file: string, migrations: string): boolean {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file, { nativeBinding: addon(), fileMustExist: true });
    refuseForeign(sqlite, file);
    requireSound(sqlite);
    if (!isNewest(sqlite, migrations)) return false;
    const misfit = misfitIn(sqlite, migrations);
    if (misfit !== null) {
      const message = `${file} is not laid out as a store of sotto (${misfit}); choose another backup`;
      throw new SottoError('store', 'not_a_store', message);
    }
    const contradiction = contradictionIn(sqlite);
    if (contradiction !== null) throw damaged(file, contradiction);
    return true;
  } catch (error) {
    throw asStoreError(error, file);
  } finally {
    sqlite?.close();
  }
}

/** As `checkStore`, after which the file is of the newest version: an older one is brought to that, and then checked as such. */
export function checkAndMigrate(file: string, migrations: string): void {
  if (checkStore(file, migrations)) return;
  openDatabase(file, migrations).sqlite.close();
  checkStore(file, migrations);
}
