import { SottoError } from '../../domain/errors.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { aboutFile } from './file-error.ts';
import { readFileOf } from './files.ts';

const largest = 64 * 1024 * 1024;

/** The JSON value of a file. Throws SottoError `not_json`, `too_large`, `no_such_file`, `bad_file`. */
export function readJsonFile(path: string): unknown {
  const text = readFileOf(path, largest)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    return parseJson(text);
  } catch (cause) {
    const message = 'it is not JSON, or nests too deep; export it again';
    throw aboutFile(path, new SottoError('usage', 'not_json', message, { cause }));
  }
}
