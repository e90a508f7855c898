import { basename, extname } from 'node:path';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import { lorebookIn } from '../../interop/sillytavern/lorebook.ts';
import { aboutFile } from '../files/file-error.ts';
import { readJsonFile } from '../files/json-file.ts';
import { keepBook } from '../library/books.ts';
import type { App } from '../run/app.ts';
import { presetName } from './preset-files.ts';

/** A lorebook that came in, and what a person should know of it. */
export interface BookIn {
  readonly name: string;
  readonly warnings: readonly string[];
}

/** Keeps the lorebook of a file, under its name or another; one that is there is replaced with `force` alone. Throws SottoError. */
export function importBook(
  { store }: App,
  path: string,
  { name: wanted, force }: { readonly name: string | undefined; readonly force: boolean },
): BookIn {
  const { library } = store;
  const name = presetName(wanted ?? basename(path, extname(path)));
  if (!force && library.preset('lorebook', name)) {
    const message = `there is a lorebook "${name}" already; choose another with --name or add --force to replace it`;
    throw new SottoError('usage', 'book_exists', message);
  }
  const warnings = new Set<string>();
  const value = readJsonFile(path);
  try {
    const book = toLorebook(lorebookIn(value, name), (warning) => warnings.add(warning));
    library.setPreset({ kind: 'lorebook', name, body: { ...book }, foreign: {} });
  } catch (error) {
    throw aboutFile(path, error);
  }
  keepBook(store, name);
  return { name, warnings: [...warnings] };
}
