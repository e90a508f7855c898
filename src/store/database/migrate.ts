import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { takeOver, versionBefore } from './take-over.ts';

interface Journal {
  entries: { tag: string }[];
}

const versionOf = (sqlite: Database.Database): number =>
  Number(sqlite.pragma('user_version', { simple: true }));

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));

const newestOf = ({ entries }: Journal): number => versionBefore + entries.length;

/**
 * Whether a store has the version that the migrations (a folder of drizzle-kit) lead to, and not one that they begin with. Throws
 * SottoError `store_newer`, `store_older` for one that they say nothing of.
 */
export function isNewest(sqlite: Database.Database, folder: string): boolean {
  const newest = newestOf(journalOf(folder));
  requireReadable(sqlite, newest);
  return versionOf(sqlite) === newest;
}

function requireReadable(sqlite: Database.Database, newest: number): void {
  const version = versionOf(sqlite);
  const written = `${sqlite.name} was written by`;
  if (version > newest) {
    const message = `${written} a newer sotto (store version ${version}, this one knows ${newest}); update sotto`;
    throw new SottoError('store', 'store_newer', message);
  }
  if (version > 0 && version < versionBefore) {
    const message = `${written} an early sotto (store version ${version}, this one knows ${versionBefore} and later); start a new one with --data`;
    throw new SottoError('store', 'store_older', message);
  }
}

/** Makes the file as small as what it holds. Where that cannot be done now, what is written next takes the room. */
function giveBack(sqlite: Database.Database): void {
  try {
    sqlite.exec('VACUUM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** What goes wrong in a migration because the tables are others than a store of that version has. */
function asForeign(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')) return error;
  const message = `${file} is not laid out as a store of sotto (${oneLine(error.message)}); choose another directory with --data`;
  return new SottoError('store', 'not_a_store', message, { cause: error });
}

/**
 * Brings a store to the newest of the migrations (a folder of drizzle-kit) in one transaction; one that was laid out in
 * another way is copied to `backups` first. Throws SottoError `store_newer`, `store_older`, `not_a_store`.
 */
export function migrate(sqlite: Database.Database, folder: string, applicationId: number): void {
  const journal = journalOf(folder);
  const newest = newestOf(journal);
  if (versionOf(sqlite) === newest) return;
  const statements = journal.entries.map(({ tag }) =>
    readFileSync(join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint'),
  );
  let isTakenOver = false;
  const bring = (): void => {
    requireReadable(sqlite, newest);
    const version = versionOf(sqlite);
    isTakenOver = version === versionBefore;
    if (isTakenOver) takeOver(sqlite, statements[0] ?? []);
    const done = version <= versionBefore ? Number(isTakenOver) : version - versionBefore;
    for (const migration of statements.slice(done)) sqlite.exec(migration.join(''));
    sqlite.pragma(`application_id = ${applicationId}`);
    sqlite.pragma(`user_version = ${newest}`);
  };
  // Tables that others refer to are made anew; it cannot be switched inside a transaction.
  sqlite.pragma('foreign_keys = OFF');
  try {
    sqlite.transaction(bring).immediate();
  } catch (error) {
    throw asForeign(error, sqlite.name);
  }
  sqlite.pragma('foreign_keys = ON');
  if (isTakenOver) giveBack(sqlite);
}
