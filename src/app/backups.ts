import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSottoError, SottoError } from '../domain/errors.ts';
import { asStoreError } from '../store/database/store-error.ts';
import { asFileError } from './files/file-error.ts';
import { makeFolderFor } from './files/files.ts';
import { beginFile } from './files/temporary-file.ts';
import type { App } from './run/app.ts';
import { piecesBeside } from './sources/sources.ts';

/** A time (ISO 8601) as it may stand in the name of a file, to the second: `2026-01-31T12-00-00`. */
export const stamp = (iso: string): string => iso.slice(0, 19).replaceAll(':', '-');

/** What is behind the name of a store for each of the files that it may have. */
export const storeParts = ['', '-wal', '-shm'];

function freeFile(folder: string, name: string): string {
  const isTaken = (file: string) => storeParts.some((part) => existsSync(file + part));
  let file = join(folder, `${name}.db`);
  for (let n = 2; isTaken(file); n += 1) file = join(folder, `${name}-${n}.db`);
  return file;
}

/** Makes a file in the folder of backups, which is called so or has a number behind that; of the next one where another process came first. */
export async function asNewBackup<T>(
  { dataFolder }: Pick<App, 'dataFolder'>,
  name: string,
  make: (file: string) => Promise<T>,
): Promise<T> {
  for (;;)
    try {
      return await make(freeFile(join(dataFolder, 'backups'), name));
    } catch (error) {
      if (!isSottoError(error) || error.code !== 'file_exists') throw error;
    }
}

/** Whether SQLite could not write: of a copy that is being made, that is said of the copy and not of the store. */
const isAboutDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY)/.test(String(error.code));

/** Copies the store to a file that is not there yet, whole or not at all. Rejects with SottoError. */
async function backupTo(app: App, to: string, isApart: boolean): Promise<void> {
  makeFolderFor(to);
  const fresh = beginFile(to);
  try {
    await app.store.backup(fresh.part);
    if (isApart) await takePictures(app, fresh.part);
    fresh.keep();
  } catch (error) {
    fresh.drop();
    throw isAboutDisk(error) ? asStoreError(error, to) : asFileError(to, error);
  }
}

async function takePictures(app: App, copy: string): Promise<void> {
  const { takeFiles } = await import('../store/backup/take-files.ts');
  takeFiles(copy, (hash) => piecesBeside(app, hash));
}

/**
 * Copies the store to this file, or to a new one in the folder of backups. One that is to stand `apart` from the data directory takes
 * along the pictures there, too. Resolves to the file; rejects with SottoError.
 */
export async function backup(app: App, file?: string, { isApart = false } = {}): Promise<string> {
  const write = async (to: string): Promise<string> => {
    await backupTo(app, to, isApart);
    return to;
  };
  return file === undefined ? asNewBackup(app, `sotto-${stamp(app.now())}`, write) : write(file);
}

/** A backup in the folder of backups. */
export interface BackupFile {
  readonly file: string;
  /** ISO 8601, UTC: when it was last written. */
  readonly at: string;
  readonly bytes: number;
}

/** What lies in the folder of backups, the newest first. */
export function backupsOf({ dataFolder }: App): BackupFile[] {
  const folder = join(dataFolder, 'backups');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : [];
  const found = names.map((name) => {
    const { mtime, size } = statSync(join(folder, name));
    return { file: join(folder, name), at: mtime.toISOString(), bytes: size };
  });
  return found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.file < b.file ? 1 : -1));
}

/** The backup that a person picks from a list. Rejects with SottoError `which_backup` where nobody can be asked, or nothing is picked. */
export async function pickBackup(app: App): Promise<string> {
  const all = backupsOf(app);
  if (all.length === 0) {
    const message =
      'there is no backup yet; `sotto backup` makes one, and sotto makes one each day it is used';
    throw new SottoError('not_found', 'no_backup', message);
  }
  const rows = all.map(({ file, at, bytes }, row) => `${row + 1}  ${at}  ${basename(file)}  ${bytes} bytes`);
  for (const row of app.person.canAnswer ? rows : []) app.person.tell(row);
  const answer = await app.person.ask('Which one to restore? Enter its number, or nothing to cancel: ');
  const picked = all[Number(answer) - 1];
  if (answer && picked) return picked.file;
  const message =
    answer === null
      ? `name the backup: ${all.map(({ file }) => basename(file)).join(', ')}; nothing was changed`
      : 'no backup was picked; nothing was changed';
  throw new SottoError('usage', 'which_backup', message);
}
