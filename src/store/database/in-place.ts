import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';

/** The files that each connection has open, by path, as the system tells them from others: the store and its log. */
const opened = new WeakMap<Database.Database, ReadonlyMap<string, string>>();

/** What tells a file from others; null when there is none at the path. */
function fileAt(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}

/** Notes which files a connection has open: those that are at its path now. */
export function notePlace(sqlite: Database.Database): void {
  const paths = [sqlite.name, `${sqlite.name}-wal`];
  const files = paths.map((path) => [path, fileAt(path)] as const);
  opened.set(sqlite, new Map(files.flatMap(([path, file]) => (file === null ? [] : [[path, file]]))));
}

/**
 * Why nobody would find again what is written to the open files: one was removed, or another stands at its path. Null while both
 * are in their place, and where the system does not tell.
 */
export function whyGone(sqlite: Database.Database): string | null {
  const remedy = 'while it was open, so nothing more can be saved; copy what you wrote and open sotto again';
  try {
    for (const [path, was] of opened.get(sqlite) ?? []) {
      const now = fileAt(path);
      if (now !== was)
        return `${path} was ${now === null ? 'removed' : 'replaced by another file'} ${remedy}`;
    }
    return null;
  } catch {
    return null;
  }
}

/** Throws SottoError `store_gone` where an open file is no more the one at its path. */
export function requireInPlace(sqlite: Database.Database): void {
  const why = whyGone(sqlite);
  if (why !== null) throw new SottoError('store', 'store_gone', why);
}
