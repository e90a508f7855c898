import * as z from 'zod';
import { isSameJson } from '../../domain/json/edits.ts';
import { type Fields, fieldsOf, isFields, without } from '../../domain/json/fields.ts';
import { fileNameFor } from '../file-name.ts';

/** A name and description of the human's, and what SillyTavern says of it besides. */
export interface ReadPersona {
  readonly name: string;
  readonly description: string;
  readonly foreign: Fields;
}

const longest = { name: 200, description: 100_000 };
const name = z
  .string()
  .transform((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
  .pipe(z.string().min(1).max(longest.name));
const description = z.object({ description: z.string().max(longest.description).default('') });

/** What `settings.json` of SillyTavern holds that sotto reads, and one line for each thing that it cannot. */
export interface SillyTavernSettings {
  readonly personas: readonly ReadPersona[];
  /** Regex scripts for every chat, not checked yet. */
  readonly regexScripts: readonly unknown[];
  /** Names of the lorebooks that are in use for all chats. */
  readonly globalBooks: readonly string[];
  /** More lorebooks of characters, by the file names of their cards without extensions. */
  readonly extraBooks: ReadonlyMap<string, readonly string[]>;
  /** How lorebooks are scanned there: depth, budget, recursion and more, as it came. */
  readonly worldInfo: Fields;
  readonly warnings: readonly string[];
}

const bookNames = z.array(z.string().min(1).max(longest.name)).max(1000).catch([]);

const ofCharacters = z
  .array(z.object({ name: z.string(), extraBooks: bookNames }))
  .max(10_000)
  .catch([]);

/** What the settings say of lorebooks; in older files it stands among all others. */
function readWorldInfo(
  settings: Fields,
): Pick<SillyTavernSettings, 'globalBooks' | 'extraBooks' | 'worldInfo'> {
  const own = isFields(settings.world_info_settings) ? settings.world_info_settings : settings;
  const isOfLore = ([field]: [string, unknown]) => field.startsWith('world_info');
  const worldInfo = Object.fromEntries(Object.entries(own).filter(isOfLore));
  const { globalSelect, charLore } = fieldsOf(worldInfo.world_info);
  const extra = ofCharacters.parse(charLore).map((one) => [one.name, one.extraBooks] as const);
  return {
    globalBooks: [...new Set(bookNames.parse(globalSelect))],
    extraBooks: new Map(extra),
    worldInfo,
  };
}

/** Reads SillyTavern's `settings.json`; what cannot be read is said in `warnings`. */
export function readSettings(value: unknown): SillyTavernSettings {
  const settings = fieldsOf(value);
  const power = fieldsOf(settings.power_user);
  const texts = fieldsOf(power.persona_descriptions);
  const warnings: string[] = [];
  const personas = Object.entries(fieldsOf(power.personas)).flatMap(([avatar, called]) => {
    const descriptor = isFields(texts[avatar]) ? texts[avatar] : {};
    const read = { name: name.safeParse(called), text: description.safeParse(descriptor) };
    if (!read.name.success || !read.text.success) {
      warnings.push(`the persona of ${avatar.slice(0, 60)} has no usable name or description: left out`);
      return [];
    }
    const isDefault = power.default_persona === avatar;
    const foreign = { avatar, ...without(descriptor, ['description']), ...(isDefault && { default: true }) };
    return [{ name: read.name.data, description: read.text.data.description, foreign }];
  });
  const { regex } = fieldsOf(settings.extension_settings);
  const regexScripts = Array.isArray(regex) ? regex : [];
  return { personas, regexScripts, ...readWorldInfo(settings), warnings };
}

/** A file name of a picture that no persona has yet. */
function freeAvatar(taken: Fields, wanted: string): string {
  const free = (n: number): string => {
    const avatar = `${wanted}${n === 1 ? '' : ` ${n}`}.png`;
    return Object.hasOwn(taken, avatar) ? free(n + 1) : avatar;
  };
  return free(1);
}

/**
 * SillyTavern's settings with these personas among its own, known by their pictures or else by their names. Everything else in them
 * stays as it is, other personas and what else is said of these too, and one that says what it said as it came in.
 */
export function withPersonas(
  settings: Fields,
  all: readonly ReadPersona[],
  came: readonly ReadPersona[] = [],
): Fields {
  const power = fieldsOf(settings.power_user);
  const personas: Record<string, unknown> = { ...fieldsOf(power.personas) };
  const descriptions: Record<string, unknown> = { ...fieldsOf(power.persona_descriptions) };
  for (const { name: called, description: text, foreign } of all) {
    const { avatar: own } = foreign;
    const before = came.find((one) => one.foreign.avatar === own);
    if (before && before.description === text && Object.hasOwn(personas, String(own))) continue;
    const isOwn = before && Object.hasOwn(personas, String(own));
    const known = isOwn ? String(own) : Object.keys(personas).find((one) => personas[one] === called);
    const isFree = typeof own === 'string' && !Object.hasOwn(personas, own);
    const avatar = known ?? (isFree ? own : freeAvatar(personas, fileNameFor(called)));
    const said = known === undefined ? without(foreign, ['avatar', 'default']) : descriptions[avatar];
    if (known === undefined) personas[avatar] = called;
    descriptions[avatar] = { ...fieldsOf(said), description: text };
  }
  return { ...settings, power_user: { ...power, personas, persona_descriptions: descriptions } };
}

/** A regex script as it came in the settings, and as it is now. */
export type ScriptChange = readonly [before: Fields, after: Fields];

/** The settings with what changed of their regex scripts, which are known by their ids, else by their names. */
export function withScripts(settings: Fields, changes: readonly ScriptChange[]): Fields {
  const extensions = fieldsOf(settings.extension_settings);
  const { regex } = extensions;
  if (!Array.isArray(regex) || changes.length === 0) return settings;
  const isOf = (script: unknown, [before]: ScriptChange): boolean =>
    before.id === undefined
      ? fieldsOf(script).scriptName === before.scriptName
      : fieldsOf(script).id === before.id;
  const changed = regex.map((script: unknown) => {
    const change = changes.find((one) => isOf(script, one));
    if (!change) return script;
    const [before, after] = change;
    const others = Object.entries(after).filter(([key, value]) => !isSameJson(before[key], value));
    return { ...fieldsOf(script), ...Object.fromEntries(others) };
  });
  return { ...settings, extension_settings: { ...extensions, regex: changed } };
}

/** What is put to use and taken out of use, by the names of the files of lorebooks. */
export type BookUse = ReadonlyMap<string, boolean>;

/** A list of lorebooks with this use of them; null where that is what it is. */
function used(books: unknown, use: BookUse): string[] | null {
  const before = bookNames.parse(books ?? []);
  const added = [...use].flatMap(([book, isUsed]) => (isUsed && !before.includes(book) ? [book] : []));
  const after = [...before.filter((book) => use.get(book) !== false), ...added];
  return isSameJson(before, after) ? null : after;
}

/** The list of what belongs to characters with this use of it, by the file of each one's card without extension. */
function withCharacters(charLore: unknown, uses: ReadonlyMap<string, BookUse>): unknown[] | null {
  const all: readonly unknown[] = Array.isArray(charLore) ? charLore : [];
  const left = new Map(uses);
  const after = all.flatMap((one) => {
    const { name: called, extraBooks } = fieldsOf(one);
    const use = left.get(String(called));
    const books = use ? used(extraBooks, use) : null;
    left.delete(String(called));
    if (!books) return [one];
    return books.length > 0 ? [{ ...fieldsOf(one), extraBooks: books }] : [];
  });
  for (const [called, use] of left) {
    const extraBooks = used([], use);
    if (extraBooks) after.push({ name: called, extraBooks });
  }
  return isSameJson(all, after) ? null : after;
}

/** The settings with lorebooks put to use in all chats or for characters, and taken out of use. */
export function withBooks(settings: Fields, all: BookUse, ofCards: ReadonlyMap<string, BookUse>): Fields {
  const isNewer = isFields(settings.world_info_settings);
  const own = isNewer ? fieldsOf(settings.world_info_settings) : settings;
  const info = fieldsOf(own.world_info);
  const globalSelect = used(info.globalSelect, all);
  const charLore = withCharacters(info.charLore, ofCards);
  if (!globalSelect && !charLore) return settings;
  const world_info = { ...info, ...(globalSelect && { globalSelect }), ...(charLore && { charLore }) };
  const changed = { ...own, world_info };
  return isNewer ? { ...settings, world_info_settings: changed } : changed;
}
