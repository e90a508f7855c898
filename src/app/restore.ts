import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSottoError, SottoError } from '../domain/errors.ts';
import { asNewBackup, stamp, storeParts } from './backups.ts';
import { makeFolderFor } from './files/files.ts';
import { beginFile, beginFolder, claim } from './files/temporary-file.ts';
import type { App } from './run/app.ts';

/** What is wrong with a store that cannot be opened, and can with no patience and no rights. */
const hopeless = ['not_a_store', 'store_newer', 'store_older', 'store_damaged'];

/** What became of the store that was there. */
interface Kept {
  /** Where it is now. */
  readonly file: string;
  /** Keeps what was written since then as well, once nobody else can write to the store. */
  renew(): void;
  /** Lets it be as it was. */
  undo(): void;
}

const remove = (file: string): void => {
  for (const part of storeParts) rmSync(file + part, { force: true });
};

function move(from: string, to: string): void {
  for (const part of [...storeParts].reverse())
    if (existsSync(from + part)) renameSync(from + part, to + part);
}

/** Puts what is written to another file in the place of one. */
function replaceBy(file: string, write: (part: string) => void): void {
  const fresh = beginFile(file, { force: true });
  try {
    write(fresh.part);
    fresh.keep();
  } finally {
    fresh.drop();
  }
}

/** Copies the present store to a file without opening it in its place, or moves it there as it is when it cannot be opened. */
async function keepPresent(storeFile: string, file: string, migrations: string): Promise<Kept> {
  const [{ copyHeldStore, copyStore }, { checkStore }] = await Promise.all([
    import('../store/backup/copy-store.ts'),
    import('../store/backup/check-store.ts'),
  ]);
  makeFolderFor(file);
  const fresh = beginFile(file);
  try {
    copyStore(storeFile, fresh.part);
    checkStore(fresh.part, migrations);
    fresh.keep();
    const renew = () => {
      // Without an index of its log no sotto has opened the store yet, so that nobody wrote.
      if (existsSync(`${storeFile}-shm`)) replaceBy(file, (part) => copyHeldStore(storeFile, part));
    };
    return { file, renew, undo: () => remove(file) };
  } catch (error) {
    fresh.drop();
    if (!isSottoError(error) || !hopeless.includes(error.code)) throw error;
  }
  claim(file);
  move(storeFile, file);
  const undo = () => {
    remove(storeFile);
    move(file, storeFile);
  };
  return { file, renew: () => {}, undo };
}

/** The file that is meant: one at this path, or one of this name in the folder of backups. Throws SottoError `no_such_file`. */
function meant({ dataFolder }: App, file: string): string {
  const found = [file, ...(dirname(file) === '.' ? [join(dataFolder, 'backups', file)] : [])].find(
    existsSync,
  );
  if (found !== undefined) return found;
  throw new SottoError('not_found', 'no_such_file', `there is no file ${file}; see the backups directory`);
}

/**
 * Puts a backup, a file or the name of one in the folder of backups, in the place of the store, after it was checked and brought
 * to the newest version as a copy. Resolves to where what was there before is kept; null when nothing was. Rejects with
 * SottoError, and then the store is as it was, and so is the folder of backups.
 */
export async function restore(app: App, file: string): Promise<string | null> {
  const { readyToRestore, writeStore } = await import('../store/backup/restore.ts');
  const from = meant(app, file);
  const migrations = join(app.packageRoot, 'drizzle');
  makeFolderFor(app.storeFile);
  const folder = beginFolder(app.dataFolder);
  let kept: Kept | null = null;
  try {
    const copy = join(folder.path, 'backup.db');
    readyToRestore(from, copy, migrations);
    if (existsSync(app.storeFile)) {
      const name = `before-restore-${stamp(app.now())}`;
      kept = await asNewBackup(app, name, (to) => keepPresent(app.storeFile, to, migrations));
    }
    await writeStore(copy, app.storeFile, kept?.renew);
    return kept?.file ?? null;
  } catch (error) {
    kept?.undo();
    throw error;
  } finally {
    folder.drop();
  }
}
