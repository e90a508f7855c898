import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import { foldName } from '../../domain/world/world.ts';
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

/** As what a lorebook is kept, and whether it may take the place of another. */
interface BookWanted {
  readonly name: string | undefined;
  readonly force: boolean;
}

/** Keeps the lorebook of a file as `importBook` does, and says before each step what comes next and how much is done. */
export function* importingBook(
  { store }: App,
  path: string,
  { name: wanted, force }: BookWanted,
): Generator<[stage: string, share: number], BookIn> {
  const { library } = store;
  const name = presetName(wanted ?? basename(path, extname(path)));
  if (!force && library.presetNames('lorebook').some((known) => known.name === name)) {
    const message = `there is a lorebook "${name}" already; choose another with --name or add --force to replace it`;
    throw new SottoError('usage', 'book_exists', message);
  }
  const warnings = new Set<string>();
  yield [`reading ${name}`, 0];
  const value = readJsonFile(path);
  try {
    const book = toLorebook(lorebookIn(value, name), (warning) => warnings.add(warning));
    yield [`storing ${name}`, 0.4];
    library.setPreset({ kind: 'lorebook', name, body: { ...book }, foreign: {} });
    yield [`indexing ${name}`, 0.6];
    if (book) keepBook(store, name, book);
  } catch (error) {
    throw aboutFile(path, error);
  }
  return { name, warnings: [...warnings] };
}

/** Keeps the lorebook of a file, under its name or another; one that is there is replaced with `force` alone. Throws SottoError. */
export function importBook(app: App, path: string, how: BookWanted): BookIn {
  const steps = importingBook(app, path, how);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Where the lorebooks stand that come with sotto. */
const builtIn = ({ packageRoot }: App): string => join(packageRoot, 'cards', 'lore');

/** A lorebook that comes with sotto and is not in the library. */
export interface BuiltInBook {
  readonly name: string;
  readonly path: string;
  readonly entries: number;
}

/** The lorebooks that come with sotto, without those of whose name the library has one. */
export function builtInBooks(app: App): BuiltInBook[] {
  const kept = app.store.library.presetNames('lorebook').map(({ name }) => foldName(name));
  return readdirSync(builtIn(app)).flatMap((file): BuiltInBook[] => {
    const path = join(builtIn(app), file);
    const name = basename(file, extname(file));
    if (kept.includes(foldName(name))) return [];
    const book = toLorebook(lorebookIn(readJsonFile(path), name), () => {});
    return [{ name, path, entries: book?.entries.length ?? 0 }];
  });
}

/** Takes a lorebook that comes with sotto into the library, where it is wanted by this name and is not there. */
export function takeBuiltIn(app: App, name: string): void {
  const found = builtInBooks(app).find((book) => foldName(book.name) === foldName(name));
  if (found) importBook(app, found.path, { name: found.name, force: false });
}
