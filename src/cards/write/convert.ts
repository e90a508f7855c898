import { SottoError } from '../../domain/errors.ts';
import type { Card } from '../character.ts';
import { isObject, type JsonObject } from '../json.ts';
import { toLorebook } from '../read/lorebook.ts';
import { v1Fields, v2Fields } from '../read/to-card.ts';
import { otherNames } from '../read/to-character.ts';

/** What the V2 form of a V3 card says in front of its creator's notes when it stands beside the V3 form. */
export const backfillWarning =
  'This is a Character Card V3, shown here as V2: parts of it may be missing or work differently.';

/** A line with a decorator, or with what stands in for one. */
export const decorator = /^\s*@@@?[a-z_]/i;

/** An entry's content without the decorators that it begins with; `@@` further down is text. */
export const withoutDecorators = (content: string): string => {
  const lines = content.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !decorator.test(line));
  const leading = first < 0 ? lines : lines.slice(0, first);
  if (!leading.some((line) => decorator.test(line))) return content;
  return first < 0 ? '' : lines.slice(first).join('\n');
};

/** Whether the lorebook of a card's fields has decorators. */
export const hasDecorators = (data: JsonObject): boolean => {
  const entries = isObject(data.character_book) ? data.character_book.entries : null;
  const contents = Array.isArray(entries)
    ? entries.map((entry: unknown) => isObject(entry) && entry.content)
    : [];
  return contents.some((content) => typeof content === 'string' && withoutDecorators(content) !== content);
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

const blankOf = (name: string): unknown => {
  if (name === 'extensions') return {};
  return ['alternate_greetings', 'tags', 'group_only_greetings'].includes(name) ? [] : '';
};

/** The fields under their own names, and what they must have in place of what is absent. */
const filled = (fields: JsonObject, names: readonly string[]): JsonObject => {
  const whole = { ...fields };
  for (const name of names) {
    const others = otherNames[name] ?? [];
    const used = isEmpty(fields[name]) ? others.find((other) => !isEmpty(fields[other])) : undefined;
    if (isEmpty(whole[name])) whole[name] = used ? fields[used] : blankOf(name);
    if (used) delete whole[used];
  }
  return whole;
};

type Change = (entry: JsonObject) => JsonObject;

/** The same fields with a lorebook in the form of the specification, its entries changed; none in place of null. */
const withBook = (fields: JsonObject, change: Change): JsonObject => {
  const { character_book: given, ...rest } = fields;
  const book = toLorebook(given, () => {});
  return book ? { ...fields, character_book: { ...book, entries: book.entries.map(change) } } : rest;
};

const plain: Change = (entry) =>
  typeof entry.content === 'string' ? { ...entry, content: withoutDecorators(entry.content) } : entry;

/** The fields of a card and what stands around them. */
const apart = ({ raw, spec }: Card): { fields: JsonObject; around: JsonObject } => {
  if (isObject(raw.data) && spec !== 'v1') return { fields: raw.data, around: raw };
  const isField = (key: string) => v1Fields.includes(key) || Object.values(otherNames).flat().includes(key);
  const { spec: _spec, spec_version: _version, ...rest } = raw;
  const entries = Object.entries(rest);
  if (spec !== 'v1') return { fields: rest, around: {} };
  return {
    fields: Object.fromEntries(entries.filter(([key]) => isField(key))),
    around: Object.fromEntries(entries.filter(([key]) => !isField(key))),
  };
};

/** The V2 form of a card: nothing is left out but the decorators of its lorebook. */
export const toV2 = (card: Card): JsonObject => {
  const { fields, around } = apart(card);
  const data = withBook(filled(fields, v2Fields), plain);
  return { ...around, spec: 'chara_card_v2', spec_version: '2.0', data };
};

/** The V2 form that stands beside the V3 form: it says so in the notes, and leaves assets to the V3 form. */
export const toBackfill = (card: Card): JsonObject => {
  const form = toV2(card);
  const { assets: _assets, ...data } = isObject(form.data) ? form.data : {};
  const notes = typeof data.creator_notes === 'string' ? data.creator_notes : '';
  const creator_notes = notes === '' ? backfillWarning : `${backfillWarning}\n\n${notes}`;
  return { ...form, data: { ...data, creator_notes } };
};

/** The V3 form of a card, changed at this time in seconds (when one is given). */
export const toV3 = (card: Card, now?: number): JsonObject => {
  const { fields, around } = apart(card);
  const data = withBook(filled(fields, [...v2Fields, 'group_only_greetings']), (entry) => ({
    ...entry,
    use_regex: entry.use_regex ?? false,
  }));
  const changed = now === undefined ? {} : { modification_date: now };
  return { ...around, spec: 'chara_card_v3', spec_version: '3.0', data: { ...data, ...changed } };
};

/** A card's JSON in this specification; as it came when it follows it already. Throws `cannot_convert`. */
export const inSpec = (card: Card, spec: 'v2' | 'v3' | undefined, now?: number): JsonObject => {
  if (spec === undefined || spec === card.spec) return card.raw;
  if (card.spec === 'multi') {
    const message = `A card of several characters has no ${spec.toUpperCase()} form; export it as JSON or PNG without --spec`;
    throw new SottoError('usage', 'cannot_convert', message);
  }
  return spec === 'v2' ? toV2(card) : toV3(card, now);
};
