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

const sync = (path: string): void => {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

/**
 * Copies a store to `backups` beside it, whole or not at all, for its owner alone. Whoever calls this is in a transaction
 * that has written nothing yet: the copy is what that transaction begins with.
 */
export function keepBefore({ name: file }: Database.Database): void {
  const folder = join(dirname(file), 'backups');
  makeFolder(folder);
  removeUnfinished(folder);
  const to = freeFile(folder);
  const part = to + unfinished;
  const source = new Database(file, { nativeBinding: addon(), readonly: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    source.prepare('VACUUM INTO ?').run(part);
    sync(part);
    renameSync(part, to);
    sync(folder);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    source.close();
  }
}
