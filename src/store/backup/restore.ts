import Database from 'better-sqlite3';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { addon } from '../database/addon.ts';
import { patienceMs } from '../database/database.ts';
import { keepToOwner } from '../database/owner-only.ts';
import { asStoreError, lockedError } from '../database/store-error.ts';
import { checkAndMigrate } from './check-store.ts';
import { copyStore } from './copy-store.ts';

/**
 * Copies a backup to `copy`, where it is checked and brought to the newest version; the backup stays as it is. Throws
 * SottoError that says what is wrong with `from`.
 */
export function readyToRestore(from: string, copy: string, migrations: string): void {
  try {
    copyStore(from, copy);
    checkAndMigrate(copy, migrations);
  } catch (error) {
    if (!isSottoError(error)) throw error;
    const { family, code } = error;
    const about = error.message.replaceAll(
      copy,
      /^disk_/.test(code) ? `a copy of ${from} beside the store` : from,
    );
    const isOfNoUse = ['not_a_store', 'store_damaged', 'store_older'].includes(code);
    const message = isOfNoUse ? about.replace(/;[^;]*$/, '; choose another backup') : about;
    throw new SottoError(family, code, message, { cause: error });
  }
}

/** Size of the pages of the store at `to`, which a copy that takes its place must have; null for an empty one. Throws SottoError `store_locked`. */
function pageSizeOf(to: string): number | null {
  const sqlite = new Database(to, { nativeBinding: addon(), timeout: patienceMs });
  try {
    sqlite.exec('BEGIN IMMEDIATE; ROLLBACK');
    const isEmpty = Number(sqlite.pragma('page_count', { simple: true })) === 0;
    return isEmpty ? null : Number(sqlite.pragma('page_size', { simple: true }));
  } finally {
    sqlite.close();
  }
}

function fitPages(copy: Database.Database, size: number | null): void {
  if (size === null || copy.pragma('page_size', { simple: true }) === size) return;
  copy.pragma('journal_mode = DELETE');
  copy.pragma(`page_size = ${size}`);
  copy.exec('VACUUM');
}

/** So often the store is written anew that others lock just then, after each time that it was free. */
const triesAtMost = 100;
const pagesAtOnce = 100;

/**
 * Puts a checked copy in the place of the store at `to`, made when it is not there, through SQLite's own backup: whoever has
 * that open sees the old or the new store and nothing between. `beforehand` is called once nobody else can write to the old
 * one any more, which can still be read through SQLite; when it throws all stays. Rejects with SottoError, and then it is as it was.
 */
export async function writeStore(copy: string, to: string, beforehand = (): void => {}): Promise<void> {
  let source: Database.Database | undefined;
  let isHeld = false;
  const progress = () => {
    if (!isHeld) beforehand();
    isHeld = true;
    return pagesAtOnce;
  };
  try {
    keepToOwner(to);
    source = new Database(copy, { nativeBinding: addon(), fileMustExist: true });
    // better-sqlite3 takes it for the end, and tells of no progress, where another holds the store as it begins.
    for (let n = 0; !isHeld; n += 1) {
      if (n === triesAtMost) throw lockedError(to);
      fitPages(source, pageSizeOf(to));
      await source.backup(to, { progress });
    }
  } catch (error) {
    throw asStoreError(error, to);
  } finally {
    source?.close();
  }
}
