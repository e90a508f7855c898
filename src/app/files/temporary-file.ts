import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { hasEnded } from '../../play/lease/liveness.ts';
import { asFileError } from './file-error.ts';
import { pidSpace } from './pid-space.ts';

/** A file that is written under another name beside its place, and then stands there whole. */
export interface TemporaryFile {
  /** Where it is written: made, empty, for its owner alone. */
  readonly part: string;
  /** Puts it in its place. Throws SottoError when something else has come there. */
  keep(): void;
  /** Takes away what was written. */
  drop(): void;
}

const sidecars = ['', '-journal', '-wal', '-shm'];
const partName = /^\.sotto-([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.part(?:-journal|-wal|-shm)?$/;

/** This start of the computer and the part of it in which pids mean something, short enough for the name of a file. */
const shortSpace = (): readonly string[] =>
  pidSpace()
    .split(' ', 2)
    .concat('')
    .slice(0, 2)
    .map((half) => createHash('sha256').update(half).digest('hex').slice(0, 8));

/** A name under which nothing stands, that says which process uses it. */
const freshName = (): string =>
  `.sotto-${[...shortSpace(), process.pid, randomBytes(4).toString('hex')].join('-')}.part`;

/** Whether a file or folder was being written by a process of sotto that has ended. */
function isLeftOver(folder: string, name: string): boolean {
  const [, boot, space, pid] = partName.exec(name) ?? [];
  const stats = pid === undefined ? undefined : lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (!(stats?.isFile() || stats?.isDirectory()) || stats.uid !== (process.getuid?.() ?? stats.uid))
    return false;
  const writer = { terminal: `${boot} ${space}#`, pid: Number(pid), beat: stats.mtimeMs };
  return hasEnded({ pidSpace: shortSpace().join(' '), pid: process.pid }, writer);
}

function removeLeftOvers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (isLeftOver(folder, name)) rmSync(join(folder, name), { force: true, recursive: true });
  }
}

/** What stands at a path must be a file that may be replaced, or nothing. Links are not followed. */
function refuseOccupied(path: string, force: boolean | undefined): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isFile()) {
    const what = there.isDirectory()
      ? 'a folder'
      : there.isSymbolicLink()
        ? 'a link'
        : 'not an ordinary file';
    const message = `${path} is ${what} and is not overwritten; name another file`;
    throw new SottoError('usage', 'bad_file', message);
  }
  if (force) return;
  const orForce = force === undefined ? '' : ' or add --force';
  const message = `${path} exists already; choose another name${orForce}`;
  throw new SottoError('usage', 'file_exists', message);
}

/** Makes an empty file at a path where nothing stands, so that no other process does; `force` as in `beginFile`. Throws SottoError `file_exists`, `bad_file`. */
export function claim(path: string, force?: boolean): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    refuseOccupied(path, force);
    throw error;
  }
}

/** Whether a file now stands at a path as well, where nothing stood: at once, so that whoever is killed leaves no empty one; no disk without links does that. */
function hasLinked(file: string, path: string): boolean {
  try {
    linkSync(file, path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Begins a file that is to stand at `path`; an ordinary file there is replaced only with `force`, which is absent where nobody is
 * offered that; anything else never.
 * Throws SottoError `file_exists`, `no_such_file`, `bad_file`.
 */
export function beginFile(path: string, { force }: { readonly force?: boolean } = {}): TemporaryFile {
  const folder = dirname(path);
  const part = resolve(folder, freshName());
  try {
    refuseOccupied(path, force);
    removeLeftOvers(folder);
    closeSync(openSync(part, 'wx', 0o600));
  } catch (error) {
    throw asFileError(path, error);
  }
  return {
    part,
    keep: () => {
      if (!force && hasLinked(part, path)) return rmSync(part);
      if (force) refuseOccupied(path, force);
      else claim(path, force);
      renameSync(part, path);
    },
    drop: () => {
      for (const sidecar of sidecars) rmSync(part + sidecar, { force: true });
    },
  };
}

/** An empty folder, for its owner alone, that is there until `drop` takes it away with all that is in it. */
export interface TemporaryFolder {
  readonly path: string;
  drop(): void;
}

/**
 * Makes a folder in another one for what is needed for a while; what processes left there that have died is taken away. Throws
 * SottoError `bad_file`.
 */
export function beginFolder(folder: string): TemporaryFolder {
  const path = resolve(folder, freshName());
  try {
    removeLeftOvers(folder);
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw asFileError(folder, error);
  }
  return { path, drop: () => rmSync(path, { force: true, recursive: true }) };
}
