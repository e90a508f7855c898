import { SottoError } from '../../domain/errors.ts';
import { jsonSize } from '../../domain/json-size.ts';
import { usualDepth } from '../../interop/parse-json.ts';
import { aboutFile } from './file-error.ts';
import { readFileOf } from './files.ts';

const largest = 64 * 1024 * 1024;
const mostValues = 4_000_000;

function notJson(path: string, cause?: unknown): unknown {
  const message = 'it is not JSON, or nests too deep; export it again';
  return aboutFile(path, new SottoError('usage', 'not_json', message, { cause }));
}

/** The JSON value of a file. Throws SottoError `not_json`, `too_large`, `no_such_file`, `bad_file`. */
export function readJsonFile(path: string): unknown {
  const text = readFileOf(path, largest)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  const { commas, depth } = jsonSize(text);
  if (commas > mostValues) {
    const message = `it holds more than ${mostValues} values; choose a smaller file`;
    throw aboutFile(path, new SottoError('usage', 'too_large', message));
  }
  try {
    if (depth <= usualDepth) return JSON.parse(text);
  } catch (cause) {
    throw notJson(path, cause);
  }
  throw notJson(path);
}
