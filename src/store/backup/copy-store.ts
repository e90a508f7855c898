import { chmodSync, closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';
import { addon } from '../database/addon.ts';
import { asStoreError } from '../database/store-error.ts';
import { sync } from '../database/upgrade-backup.ts';

/** What SQLite keeps beside a file that is not in the file yet. */
const unwritten = ['-wal', '-journal'];

function requireReadable(file: string): void {
  const refuse = (why: string, cause?: unknown) => {
    throw new SottoError('store', 'store_unreachable', `${file} ${why}; check the path`, { cause });
  };
  try {
    if (!statSync(file).isFile()) refuse('is not a file');
    closeSync(openSync(file, 'r'));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    refuse(`cannot be read (${error.code})`, error);
  }
}

/** Whether the store was copied as SQLite reads it, while others may write to it. Only where they left an index of the log, for SQLite would make one. */
function isCopiedInUse(from: string, to: string): boolean {
  if (!existsSync(`${from}-shm`)) return false;
  try {
    const source = new Database(from, { nativeBinding: addon(), readonly: true });
    try {
      source.prepare('VACUUM INTO ?').run(to);
      return true;
    } finally {
      source.close();
    }
  } catch {
    rmSync(to, { force: true });
    return false;
  }
}

/**
 * Copies a store, with what its `-wal` holds, to a file that is not there or empty, for its owner alone. Nothing changes where
 * it comes from, and what is no store is copied as it is. Throws SottoError `store_unreachable` where it cannot be read.
 */
export function copyStore(from: string, to: string): void {
  requireReadable(from);
  try {
    if (!isCopiedInUse(from, to)) {
      for (const part of ['', ...unwritten.filter((one) => existsSync(from + one))]) {
        copyFileSync(from + part, to + part);
        chmodSync(to + part, 0o600);
      }
    }
    chmodSync(to, 0o600);
    sync(to, 'r+');
  } catch (error) {
    throw asStoreError(error, to);
  }
}
