import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const forOthers = 0o077;
const sticky = 0o1000;
const folders = ['backups', 'exports', 'snapshots', 'sources'];

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

/** Whether others than its owner, who is the one that runs this, have a right to it. */
const isLoose = (stats: Stats | undefined): stats is Stats =>
  stats !== undefined && stats.uid === process.getuid?.() && (stats.mode & forOthers) !== 0;

/** Takes every right to a file or folder from all but its owner, where the file system has rights. */
function tighten(path: string): void {
  const stats = statOf(path);
  if (!isLoose(stats)) return;
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch {
    // A file system that refuses it leaves the rights as they are.
  }
}

/** Makes a folder, and those above it that are missing, for its owner alone. One that is there stays as it is. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  // Not `recursive`: where nothing can be made, as in /proc, Node tries for ever.
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

/** Whether nothing lies in the folder but a store and what sotto puts beside it: a folder of more than that is not only sotto's. */
const isStoresOwn = (folder: string, store: string): boolean =>
  readdirSync(folder).every(
    (name) => name.startsWith(basename(store)) || name === 'config.toml' || folders.includes(name),
  );

function tightenFolder(folder: string): void {
  if (!isLoose(statOf(folder))) return;
  for (const name of readdirSync(folder)) tighten(join(folder, name));
  tighten(folder);
}

/** Makes the file of a store, when there is none, and leaves it and what sotto keeps beside it to the owner alone. */
export function keepToOwner(store: string): void {
  const folder = dirname(store);
  makeFolder(folder);
  try {
    closeSync(openSync(store, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  for (const part of ['', '-wal', '-shm']) tighten(store + part);
  for (const name of folders) tightenFolder(join(folder, name));
  const stats = statOf(folder);
  if (isLoose(stats) && (stats.mode & sticky) === 0 && isStoresOwn(folder, store)) tighten(folder);
}
