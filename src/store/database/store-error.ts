import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SottoError } from '../../domain/errors.ts';

/** Code of the error that says that another program holds the store. */
export const lockedCode = 'store_locked';

/** That another program holds the store at `file`. */
export const lockedError = (file: string, cause?: unknown): SottoError =>
  new SottoError('store', lockedCode, `${file} is locked by another program; close it and try again`, {
    cause,
  });

/** SQLite cannot even begin to read where it cannot make the index of the log, which takes 32 KiB. */
const leastRoom = 256 * 1024;

/** Whether nothing more can be written where a file is; false where the system does not tell. */
function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dirname(file));
    return bavail * bsize < leastRoom || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}

/**
 * Turns what SQLite or the system says of a store into a line that a person understands. Other errors pass through. `isFull`
 * tells whether the disk of a file is full.
 */
export function asStoreError(error: unknown, file: string, isFull = isDiskFull): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const is = (...starts: string[]) => starts.some((start) => code.startsWith(start));
  const store = (name: string, message: string) =>
    new SottoError('store', name, `${file} ${message}`, { cause: error });
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED')) return lockedError(file, error);
  if (is('SQLITE_READONLY', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS')) {
    return store(
      'store_read_only',
      'cannot be written: the file, its directory or the file system is read-only for you; change that, or use --data',
    );
  }
  if (is('SQLITE_NOTADB'))
    return store('not_a_store', 'is not a store of sotto; choose another directory with --data');
  if (is('SQLITE_CORRUPT') || error.message.startsWith('vtable constructor failed'))
    return store('store_damaged', 'is damaged; restore a backup with `sotto restore FILE`');
  const isFailing = is('SQLITE_CANTOPEN', 'SQLITE_IOERR');
  if (is('SQLITE_FULL', 'ENOSPC', 'EDQUOT') || (isFailing && isFull(file)))
    return store('disk_full', 'cannot be used: the disk is full; free some space, or use --data on another');
  if (is('SQLITE_IOERR')) {
    const message = `cannot be read or written (${code}): its disk fails or your quota is used up; check the disk, or use --data on another`;
    return store('disk_failed', message);
  }
  if (is('SQLITE_CANTOPEN', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG')) {
    return store('store_unreachable', `cannot be opened (${code}); check the path or use --data`);
  }
  return error;
}
