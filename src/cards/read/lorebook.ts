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
  textsOf(value, at, warn).flatMap((keys) =>
    typeof value === 'string' ? keys.split(',').flatMap((key) => key.trim() || []) : keys,
  );

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

const toEntry = (source: JsonObject, warn: Warn): LoreEntry => {
  const secondary = renamed(source, 'keysecondary', 'secondary_keys', warn);
  const order = renamed(source, 'order', 'insertion_order', warn);
  warnOfMissing(source, ['content', 'extensions'], 'A lorebook entry', warn);
  return {
    ...present({
      ...source,
      constant: flagOf(source.constant, placeOf('constant'), warn),
      selective: flagOf(source.selective, placeOf('selective'), warn),
      case_sensitive: flagOf(source.case_sensitive, placeOf('case_sensitive'), warn),
      use_regex: flagOf(source.use_regex, placeOf('use_regex'), warn),
      secondary_keys: secondary == null ? undefined : keysOf(secondary, placeOf('secondary_keys'), warn),
      priority: numberOf(source.priority, placeOf('priority'), warn),
      position: positionOf(source.position, warn),
      name: optionalText(source.name, placeOf('name'), warn),
      comment: optionalText(source.comment, placeOf('comment'), warn),
      id: idOf(source.id),
    }),
    keys: keysOf(renamed(source, 'key', 'keys', warn), placeOf('keys'), warn),
    content: textOf(source.content, placeOf('content'), warn),
    enabled: enabledOf(source, warn),
    insertion_order: numberOf(order, placeOf('insertion_order'), warn) ?? defaultOrder,
    extensions: objectOf(source.extensions, placeOf('extensions'), warn),
  };
};

const entriesOf = (entries: unknown, warn: Warn): LoreEntry[] => {
  if (isObject(entries)) warn('entries of the lorebook is an object: read as a list');
  else if (!Array.isArray(entries)) warn('entries of the lorebook is not a list: read as empty');
  const list: unknown[] = typeof entries === 'object' && entries !== null ? Object.values(entries) : [];
  const usable = list.filter(isObject);
  if (usable.length < list.length) warn('An entry of the lorebook is not an object: ignored');
  return usable.map((entry) => toEntry(entry, warn));
};

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
    entries: entriesOf(book.entries, warn),
  };
};
