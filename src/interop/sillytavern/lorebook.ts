import type { Lorebook } from '../../cards/character.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Fields, fieldsOf, isFields, listIn, present, without } from '../../domain/json/fields.ts';
import { refuseTooMany } from '../../domain/json/size.ts';
import { isWorldInfo, ofWorldInfo } from './world-info.ts';

const split = (keys: unknown): unknown =>
  typeof keys === 'string' ? keys.split(',').flatMap((key) => key.trim() || []) : keys;

const named = (file: Fields, name: string): string =>
  typeof file.name === 'string' && file.name.trim() !== '' ? file.name : name;

/** How a program's lorebook reads in the V3 shape: all but its entries, and what becomes of each of those. */
interface Reading {
  readonly head: Fields;
  /** Where they stand: names of fields with a dot between them. */
  readonly place: 'entries' | 'data' | 'data.entries';
  /** An entry; undefined for what is none. */
  readonly entry: (value: unknown, key: string) => unknown;
}

/** Reads entries that are objects; what is none is left out. */
const each =
  (read: (fields: Fields) => Fields): Reading['entry'] =>
  (value) =>
    isFields(value) ? read(value) : undefined;

function ofRisu(file: Fields, name: string): Reading {
  const taken = ['key', 'secondkey', 'insertorder', 'comment', 'content', 'alwaysActive', 'selective'];
  const entry = (fields: Fields): Fields => {
    const { activationPercent: percent, useRegex } = fields;
    const isExact = fieldsOf(fields.extentions).risu_case_sensitive;
    return present({
      keys: useRegex ? [fields.key] : split(fields.key),
      secondary_keys: split(fields.secondkey),
      insertion_order: fields.insertorder,
      name: fields.comment,
      comment: fields.comment,
      content: fields.content,
      constant: fields.alwaysActive,
      selective: fields.selective,
      enabled: fields.mode !== 'folder',
      use_regex: useRegex,
      case_sensitive: isExact,
      extensions: {
        ...(typeof percent === 'number' && { probability: percent, useProbability: true }),
        risuai: without(fields, taken),
      },
    });
  };
  const rest = without(file, ['data', 'name']);
  return {
    place: 'data',
    head: { name: named(file, name), extensions: { risuai: rest } },
    entry: each(entry),
  };
}

function ofAgnai(file: Fields, name: string): Reading {
  const taken = ['name', 'entry', 'keywords', 'priority', 'weight', 'enabled'];
  const entry = (fields: Fields): Fields =>
    present({
      keys: fields.keywords,
      content: fields.entry,
      name: fields.name,
      comment: fields.name,
      priority: fields.priority,
      insertion_order: fields.weight,
      enabled: fields.enabled,
      extensions: { agnai: without(fields, taken) },
    });
  const rest = without(file, ['entries', 'name', 'description']);
  const { description } = file;
  const head = present({ name: named(file, name), description, extensions: { agnai: rest } });
  return { place: 'entries', head, entry: each(entry) };
}

function ofNovelAi(file: Fields, name: string): Reading {
  const taken = ['text', 'displayName', 'keys', 'enabled', 'forceActivation'];
  const entry = (fields: Fields): Fields =>
    present({
      keys: fields.keys,
      content: fields.text,
      name: fields.displayName,
      comment: fields.displayName,
      enabled: fields.enabled,
      constant: fields.forceActivation,
      insertion_order: fieldsOf(fields.contextConfig).budgetPriority,
      extensions: { novelai: without(fields, taken) },
    });
  const rest = without(file, ['entries', 'name']);
  const head = { name: named(file, name), extensions: { novelai: rest } };
  return { place: 'entries', head, entry: each(entry) };
}

const isNovelAi = ({ lorebookVersion, entries }: Fields): boolean =>
  lorebookVersion !== undefined || listIn(entries).some((entry) => 'displayName' in entry && 'text' in entry);

const asItIs: Reading['entry'] = (value) => value;

/** How a program's lorebook is read, as its fields and any of its entries tell. Throws SottoError `not_a_lorebook`. */
function readingOf(file: Fields, name: string): Reading {
  if (file.spec === 'lorebook_v3' && isFields(file.data))
    return { place: 'data.entries', head: { name, ...file.data }, entry: asItIs };
  if (file.type === 'risu') return ofRisu(file, name);
  if (file.kind === 'memory') return ofAgnai(file, name);
  if (isNovelAi(file)) return ofNovelAi(file, name);
  if (isWorldInfo(file)) return { place: 'entries', ...ofWorldInfo(file, name) };
  if (Array.isArray(file.entries)) return { place: 'entries', head: { name, ...file }, entry: asItIs };
  const message = 'it is not a lorebook of SillyTavern, RisuAI, Agnai, NovelAI or V3; choose another file';
  throw new SottoError('usage', 'not_a_lorebook', message);
}

/** Where the entries of lorebooks stand in files, as `membersOf` takes it. */
export const entryPlaces: readonly string[] = ['entries', 'data.entries', 'data[]'];

const entriesAt = (file: Fields, place: Reading['place']): unknown =>
  place === 'data.entries' ? fieldsOf(file.data).entries : file[place];

/** The entries one after the other: of a large book no more than one is there in a shape that nobody keeps. */
function* readEntries(entries: unknown, entry: Reading['entry']): Generator<unknown> {
  const all = (Array.isArray(entries) || isFields(entries) ? entries : {}) as Fields;
  for (const key of Object.keys(all)) {
    const read = entry(all[key], key);
    if (read !== undefined) yield read;
  }
}

/**
 * The lorebook in a file of SillyTavern (world info), RisuAI, Agnai, NovelAI or of the V3 specification, in the V3
 * shape. Nothing is left out: what has no place there stands in `extensions`. Values are not checked yet; `name` is
 * for a book without one. Throws SottoError `not_a_lorebook`, `too_large`.
 */
export function lorebookIn(value: unknown, name: string): Fields {
  const file = fieldsOf(value);
  const { head, place, entry } = readingOf(file, name);
  const entries = entriesAt(file, place);
  refuseTooMany(entries);
  return entry === asItIs ? head : { ...head, entries: readEntries(entries, entry) };
}

/** The same of a file of whose entries few are at hand: all but they, and how each is read. Throws SottoError `not_a_lorebook`. */
export function lorebookAround(value: unknown, name: string): Reading {
  const reading = readingOf(fieldsOf(value), name);
  return { ...reading, head: { ...reading.head, entries: [] } };
}

/** A lorebook as a file of its own, as the V3 specification has it. */
export const toLorebookV3 = (book: Lorebook): Fields => ({ spec: 'lorebook_v3', data: book });
