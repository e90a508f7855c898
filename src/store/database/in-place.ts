import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';

/** The file that each connection has open, as the system tells it from others. */
const opened = new WeakMap<Database.Database, string>();

/** What tells a file from others; null when there is none at the path. */
function fileAt(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}

/** Notes which file a connection has open: the one that is at its path now. */
export function notePlace(sqlite: Database.Database): void {
  const file = fileAt(sqlite.name);
  if (file !== null) opened.set(sqlite, file);
}

/**
 * Why nobody would find again what is written to the open file: it was removed, or another stands at its path. Null while it is
 * in its place, and where the system does not tell.
 */
export function whyGone(sqlite: Database.Database): string | null {
  const was = opened.get(sqlite);
  if (was === undefined) return null;
  const remedy = 'while it was open, so nothing more can be saved; copy what you wrote and open sotto again';
  try {
    const now = fileAt(sqlite.name);
    if (now === was) return null;
    return `${sqlite.name} was ${now === null ? 'removed' : 'replaced by another file'} ${remedy}`;
  } catch {
    return null;
  }
}

/** Throws SottoError `store_gone` where the open file is no more the one at its path. */
export function requireInPlace(sqlite: Database.Database): void {
  const why = whyGone(sqlite);
  if (why !== null) throw new SottoError('store', 'store_gone', why);
}
