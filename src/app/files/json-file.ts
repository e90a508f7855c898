import { SottoError } from '../../domain/errors.ts';
import { excessOf, type JsonSize, jsonSize } from '../../domain/json/size.ts';
import { usualDepth } from '../../interop/parse-json.ts';
import { aboutFile } from './file-error.ts';
import { readFileOf } from './files.ts';

const largest = 64 * 1024 * 1024;

/** The refusal of what is no JSON. */
export const notJson = (cause?: unknown): SottoError =>
  new SottoError('usage', 'not_json', 'it is not JSON, or nests too deep; export it again', { cause });

function refuseExcess(size: JsonSize): void {
  const excess = excessOf(size);
  if (excess !== null) {
    const message = `it holds ${excess}, which would take too long to read; choose a smaller file`;
    throw new SottoError('usage', 'too_large', message);
  }
  if (size.depth > usualDepth) throw notJson();
}

/** The value of JSON text from outside. Throws SottoError `not_json`, `too_large`. */
export function readJson(text: string): unknown {
  try {
    refuseExcess(jsonSize(text));
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SottoError ? error : notJson(error);
  }
}

/** The JSON value of a file. Throws SottoError `not_json`, `too_large`, `no_such_file`, `bad_file`. */
export function readJsonFile(path: string): unknown {
  const text = readFileOf(path, largest)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    return readJson(text);
  } catch (error) {
    throw aboutFile(path, error);
  }
}
