import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { addon } from './addon.ts';
import { makeFolder } from './owner-only.ts';

const begins = 'before-upgrade-';
const unfinished = '.part';

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

function freeFile(folder: string): string {
  const name = `${begins}${stamp()}`;
  let file = join(folder, `${name}.db`);
  for (let n = 2; existsSync(file); n += 1) file = join(folder, `${name}-${n}.db`);
  return file;
}

/** What a process left behind that died while it copied, SQLite's journal of the copy with it; whoever calls this holds the store, so that no other copies now. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(begins) && name.includes(unfinished)) rmSync(join(folder, name), { force: true });
  }
}

/** Waits until what was written to a file (`r+`), or what names it in its folder (`r`), is on the disk. */
export function sync(path: string, how: 'r' | 'r+'): void {
  const handle = openSync(path, how);
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Copies a store to `backups` beside it, whole or not at all, for its owner alone. Whoever calls this is in a transaction
 * that has written nothing yet: the copy is what that transaction begins with.
 */
export function keepBefore({ name: file }: Database.Database, platform: string = process.platform): void {
  const folder = join(dirname(file), 'backups');
  makeFolder(folder);
  removeUnfinished(folder);
  const to = freeFile(folder);
  const part = to + unfinished;
  const source = new Database(file, { nativeBinding: addon(), readonly: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    source.prepare('VACUUM INTO ?').run(part);
    sync(part, 'r+');
    renameSync(part, to);
    // Windows opens no folder, and has its name on the disk by then.
    if (platform !== 'win32') sync(folder, 'r');
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    source.close();
  }
}
