import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { SottoError } from '../domain/errors.ts';
import type { App } from './app.ts';
import { asFileError } from './files/file-error.ts';
import { makeFolderFor } from './files/files.ts';
import { beginFile } from './files/temporary-file.ts';

/** A file name for a time: `2026-01-31T12-00-00`. */
const stamp = (iso: string): string => iso.slice(0, 19).replaceAll(':', '-');

/** Copies the store to a file that is not there yet, whole or not at all. Rejects with SottoError. */
async function backupTo({ store }: App, to: string): Promise<void> {
  makeFolderFor(to);
  const fresh = beginFile(to, { force: false });
  try {
    await store.backup(fresh.part);
    fresh.keep();
  } catch (error) {
    fresh.drop();
    throw asFileError(to, error);
  }
}

/** Copies the store to this file, or to a new one in the folder of backups. Resolves to the file; rejects with SottoError. */
export async function backup(app: App, file?: string): Promise<string> {
  const to = file ?? join(app.dataFolder, 'backups', `sotto-${stamp(app.now())}.db`);
  await backupTo(app, to);
  return to;
}

const sidecars = ['', '-wal', '-shm'];

function move(from: string, to: string): void {
  for (const part of sidecars) {
    if (existsSync(from + part)) renameSync(from + part, to + part);
  }
}

/** Keeps the present store: as a backup, or, when it is damaged, moved out of the way. True when moved. */
async function keepPresent(app: App, safe: string): Promise<boolean> {
  try {
    await backupTo(app, safe);
    return false;
  } catch (error) {
    const why = app.explain(error);
    if (!(why instanceof SottoError) || why.code !== 'store_damaged') throw why;
  } finally {
    app.close();
  }
  makeFolderFor(safe);
  move(app.storeFile, safe);
  return true;
}

function freeFile(folder: string, name: string): string {
  let file = join(folder, `${name}.db`);
  for (let n = 2; existsSync(file); n += 1) file = join(folder, `${name}-${n}.db`);
  return file;
}

/**
 * Puts a backup in the place of the store. Resolves to where what was there before is kept; null when nothing was.
 * Rejects with SottoError, and then the store is as it was.
 */
export async function restore(app: App, file: string): Promise<string | null> {
  const { restoreStore } = await import('../store/database/restore.ts');
  const safe = freeFile(join(app.dataFolder, 'backups'), `before-restore-${stamp(app.now())}`);
  const had = existsSync(app.storeFile);
  const isMoved = had && (await keepPresent(app, safe));
  try {
    await restoreStore(file, app.storeFile, join(app.packageRoot, 'drizzle'));
  } catch (error) {
    if (isMoved) move(safe, app.storeFile);
    throw error;
  }
  return had ? safe : null;
}
