import { closeSync, createReadStream, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { makeFolder } from '../../store/database/owner-only.ts';
import { asFileError } from './file-error.ts';
import { beginFile } from './temporary-file.ts';

const longestLine = 64 * 1024 * 1024;
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

/** Lines of a file without their breaks, as bytes. Rejects with SottoError `no_such_file`, `bad_file`, `too_large` at one that is longer than `longest` bytes. */
export async function* linesOf(path: string, longest = longestLine): AsyncIterable<Buffer> {
  let number = 1;
  let rest: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        if (size + at - start > longest) throw tooLong(path, number, longest);
        yield Buffer.concat([...rest, chunk.subarray(start, at)]);
        number += 1;
        rest = [];
        size = 0;
        start = at + 1;
      }
      rest.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > longest) throw tooLong(path, number, longest);
    }
  } catch (error) {
    throw asFileError(path, error);
  }
  if (size > 0) yield Buffer.concat(rest);
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
