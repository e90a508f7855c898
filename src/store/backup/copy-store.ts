import { chmodSync, closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';
import { addon } from '../database/addon.ts';
import { asStoreError, lockedError } from '../database/store-error.ts';
import { sync } from '../database/upgrade-backup.ts';

/** What SQLite keeps beside a file that is not in the file yet. */
const unwritten = ['-wal', '-journal'];

/** So often a store is copied that others write to meanwhile; after the first few times SQLite reads it, whatever it makes beside it. */
const tries = { atMost: 20, asItLies: 5 };

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

/** Copies a store as SQLite reads it, while others may write to it. */
function copyAsRead(from: string, to: string): void {
  const source = new Database(from, { nativeBinding: addon(), readonly: true });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
}

function isCopiedAsRead(from: string, to: string): boolean {
  try {
    copyAsRead(from, to);
    return true;
  } catch {
    rmSync(to, { force: true });
    return false;
  }
}

/** What the system tells of a file and what stands beside it, which changes when anybody writes there. */
const marksOf = (file: string): string =>
  ['', ...unwritten, '-shm']
    .map((part) => statSync(file + part, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'))
    .join();

/** Whether the files were copied as they stood at one time. */
function isCopiedAsItLies(from: string, to: string): boolean {
  const before = marksOf(from);
  const parts = ['', ...unwritten];
  try {
    for (const part of parts.filter((one) => existsSync(from + one))) {
      copyFileSync(from + part, to + part);
      chmodSync(to + part, 0o600);
    }
  } catch (error) {
    if (before === marksOf(from)) throw error;
  }
  if (before === marksOf(from)) return true;
  for (const part of parts) rmSync(to + part, { force: true });
  return false;
}

function finish(to: string): void {
  chmodSync(to, 0o600);
  sync(to, 'r+');
}

/**
 * Copies a store, with what its `-wal` holds, to a file that is not there or empty, for its owner alone; as it stands at one
 * time, whoever writes to it meanwhile. Nothing changes where it comes from unless others write there all the time, and what is
 * no store is copied as it is. Throws SottoError `store_unreachable` where it cannot be read, `store_locked` where others never cease.
 */
export function copyStore(from: string, to: string): void {
  requireReadable(from);
  // SQLite would make an index of the log where there is none.
  const isInUse = () => existsSync(`${from}-shm`);
  try {
    for (let n = 1; ; n += 1) {
      if ((isInUse() || n > tries.asItLies) && isCopiedAsRead(from, to)) break;
      if (isCopiedAsItLies(from, to)) break;
      if (n === tries.atMost) throw lockedError(from);
    }
    finish(to);
  } catch (error) {
    throw asStoreError(error, to);
  }
}

/**
 * Copies a store whose lock this process holds to a file that is empty, for its owner alone, and opens none of its files but
 * through SQLite: to close one would give the lock away. Throws SottoError.
 */
export function copyHeldStore(from: string, to: string): void {
  try {
    copyAsRead(from, to);
    finish(to);
  } catch (error) {
    throw asStoreError(error, to);
  }
}
