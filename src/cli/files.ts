import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { SottoError } from '../domain/errors.ts';

const longestLine = 64 * 1024 * 1024;
const newline = 0x0a;

/** A SottoError that says which file it is about; any other error as it is. */
export const aboutFile = (path: string, error: unknown): unknown =>
  error instanceof SottoError
    ? new SottoError(error.family, error.code, `${path}: ${error.message}`, { cause: error })
    : error;

/** What the system says of a file as a SottoError; any other error as it is. */
export function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const said: Record<string, string> = {
    ENOENT: 'is not there; check the path',
    ENOTDIR: 'is not there; check the path',
    EISDIR: 'is a folder; name a file in it',
    EACCES: 'may not be read or written; check its rights',
    EPERM: 'may not be read or written; check its rights',
    ENAMETOOLONG: 'is too long for a file name; choose a shorter one',
    ENOSPC: 'cannot be written: the disk is full; free some space',
    EROFS: 'cannot be written: the disk is read-only; choose another folder',
  };
  const code = String(error.code);
  const why = said[code];
  if (why === undefined) return error;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  return new SottoError(
    isMissing ? 'not_found' : 'usage',
    isMissing ? 'no_such_file' : 'bad_file',
    `${path} ${why}`,
    {
      cause: error,
    },
  );
}

/** Whether the path leads to a file. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

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

/** Lines of a file without their breaks, as bytes. Rejects with SottoError `no_such_file`, `bad_file`, `too_large`. */
export async function* linesOf(path: string): AsyncIterable<Buffer> {
  let rest: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, at)]);
        rest = [];
        size = 0;
        start = at + 1;
      }
      rest.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > longestLine) {
        const message = `${path} has a line of more than ${longestLine} bytes; it is no chat`;
        throw new SottoError('usage', 'too_large', message);
      }
    }
  } catch (error) {
    throw asFileError(path, error);
  }
  if (size > 0) yield Buffer.concat(rest);
}

/**
 * Writes a file whole or not at all. An existing one is replaced only with `force`. Throws SottoError
 * `file_exists`, `no_such_file`, `bad_file`.
 */
export function writeFileOf(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  { force }: { force: boolean },
): void {
  if (!force && existsSync(path)) {
    throw new SottoError(
      'usage',
      'file_exists',
      `${path} exists already; choose another name or add --force`,
    );
  }
  const part = `${path}.${process.pid}.part`;
  try {
    const file = openSync(part, 'wx');
    try {
      for (const piece of pieces) writeWhole(file, Buffer.from(piece));
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw asFileError(path, error);
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
