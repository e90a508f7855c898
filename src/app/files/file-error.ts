import { SottoError } from '../../domain/errors.ts';

/** A SottoError that says which file it is about; any other error as it is. */
export const aboutFile = (path: string, error: unknown): unknown =>
  error instanceof SottoError
    ? new SottoError(error.family, error.code, `${path}: ${error.message}`, { cause: error })
    : error;

/** What the system says of a file as a SottoError; any other error as it is. */
export function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const said: Record<string, string> = {
    ENOENT: 'does not exist; check the path',
    ENOTDIR: 'does not exist; check the path',
    EISDIR: 'is a directory; name a file in it',
    EACCES: 'cannot be accessed; check its permissions',
    EPERM: 'cannot be accessed; check its permissions',
    ENAMETOOLONG: 'is too long for a file name; choose a shorter one',
    ELOOP: 'is a link that leads nowhere; check the path',
    ENOSPC: 'cannot be written: the disk is full; free some space',
    EROFS: 'cannot be written: the disk is read-only; choose another directory',
  };
  const code = String(error.code);
  const why =
    said[code] ?? ('syscall' in error && `cannot be read or written (${code}); choose another place`);
  if (!why) return error;
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
