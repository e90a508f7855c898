import type { Lorebook, LoreEntry } from '../character.ts';
import { isObject, type JsonObject, type Warn } from '../json.ts';
import { flagOf, numberOf, objectOf, textOf, textsOf, warnOfMissing } from './lenient.ts';

const defaultOrder = 100;
const positions = ['before_char', 'after_char'];
const flags = ['constant', 'selective', 'case_sensitive', 'use_regex'] as const;

/** The object without the keys whose value is undefined. */
function present(object: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of Object.keys(object)) if (object[key] !== undefined) kept[key] = object[key];
  return kept;
}

/** Where a field of an entry stands, for warnings. */
const at = (key: string): string => `${key} of a lorebook entry`;
const places = Object.fromEntries(
  [
    ...flags,
    'secondary_keys',
    'priority',
    'name',
    'comment',
    'keys',
    'content',
    'insertion_order',
    'extensions',
  ].map((key) => [key, at(key)]),
) as Record<string, string>;
const placeOf = (key: string): string => places[key] ?? at(key);

const keysOf = (value: unknown, at: string, warn: Warn): string[] =>
  typeof value === 'string'
    ? textsOf(value, at, warn).flatMap((keys) => keys.split(',').flatMap((key) => key.trim() || []))
    : textsOf(value, at, warn);

const renamed = (source: JsonObject, from: string, to: string, warn: Warn): unknown => {
  if (source[to] !== undefined || source[from] === undefined) return source[to];
  warn(`A lorebook entry says ${from}: read as ${to}`);
  return source[from];
};

const positionOf = (value: unknown, warn: Warn): string | undefined => {
  if (typeof value === 'string') return value || undefined;
  if (value === undefined || value === null) return undefined;
  const position = typeof value === 'number' ? positions[value] : undefined;
  warn(`position of a lorebook entry is not text: ${position ? `read as ${position}` : 'ignored'}`);
  return position;
};

const enabledOf = (source: JsonObject, warn: Warn): boolean => {
  if (source.enabled !== undefined || source.disable === undefined) {
    return flagOf(source.enabled, 'enabled of a lorebook entry', warn) ?? true;
  }
  warn('A lorebook entry says disable: read as the opposite of enabled');
  return !flagOf(source.disable, 'disable of a lorebook entry', warn);
};

const optionalText = (value: unknown, at: string, warn: Warn): string | undefined =>
  value === undefined || value === null ? undefined : textOf(value, at, warn);

const idOf = (id: unknown): string | number | undefined =>
  typeof id === 'string' || typeof id === 'number' ? id : undefined;

/** What a field of an entry is read as; undefined where it is as good as absent. */
type Read = (source: JsonObject, warn: Warn) => unknown;

const secondaryOf: Read = (source, warn) => {
  const secondary = renamed(source, 'keysecondary', 'secondary_keys', warn);
  return secondary == null ? undefined : keysOf(secondary, at('secondary_keys'), warn);
};

const readers = new Map<string, Read>([
  ...flags.map((key): [string, Read] => [key, (source, warn) => flagOf(source[key], placeOf(key), warn)]),
  ['secondary_keys', secondaryOf],
  ['priority', ({ priority }, warn) => numberOf(priority, placeOf('priority'), warn)],
  ['position', ({ position }, warn) => positionOf(position, warn)],
  ['name', ({ name }, warn) => optionalText(name, placeOf('name'), warn)],
  ['comment', ({ comment }, warn) => optionalText(comment, placeOf('comment'), warn)],
  ['id', ({ id }) => idOf(id)],
]);

/** The fields that every entry has. */
const needed = new Map<string, Read>([
  ['keys', (source, warn) => keysOf(renamed(source, 'key', 'keys', warn), placeOf('keys'), warn)],
  ['content', ({ content }, warn) => textOf(content, placeOf('content'), warn)],
  ['enabled', enabledOf],
  [
    'insertion_order',
    (source, warn) =>
      numberOf(renamed(source, 'order', 'insertion_order', warn), placeOf('insertion_order'), warn) ??
      defaultOrder,
  ],
  ['extensions', ({ extensions }, warn) => objectOf(extensions, placeOf('extensions'), warn)],
]);

/** Sets a field, also one called `__proto__`, which an assignment would take for something else. */
const put = (entry: JsonObject, key: string, value: unknown): void => {
  if (key !== '__proto__') entry[key] = value;
  else Object.defineProperty(entry, key, { value, enumerable: true, configurable: true, writable: true });
};

const toEntry = (source: JsonObject, warn: Warn): LoreEntry => {
  warnOfMissing(source, ['content', 'extensions'], 'A lorebook entry', warn);
  const entry: JsonObject = {};
  for (const key of Object.keys(source)) {
    const read = needed.get(key) ?? readers.get(key);
    const value = read ? read(source, warn) : source[key];
    if (value !== undefined) put(entry, key, value);
  }
  if (entry.secondary_keys === undefined && source.keysecondary !== undefined) {
    const secondary = secondaryOf(source, warn);
    if (secondary !== undefined) entry.secondary_keys = secondary;
  }
  for (const [key, read] of needed) entry[key] ??= read(source, warn);
  return entry as unknown as LoreEntry;
};

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

const listOf = (entries: unknown, warn: Warn): Iterable<unknown> => {
  if (isIterable(entries)) return entries;
  if (isObject(entries)) warn('entries of the lorebook is an object: read as a list');
  else warn('entries of the lorebook is not a list: read as empty');
  return isObject(entries) ? Object.values(entries) : [];
};

/** The entries of a lorebook in the V3 shape, one after the other. */
export function* toLoreEntries(entries: Iterable<unknown>, warn: Warn): Generator<LoreEntry> {
  let isOdd = false;
  for (const entry of entries) {
    if (isObject(entry)) yield toEntry(entry, warn);
    else isOdd = true;
  }
  if (isOdd) warn('An entry of the lorebook is not an object: ignored');
}

/** The lorebook in the V3 shape, unknown fields in place; null when absent or null, and with a warning otherwise. */
export const toLorebook = (book: unknown, warn: Warn): Lorebook | null => {
  if (book === undefined) return null;
  if (!isObject(book)) {
    warn(`character_book is ${book === null ? 'null' : 'not an object'}: read as absent`);
    return null;
  }
  const ofBook = (key: string) => `${key} of the lorebook`;
  return {
    ...present({
      ...book,
      name: optionalText(book.name, ofBook('name'), warn),
      description: optionalText(book.description, ofBook('description'), warn),
      scan_depth: numberOf(book.scan_depth, ofBook('scan_depth'), warn),
      token_budget: numberOf(book.token_budget, ofBook('token_budget'), warn),
      recursive_scanning: flagOf(book.recursive_scanning, ofBook('recursive_scanning'), warn),
    }),
    extensions: objectOf(book.extensions, ofBook('extensions'), warn),
    entries: [...toLoreEntries(listOf(book.entries, warn), warn)],
  };
};
