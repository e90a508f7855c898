import { statSync } from 'node:fs';
import type { Lorebook, LoreEntry } from '../../cards/character.ts';
import { limits, MiB, tooLarge } from '../../cards/limits.ts';
import { toLorebook, toLoreEntries } from '../../cards/read/lorebook.ts';
import { type Fields, fieldsOf, isFields } from '../../domain/json/fields.ts';
import { BookSize } from '../../domain/json/size.ts';
import { entryPlaces, lorebookAround } from '../../interop/sillytavern/lorebook.ts';
import { isWorldInfo } from '../../interop/sillytavern/world-info.ts';
import type { Store } from '../../store/store.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile } from '../files/files.ts';
import { Freeing } from '../files/freeing.ts';
import { readJson } from '../files/json-file.ts';
import { membersOf } from '../files/json-members.ts';
import { keptBook } from './books.ts';
import { madeInSteps } from './made-of.ts';

/** A lorebook in a file that is too large to be read at once. */
export interface LargeBook {
  /** Without its entries. */
  readonly head: Lorebook;
  readonly size: number;
  readonly isWorldInfo: boolean;
  /** Its entries, each read when it is asked for, and as often. */
  entries(warn: (warning: string) => void): Iterable<LoreEntry>;
}

/** A file of so many bytes is read an entry at a time. */
const largeFrom = 4 * MiB;

/** What stands in a file beside its entries, and what was seen of those. */
interface Looked {
  readonly file: Fields;
  readonly places: ReadonlySet<string>;
  readonly keys: readonly (string | null)[];
  readonly first: Fields;
}

function look(path: string): Looked {
  const [places, keys, size] = [new Set<string>(), [] as (string | null)[], new BookSize()];
  const members = membersOf(path, entryPlaces);
  let first: string | null = null;
  for (;;) {
    const step = members.next();
    if (step.done)
      return { file: fieldsOf(readJson(step.value)), places, keys, first: fieldsOf(readJson(first ?? '{}')) };
    const { place, key, json } = step.value;
    first ??= json();
    size.add(null);
    places.add(place);
    keys.push(key);
  }
}

/** A file with one entry, for all that there are, at a place; undefined where others stand there than were seen. */
function around({ file, keys, first }: Looked, place: string): Fields | undefined {
  const at = place === 'data.entries' ? fieldsOf(file.data) : file;
  const name = place === 'data' ? 'data' : 'entries';
  const found = at[name];
  const there = Object.keys(Array.isArray(found) || isFields(found) ? found : {});
  const isSeen = there.length === keys.length && keys.every((key, n) => key === null || key === there[n]);
  if (!isSeen) return undefined;
  const changed = { ...at, [name]: Array.isArray(found) ? [first] : { [keys[0] ?? '']: first } };
  return place === 'data.entries' ? { ...file, data: changed } : changed;
}

/**
 * The lorebook in a file that is large and whose entries can be read one after the other; null for any other. Throws SottoError
 * `not_a_lorebook`, `not_json`, `too_large`, `bad_file`.
 */
export function largeBook(path: string, name: string): LargeBook | null {
  if (!isFile(path) || statSync(path).size < largeFrom) return null;
  if (statSync(path).size > limits.file) throw aboutFile(path, tooLarge('The file', '512 MiB'));
  try {
    const looked = look(path);
    const [place, ...more] = looked.places;
    const file = place === undefined || more.length > 0 ? undefined : around(looked, place);
    if (!file) return null;
    const reading = lorebookAround(file, name);
    if (reading.place !== place) return null;
    const head = toLorebook(reading.head, () => {}) ?? { extensions: {}, entries: [] };
    const entries = (warn: (warning: string) => void) => {
      toLorebook(reading.head, warn);
      return toLoreEntries(valuesOf(path, reading.entry), warn);
    };
    return { head, size: looked.keys.length, isWorldInfo: isWorldInfo(file), entries };
  } catch (error) {
    throw aboutFile(path, error);
  }
}

function* valuesOf(path: string, entry: ReturnType<typeof lorebookAround>['entry']): Generator<unknown> {
  const [size, freeing] = [new BookSize(), new Freeing(32 * MiB)];
  let number = 0;
  for (const { key, value, size: bytes } of membersOf(path, entryPlaces)) {
    const found = value();
    size.add(found);
    const read = entry(found, key ?? String(number));
    number += 1;
    if (read !== undefined) yield read;
    freeing.read(bytes);
  }
}

/** What `madeOf` tells of a large book. */
export function madeOfLarge({ head, entries }: LargeBook): string {
  const made = madeInSteps({ body: { ...head }, foreign: {} });
  for (const entry of entries(() => {})) made.add(JSON.stringify(entry));
  return made.end();
}

/** Stores a large book under a name, with an index of its keys, within a transaction of the store. Resolves to what `madeOf` tells of it. */
export async function storeLargeBook(
  store: Store,
  name: string,
  book: LargeBook,
  { warn, step }: { warn: (warning: string) => void; step: (share: number) => Promise<void> | undefined },
): Promise<string> {
  const { head, size, entries } = book;
  const made = madeInSteps({ body: { ...head }, foreign: {} });
  const rows = store.library.settingBook({ name, body: { ...head }, foreign: {} });
  const kept = keptBook(store, name, { ...head, name });
  let number = 0;
  for (const entry of entries(warn)) {
    const json = JSON.stringify(entry);
    made.add(json);
    rows.add(json);
    kept.add(entry, json);
    number += 1;
    if (number % often === 0) await step(number / size);
  }
  rows.end();
  const hash = made.end();
  kept.end(hash);
  return hash;
}

const often = 500;
