import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { makeFolderFor, readFileOf, writeFileOf } from '../files/files.ts';
import { hashOfBytes } from '../library/made-of.ts';
import { hashOfFile, type MadeOf } from '../sources/sources.ts';

/** A file of the folder that is written, and whether something stands there already that it takes the place of. */
export interface ExportedFile {
  readonly kind: string;
  readonly file: string;
  readonly change: 'new' | 'changed';
}

/** A file as it is to stand in a folder. */
export interface Outgoing {
  readonly kind: string;
  readonly path: string;
  /** Its bytes, made when they are needed. */
  readonly bytes: () => Uint8Array;
  /** What of the bytes is known beforehand. */
  readonly hash?: string;
  /** What is in it, so that the file is known again; absent = nothing that changes. */
  readonly of?: MadeOf;
}

const largest = 512 * 1024 * 1024;

function freeName(path: string): string {
  let free = path;
  for (let n = 2; lstatSync(free, { throwIfNoEntry: false }); n += 1) free = `${path}${n}`;
  return free;
}

/** Files on their way into a folder: nothing is written before all are known. */
export class Delivery {
  readonly dir: string;
  readonly #planned = new Map<string, Outgoing & { readonly change: ExportedFile['change'] }>();
  readonly #taken = new Set<string>();
  /** Files that stay as they are, though there is another state of them here, and why. */
  readonly notes: string[] = [];

  constructor(dir: string) {
    this.dir = dir;
  }

  /** The folder as files that came from it remember it. */
  get root(): string {
    return lstatSync(this.dir, { throwIfNoEntry: false }) ? realpathSync(this.dir) : '';
  }

  /** Whether a path of the folder is spoken for. */
  isTaken(path: string): boolean {
    return this.#taken.has(path.toLowerCase());
  }

  /** The bytes of the file that stands there; null when there is none. Throws SottoError `bad_file` at a link, which would lead elsewhere. */
  there(path: string): Buffer | null {
    return this.#stands(path) ? readFileOf(join(this.dir, path), largest) : null;
  }

  /** The hash of the file that stands there; null when there is none. */
  hashThere(path: string): string | null {
    return this.#stands(path) ? hashOfFile(join(this.dir, path)) : null;
  }

  /** A path for a new file of this name: nothing stands there, or what would be written stands there already. */
  free(folder: string, name: string, extension: string, bytes: () => Uint8Array): string {
    for (let n = 1; ; n += 1) {
      const path = join(folder, `${name}${n === 1 ? '' : ` ${n}`}${extension}`);
      if (this.isTaken(path)) continue;
      const there = this.hashThere(path);
      if (there === null || there === hashOfBytes(bytes())) return path;
    }
  }

  /** Lets a file stand at its path. */
  put(outgoing: Outgoing): void {
    const { path, bytes, hash } = outgoing;
    this.keep(path);
    const there = this.hashThere(path);
    if (there !== null && there === (hash ?? hashOfBytes(bytes()))) return;
    this.#planned.set(path, { ...outgoing, change: there === null ? 'new' : 'changed' });
  }

  /** The files that are known again by what is in them. */
  get known(): { readonly path: string; readonly of: MadeOf }[] {
    return [...this.#planned.values()].flatMap(({ path, of }) => (of ? [{ path, of }] : []));
  }

  /** Leaves what stands at a path as it is. */
  keep(path: string): void {
    this.#taken.add(path.toLowerCase());
  }

  /** What would be written, in the order of its making. */
  get files(): ExportedFile[] {
    return [...this.#planned.values()].map(({ kind, path, change }) => ({ kind, file: path, change }));
  }

  /** Writes all of it; what is replaced stays beside it as `.bak`. Throws SottoError `file_exists` unless it may be, and then writes nothing. */
  write(force: boolean): void {
    const changed = this.files.filter(({ change }) => change === 'changed');
    if (changed.length > 0 && !force) {
      const [first] = changed;
      const more = changed.length > 1 ? ` (and ${changed.length - 1} more)` : '';
      const why = `${join(this.dir, first?.file ?? '')}${more} exists already and would change`;
      const message = `${why}; \`--dry-run\` lists what would, and --force changes it and keeps the old as .bak`;
      throw new SottoError('usage', 'file_exists', message);
    }
    for (const { path, bytes } of this.#planned.values()) {
      const file = join(this.dir, path);
      makeFolderFor(file);
      const before = this.there(path);
      if (before) writeFileOf(freeName(`${file}.bak`), [before], { force: false });
      writeFileOf(file, [bytes()], { force: true });
    }
  }

  #stands(path: string): boolean {
    const steps = dirname(join(path))
      .split(sep)
      .filter((step) => step !== '.');
    for (const [at] of ['', ...steps].entries()) {
      const folder = join(this.dir, ...steps.slice(0, at));
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) this.#refuse(folder);
    }
    const stats = lstatSync(join(this.dir, path), { throwIfNoEntry: false });
    if (stats && !stats.isFile()) this.#refuse(join(this.dir, path));
    return stats !== undefined;
  }

  #refuse(path: string): never {
    const message = `${path} is a link or a folder, which is not written to; name the directory it leads to`;
    throw new SottoError('usage', 'bad_file', message);
  }
}
