import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { MiB } from '../../cards/limits.ts';
import { SottoError } from '../../domain/errors.ts';
import { makeFolder } from '../../store/database/owner-only.ts';
import { asFileError } from './file-error.ts';
import { beginFile } from './temporary-file.ts';

const longestLine = 64 * MiB;
const newline = 0x0a;

/** Whether the path leads to a file; one that is longer than a path can be leads nowhere. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return false;
    throw error;
  }
}

/** Bytes of a file. Throws SottoError `no_such_file`, `bad_file`, `too_large` (above `limit` bytes). */
export function readFileOf(path: string, limit: number): Buffer {
  try {
    const size = statSync(path).size;
    if (size > limit) {
      const message = `${path} has ${size} bytes, more than the limit of ${limit}; choose a smaller file`;
      throw new SottoError('usage', 'too_large', message);
    }
    return readFileSync(path);
  } catch (error) {
    throw asFileError(path, error);
  }
}

const pieceSize = MiB;

/**
 * The bytes of a file in pieces of 1 MiB, each there until the next is asked for. Throws SottoError `no_such_file`, `bad_file`.
 */
export function* piecesOfFile(path: string): Generator<Buffer> {
  try {
    const file = openSync(path, 'r');
    try {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceSize, fstatSync(file).size + 1));
      for (let read = fill(file, piece); read > 0; read = fill(file, piece)) yield piece.subarray(0, read);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw asFileError(path, error);
  }
}

/** Reads until a piece is full or the file is over. */
function fill(file: number, piece: Buffer): number {
  let filled = 0;
  for (let read = -1; read !== 0 && filled < piece.length; filled += read)
    read = readSync(file, piece, filled, piece.length - filled, null);
  return filled;
}

/** Makes the folder that a file is to be in, where it is missing, for its owner alone. Throws SottoError `bad_file`. */
export function makeFolderFor(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
  } catch (error) {
    throw asFileError(folder, error);
  }
}

const tooLong = (path: string, number: number, longest: number): SottoError => {
  const message = `${path}: line ${number} has more than ${longest} bytes; nothing was imported, shorten it first`;
  return new SottoError('usage', 'too_large', message);
};

/** Bytes that are put together, in room that is used again. */
export class Gathered {
  #room = Buffer.alloc(0);
  size = 0;

  add(bytes: Buffer, from = 0, to = bytes.length): void {
    const needed = this.size + to - from;
    if (needed > this.#room.length) {
      const before = this.#room;
      this.#room = Buffer.allocUnsafeSlow(Math.max(needed, this.size * 2));
      before.copy(this.#room, 0, 0, this.size);
    }
    bytes.copy(this.#room, this.size, from, to);
    this.size = needed;
  }

  clear(): void {
    this.size = 0;
  }

  /** All of them, there until more are added. */
  take(): Buffer {
    const all = this.#room.subarray(0, this.size);
    this.clear();
    return all;
  }

  /** The text in UTF-8 that they are. */
  text(): string {
    return this.#room.toString('utf8', 0, this.size);
  }
}

/**
 * Lines of a file without their breaks, as bytes that are there until the next is asked for. Rejects with SottoError `no_such_file`,
 * `bad_file`, `too_large` at one that is longer than `longest` bytes.
 */
export async function* linesOf(path: string, longest = longestLine): AsyncIterable<Buffer> {
  const rest = new Gathered();
  let number = 1;
  for (const piece of piecesOfFile(path)) {
    let start = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, start)) {
      if (rest.size + at - start > longest) throw tooLong(path, number, longest);
      if (rest.size > 0) rest.add(piece, start, at);
      yield rest.size > 0 ? rest.take() : piece.subarray(start, at);
      number += 1;
      start = at + 1;
    }
    if (rest.size + piece.length - start > longest) throw tooLong(path, number, longest);
    if (start < piece.length) rest.add(piece, start);
  }
  if (rest.size > 0) yield rest.take();
}

/**
 * Writes a file whole or not at all, for its owner alone. An ordinary file that is there is replaced only with `force`,
 * a link or anything else never. Throws SottoError `file_exists`, `no_such_file`, `bad_file`.
 */
export function writeFileOf(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  { force }: { force: boolean },
): void {
  const fresh = beginFile(path, { force });
  try {
    const file = openSync(fresh.part, 'r+');
    try {
      for (const piece of pieces) writeWhole(file, Buffer.from(piece));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    fresh.keep();
  } catch (error) {
    fresh.drop();
    throw asFileError(path, error);
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
