import { createHash } from 'node:crypto';
import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import type { Source } from '../../store/sources.ts';
import { attempt } from '../files/attempt.ts';
import { asFileError } from '../files/file-error.ts';
import { makeFolderFor, piecesOfFile, readFileOf } from '../files/files.ts';
import { hashOfBytes } from '../library/made-of.ts';
import type { App } from '../run/app.ts';

/** What a file was made into; `made` tells whether that is still as it was made. */
export interface MadeOf {
  readonly kind: string;
  readonly name: string;
  readonly made?: string;
}

/** A file that means nothing to sotto and is kept for the way back. */
export const nothingOfIt: MadeOf = { kind: '', name: '' };

/** Where a file stands, and how it is kept. */
export interface SourceFile {
  /** The folder it belongs to; '' for one that came alone. */
  readonly root: string;
  readonly path: string;
  readonly file: string;
  /** Pictures and the like stay where they are, and only their place is remembered. */
  readonly isLinked?: boolean;
}

const largest = 512 * 1024 * 1024;
const texts = new Set([
  '.json',
  '.jsonl',
  '.txt',
  '.md',
  '.css',
  '.js',
  '.html',
  '.yaml',
  '.yml',
  '.lorebook',
]);

/** SHA-256 of a file's bytes, which are not held at once. Throws SottoError `no_such_file`, `bad_file`. */
export function hashOfFile(path: string): string {
  const hash = createHash('sha256');
  for (const piece of piecesOfFile(path)) hash.update(piece);
  return hash.digest('hex');
}

type Parts = Pick<App, 'store' | 'dataFolder'>;

const inFolder = 'copy';

const copyOf = ({ dataFolder }: Pick<Parts, 'dataFolder'>, hash: string): string =>
  join(dataFolder, 'sources', hash);

/** Copies a file beside the store, by copy-on-write where the disk can. */
function copyBeside(parts: Parts, file: string, hash: string): void {
  const copy = copyOf(parts, hash);
  if (existsSync(copy)) return;
  makeFolderFor(copy);
  const part = `${copy}.${process.pid}.part`;
  try {
    copyFileSync(file, part, constants.COPYFILE_FICLONE);
    chmodSync(part, 0o600);
    renameSync(part, copy);
  } catch (error) {
    rmSync(part, { force: true });
    throw asFileError(file, error);
  }
}

/** Whether the library has these bytes as a card. */
const isCard = ({ store }: Parts, hash: string): boolean => store.library.hasCard(hash.slice(0, 16));

/** Whether the bytes of a file are at hand. */
function isKept(parts: Parts, { hash, elsewhere }: Source): boolean {
  if (elsewhere === null) return parts.store.sources.has(hash) || isCard(parts, hash);
  return existsSync(elsewhere === inFolder ? copyOf(parts, hash) : elsewhere);
}

/**
 * Remembers a file that came in: texts in the store, pictures beside it, each once. Throws SottoError `too_large` above 512 MiB,
 * `bad_file`.
 */
export function keepSource(parts: Parts, place: SourceFile, { kind, name, made = '' }: MadeOf): void {
  const { root, path, file, isLinked } = place;
  const { sources } = parts.store;
  const { size } = statSync(file);
  if (size > largest) {
    const message = `${file} has ${size} bytes, more than 512 MiB, and is not kept for exporting it again`;
    throw new SottoError('usage', 'too_large', message);
  }
  const hash = hashOfFile(file);
  const row = { root, path, hash, size, kind, name, made, elsewhere: null };
  const before = sources.at(root, path);
  if (before?.hash === hash && before.kind === kind && before.name === name && isKept(parts, before)) return;
  if (kind === 'card' && isCard(parts, hash)) sources.keep(row, null);
  else if (kind !== '' || texts.has(extname(path).toLowerCase()))
    sources.keep(row, sources.has(hash) ? null : piecesOfFile(file));
  else if (isLinked) sources.keep({ ...row, elsewhere: file }, null);
  else {
    copyBeside(parts, file, hash);
    sources.keep({ ...row, elsewhere: inFolder }, null);
  }
}

/** The bytes of a file as it came in; null when they are gone, or are others by now where they were left. */
export function bytesOf(parts: Parts, { hash, elsewhere }: Source): Buffer | null {
  if (elsewhere === null)
    return parts.store.sources.bytes(hash) ?? parts.store.library.card(hash.slice(0, 16))?.bytes ?? null;
  const file = elsewhere === inFolder ? copyOf(parts, hash) : elsewhere;
  const bytes = attempt(() => readFileOf(file, largest));
  return Buffer.isBuffer(bytes) && hashOfBytes(bytes) === hash ? bytes : null;
}

/** The bytes of a file that was copied beside the store, in pieces; none when it is gone. */
export const piecesBeside = (parts: Pick<Parts, 'dataFolder'>, hash: string): Iterable<Buffer> =>
  existsSync(copyOf(parts, hash)) ? piecesOfFile(copyOf(parts, hash)) : [];

/** Where a file that came alone is kept which no folder of SillyTavern has a place for. */
export const placeless = 'alone';

/** A place of its own for a file that came alone, as it would have in a folder of SillyTavern. */
function placeAlone({ store }: Parts, folder: string, file: string, { kind, name }: MadeOf): string {
  const extension = extname(file).toLowerCase();
  const called = fileNameFor(basename(file, extname(file)));
  for (let n = 1; ; n += 1) {
    const path = `${folder}/${called}${n === 1 ? '' : ` ${n}`}${extension}`;
    const there = store.sources.at('', path);
    if (!there || (there.kind === kind && there.name === name)) return path;
  }
}

/** Remembers a file that came alone, beside what was made of it; one that was made of another before is no longer that. */
export function keepAlone(parts: Parts, file: string, folder: string, made: MadeOf): void {
  const path = placeAlone(parts, folder, file, made);
  keepSource(parts, { root: '', path, file }, made);
}

/** The bytes that a thing came in as, the newest first, as long as it is still what was made of them; null where there are none. */
export function cameAs(
  parts: Parts,
  { kind, name, made = '' }: MadeOf,
): { path: string; bytes: Buffer } | null {
  for (const source of parts.store.sources.of(kind, name).reverse()) {
    const bytes = source.made === made ? bytesOf(parts, source) : null;
    if (bytes) return { path: source.path, bytes };
  }
  return null;
}
