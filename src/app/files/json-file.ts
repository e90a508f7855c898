import { SottoError } from '../../domain/errors.ts';
import { type JsonSize, jsonSize } from '../../domain/json-size.ts';
import { usualDepth } from '../../interop/parse-json.ts';
import { aboutFile } from './file-error.ts';
import { readFileOf } from './files.ts';

const largest = 64 * 1024 * 1024;

/** What a file may hold of each, so that reading it takes neither long nor the memory. */
const limits: readonly (readonly [keyof JsonSize, most: number, what: string])[] = [
  ['commas', 4_000_000, 'values'],
  ['containers', 1_000_000, 'objects and lists'],
  ['texts', 2_000_000, 'texts'],
  ['names', 300_000, 'different names of fields'],
  ['longest', 8 * 1024 * 1024, 'letters in one text'],
];

const notJson = (cause?: unknown): SottoError =>
  new SottoError('usage', 'not_json', 'it is not JSON, or nests too deep; export it again', { cause });

function refuseExcess(size: JsonSize): void {
  for (const [of, most, what] of limits)
    if (size[of] > most) {
      const message = `it holds more than ${most} ${what}, which would take too long to read; choose a smaller file`;
      throw new SottoError('usage', 'too_large', message);
    }
  if (size.depth > usualDepth) throw notJson();
}

/** The JSON value of a file. Throws SottoError `not_json`, `too_large`, `no_such_file`, `bad_file`. */
export function readJsonFile(path: string): unknown {
  const text = readFileOf(path, largest)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    refuseExcess(jsonSize(text));
    return JSON.parse(text);
  } catch (error) {
    throw aboutFile(path, error instanceof SottoError ? error : notJson(error));
  }
}
