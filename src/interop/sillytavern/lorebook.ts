import type { Lorebook } from '../../cards/character.ts';
import { SottoError } from '../../domain/errors.ts';
import { refuseTooMany } from '../../domain/json-size.ts';
import { type Fields, fieldsOf, isFields, present, without } from '../fields.ts';
import { fromWorldInfo, isWorldInfo } from './world-info.ts';

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const split = (keys: unknown): unknown =>
  typeof keys === 'string' ? keys.split(',').flatMap((key) => key.trim() || []) : keys;

const named = (file: Fields, name: string): string =>
  typeof file.name === 'string' && file.name.trim() !== '' ? file.name : name;

function fromRisu(file: Fields, name: string): Fields {
  const taken = ['key', 'secondkey', 'insertorder', 'comment', 'content', 'alwaysActive', 'selective'];
  const entryOf = (fields: Fields): Fields => {
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
  return { name: named(file, name), extensions: { risuai: rest }, entries: list(file.data).map(entryOf) };
}

function fromAgnai(file: Fields, name: string): Fields {
  const taken = ['name', 'entry', 'keywords', 'priority', 'weight', 'enabled'];
  const entryOf = (fields: Fields): Fields =>
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
  const entries = list(file.entries).map(entryOf);
  return present({ name: named(file, name), description, extensions: { agnai: rest }, entries });
}

function fromNovelAi(file: Fields, name: string): Fields {
  const taken = ['text', 'displayName', 'keys', 'enabled', 'forceActivation'];
  const entryOf = (fields: Fields): Fields =>
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
  return { name: named(file, name), extensions: { novelai: rest }, entries: list(file.entries).map(entryOf) };
}

const isNovelAi = ({ lorebookVersion, entries }: Fields): boolean =>
  lorebookVersion !== undefined || list(entries).some((entry) => 'displayName' in entry && 'text' in entry);

/**
 * The lorebook in a file of SillyTavern (world info), RisuAI, Agnai, NovelAI or of the V3 specification, in the V3
 * shape. Nothing is left out: what has no place there stands in `extensions`. Values are not checked yet; `name` is
 * for a book without one. Throws SottoError `not_a_lorebook`, `too_large`.
 */
export function lorebookIn(value: unknown, name: string): Fields {
  const file = fieldsOf(value);
  refuseTooMany(fieldsOf(file.data).entries ?? file.data ?? file.entries);
  if (file.spec === 'lorebook_v3' && isFields(file.data)) return { name, ...file.data };
  if (file.type === 'risu') return fromRisu(file, name);
  if (file.kind === 'memory') return fromAgnai(file, name);
  if (isNovelAi(file)) return fromNovelAi(file, name);
  if (isWorldInfo(file)) return fromWorldInfo(file, name);
  if (Array.isArray(file.entries)) return { name, ...file };
  const message = 'it is not a lorebook of SillyTavern, RisuAI, Agnai, NovelAI or V3; choose another file';
  throw new SottoError('usage', 'not_a_lorebook', message);
}

/** A lorebook as a file of its own, as the V3 specification has it. */
export const toLorebookV3 = (book: Lorebook): Fields => ({ spec: 'lorebook_v3', data: book });
