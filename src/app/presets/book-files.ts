import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { SottoError } from '../../domain/errors.ts';
import { fieldsOf } from '../../domain/json/fields.ts';
import { foldName } from '../../domain/world/world.ts';
import { lorebookIn, toLorebookV3 } from '../../interop/sillytavern/lorebook.ts';
import { isWorldInfo, toWorldInfo } from '../../interop/sillytavern/world-info.ts';
import { aboutFile } from '../files/file-error.ts';
import { readJsonFile } from '../files/json-file.ts';
import { findBook, keepBook } from '../library/books.ts';
import { type LargeBook, largeBook, storeLargeBook } from '../library/large-book.ts';
import { madeOf } from '../library/made-of.ts';
import type { App } from '../run/app.ts';
import type { Progress } from '../run/person.ts';
import { cameAs, keepAlone, placeless } from '../sources/sources.ts';
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

/** The lorebook of a file, and where such files stand; what it was read from is not held. */
function readBook(path: string, name: string, warn: (warning: string) => void) {
  const value = readJsonFile(path);
  const folder = isWorldInfo(fieldsOf(value)) ? 'worlds' : placeless;
  try {
    return { folder, book: toLorebook(lorebookIn(value, name), warn) };
  } catch (error) {
    throw aboutFile(path, error);
  }
}

/** Keeps the lorebook of a file, under its name or another; one that is there is replaced with `force` alone. Throws SottoError. */
function keepSmall(app: App, path: string, name: string): BookIn {
  const { store } = app;
  const warnings = new Set<string>();
  const { book, folder } = readBook(path, name, (warning) => warnings.add(warning));
  try {
    const preset = { kind: 'lorebook', name, body: { ...book }, foreign: {} } as const;
    const made = madeOf(preset);
    store.atomically(() => {
      store.library.setPreset(preset);
      keepAlone(app, path, folder, { kind: 'lorebook', name, made });
    });
    if (book) keepBook(store, { name, made }, book);
  } catch (error) {
    throw aboutFile(path, error);
  }
  return { name, warnings: [...warnings] };
}

async function keepLarge(
  app: App,
  { path, name, book }: { path: string; name: string; book: LargeBook },
  progress: Progress,
): Promise<BookIn> {
  const warnings = new Set<string>();
  const warn = (warning: string) => void warnings.add(warning);
  try {
    await app.store.atomicallyInSteps(async () => {
      const made = await storeLargeBook(app.store, name, book, {
        warn,
        step: (share) => progress.step(`storing ${name}`, share),
      });
      const folder = book.isWorldInfo ? 'worlds' : placeless;
      keepAlone(app, path, folder, { kind: 'lorebook', name, made });
    });
  } catch (error) {
    throw aboutFile(path, error);
  }
  return { name, warnings: [...warnings] };
}

function nameFor({ store }: App, path: string, { name: wanted, force }: BookWanted): string {
  const name = presetName(wanted ?? basename(path, extname(path)));
  if (force || !store.library.presetNames('lorebook').some((known) => known.name === name)) return name;
  const message = `there is a lorebook "${name}" already; choose another with --name or add --force to replace it`;
  throw new SottoError('usage', 'book_exists', message);
}

/** Keeps the lorebook of a file, under its name or another; one that is there is replaced with `force` alone. Rejects with SottoError. */
export async function importBook(
  app: App,
  path: string,
  how: BookWanted,
  progress: Progress,
): Promise<BookIn> {
  const name = nameFor(app, path, how);
  await progress.step(`reading ${name}`, 0);
  const book = largeBook(path, name);
  return book ? keepLarge(app, { path, name, book }, progress) : keepSmall(app, path, name);
}

/**
 * The file of a lorebook of the library: the bytes that it came in as, where nothing has changed of it since and it came in the
 * wanted format; else it is written anew.
 */
export function bookFile(app: App, known: string, to: 'v3' | 'worldinfo'): Buffer {
  const stored = findBook(app.store, known);
  const came = cameAs(app, { kind: 'lorebook', name: known, made: madeOf(stored) });
  if (came && formatOf(came.bytes) === to) return came.bytes;
  const value = to === 'worldinfo' ? toWorldInfo(stored.book) : toLorebookV3(stored.book);
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function formatOf(bytes: Buffer): 'v3' | 'worldinfo' | 'another' {
  const file = fieldsOf(JSON.parse(bytes.toString('utf8').replace(/^\u{feff}/u, '')));
  if (file.spec === 'lorebook_v3') return 'v3';
  return isWorldInfo(file) ? 'worldinfo' : 'another';
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
  if (found) keepSmall(app, found.path, found.name);
}
