import { existsSync } from 'node:fs';
import { SottoError } from '../../domain/errors.ts';
import { isFile, readFileOf } from './files.ts';

const most = 4 * 1024 * 1024;

const refused = (path: string, what: string): SottoError =>
  new SottoError('usage', 'not_text', `${path} ${what}; choose a file of plain text`);

/**
 * The text of a file in UTF-8 of at most 4 MiB. Throws SottoError `no_such_file`, `bad_file`, `too_large`, before anything is
 * read, and `not_text`.
 */
export function readTextFile(path: string): string {
  if (existsSync(path) && !isFile(path))
    throw new SottoError('usage', 'bad_file', `${path} is not a file; choose a file of plain text`);
  const bytes = readFileOf(path, most);
  if (bytes.includes(0)) throw refused(path, 'is binary, not text');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() !== '') return text;
  } catch {
    throw refused(path, 'is not text in UTF-8');
  }
  throw refused(path, 'is empty');
}
