import { isSottoError, SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { Connection } from './database.ts';
import { fileOf } from './read-only.ts';
import { asStoreError } from './store-error.ts';

/** The first thing that SQLite finds wrong with the file, all of which it reads; null when it is sound. */
function damageIn({ sqlite }: Connection): string | null {
  try {
    const found = String(sqlite.pragma('integrity_check(1)', { simple: true }));
    return found === 'ok' ? null : oneLine(found);
  } catch (error) {
    const known = asStoreError(error, fileOf(sqlite));
    if (isSottoError(known) && known.code !== 'store_damaged') throw known;
    return error instanceof Error ? oneLine(error.message) : String(error);
  }
}

/** Has SQLite check the whole file. Throws SottoError `store_damaged` with the first thing that is wrong. */
export function requireSound(connection: Connection, cause?: unknown): void {
  const damage = damageIn(connection);
  if (damage === null) return;
  const message = `${fileOf(connection.sqlite)} is damaged (${damage}); restore a backup with \`sotto restore FILE\``;
  throw new SottoError('store', 'store_damaged', message, { cause });
}

/**
 * What SQLite says of locks, rights and damage as a SottoError; any other error as it is, unless the file is damaged: then
 * what was read from it may well be the cause.
 */
export function explained(connection: Connection, error: unknown): unknown {
  const { sqlite } = connection;
  const known = asStoreError(error, fileOf(sqlite));
  if (isSottoError(known) || !sqlite.open) return known;
  try {
    requireSound(connection, error);
    return error;
  } catch (damage) {
    return damage;
  }
}
