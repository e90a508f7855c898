import type { Lorebook, LoreEntry } from '../character.ts';
import { isObject, type JsonObject, type Warn } from '../json.ts';
import { flagOf, numberOf, objectOf, textOf, textsOf, warnOfMissing } from './lenient.ts';

const defaultOrder = 100;
const positions = ['before_char', 'after_char'];
const flags = ['constant', 'selective', 'case_sensitive', 'use_regex'] as const;

/** The object without the keys whose value is undefined. */
const present = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

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
  const at = (key: string) => `${key} of a lorebook entry`;
  const secondary = renamed(source, 'keysecondary', 'secondary_keys', warn);
  const order = renamed(source, 'order', 'insertion_order', warn);
  warnOfMissing(source, ['content', 'extensions'], 'A lorebook entry', warn);
  return {
    ...present({
      ...source,
      ...Object.fromEntries(flags.map((key) => [key, flagOf(source[key], at(key), warn)])),
      secondary_keys: secondary == null ? undefined : keysOf(secondary, at('secondary_keys'), warn),
      priority: numberOf(source.priority, at('priority'), warn),
      position: positionOf(source.position, warn),
      name: optionalText(source.name, at('name'), warn),
      comment: optionalText(source.comment, at('comment'), warn),
      id: idOf(source.id),
    }),
    keys: keysOf(renamed(source, 'key', 'keys', warn), at('keys'), warn),
    content: textOf(source.content, at('content'), warn),
    enabled: enabledOf(source, warn),
    insertion_order: numberOf(order, at('insertion_order'), warn) ?? defaultOrder,
    extensions: objectOf(source.extensions, at('extensions'), warn),
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
  const at = (key: string) => `${key} of the lorebook`;
  return {
    ...present({
      ...book,
      name: optionalText(book.name, at('name'), warn),
      description: optionalText(book.description, at('description'), warn),
      scan_depth: numberOf(book.scan_depth, at('scan_depth'), warn),
      token_budget: numberOf(book.token_budget, at('token_budget'), warn),
      recursive_scanning: flagOf(book.recursive_scanning, at('recursive_scanning'), warn),
    }),
    extensions: objectOf(book.extensions, at('extensions'), warn),
    entries: entriesOf(book.entries, warn),
  };
};
