import { existsSync } from 'node:fs';
import { SottoError } from '../../domain/errors.ts';
import { asStoreError, openDatabase, openForReading } from './database.ts';

/**
 * Puts a backup in the place of the store at `to`, through SQLite's own backup, so that a reader sees the old
 * or the new store and nothing between. Throws SottoError when `from` is no store; then nothing has changed.
 */
export async function restoreStore(from: string, to: string, migrations: string): Promise<void> {
  if (!existsSync(from))
    throw new SottoError('not_found', 'no_such_file', `there is no file ${from}; see the backups folder`);
  const source = openForReading(from);
  try {
    if (source.pragma('quick_check', { simple: true }) !== 'ok') {
      throw new SottoError('store', 'store_damaged', `${from} is damaged; choose another backup`);
    }
    openDatabase(to, migrations).sqlite.close();
    await source.backup(to);
  } catch (error) {
    throw asStoreError(error, from);
  } finally {
    source.close();
  }
  openDatabase(to, migrations).sqlite.close();
}
