import { closest } from 'fastest-levenshtein';
import { parse, TomlError } from 'smol-toml';
import { SottoError } from '../domain/errors.ts';
import type { ConfigKey } from './config-key.ts';
import { configKeys, isConfigKey, sections } from './keys.ts';
import { maskSecrets, printable, type Setting, type Settings } from './settings.ts';

type Table = Record<string, unknown>;

/** The names that other programs of this kind use for a key of sotto. */
const aliases: ReadonlyMap<string, ConfigKey> = new Map([['auto_turn.maxHops', 'auto_turn.max_hops']]);

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The table that a TOML text holds. Throws SottoError `bad_toml` with line and column. */
export const parseToml = (text: string, path: string): Table => {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const why = error.message.replace(/^Invalid TOML document: /, '').split('\n')[0] ?? '';
    throw new SottoError(
      'usage',
      'bad_toml',
      `cannot read ${printable(path)}: line ${error.line}, column ${error.column}: ${printable(maskSecrets(why))}: correct that place`,
      { cause: error },
    );
  }
};

/** A table's names, aliases resolved, with their values: `section.key` in sotto's sections, else the plain name. */
export const namesIn = (table: Table, within = ''): [string, unknown][] =>
  Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const name = within + key;
    if (sections.has(name) && isTable(value)) return namesIn(value, `${name}.`);
    return [[aliases.get(name) ?? name, value]];
  });

/** Keys that sotto had once: `config init` wrote them into files that people have, and they say nothing any more. */
const gone: ReadonlySet<string> = new Set(['memory.embed.patience']);

/** Words that a key had once for what another means now. */
const formerly: ReadonlyMap<string, string> = new Map([['lore.placement told', 'cache']]);

const nowadays = (key: string, value: unknown): unknown =>
  (typeof value === 'string' && formerly.get(`${key} ${value}`)) || value;

/**
 * What a config file says, key by key. Throws SottoError `unknown_key` for a key that sotto does not
 * know, with the nearest that it knows, and `wrong_type` for a section that is no section.
 */
export const settingsOf = (table: Table, path: string): Settings => {
  const settings = new Map<ConfigKey, Setting>();
  for (const [key, value] of namesIn(table)) {
    if (gone.has(key)) continue;
    if (!isConfigKey(key)) throw strangeKey(key, value, path);
    settings.set(key, { value: nowadays(key, value), origin: { from: 'file', name: path } });
  }
  return settings;
};

const strangeKey = (key: string, value: unknown, path: string): SottoError => {
  const where = printable(path);
  if (sections.has(key)) {
    const message = `${key} in ${where} must be a section, such as [${key}], not a value: put its keys below that line`;
    return new SottoError('usage', 'wrong_type', message);
  }
  const known = nearestKey(key, isTable(value));
  const message = `unknown key ${printable(key)} in ${where}: the nearest known key is ${known}: correct or remove it`;
  return new SottoError('usage', 'unknown_key', message);
};

const nearestKey = (key: string, isSection: boolean): string => {
  const short = key.slice(0, 80);
  if (isSection) return `[${closest(short, [...sections])}]`;
  const keys = [...configKeys.keys()];
  const elsewhere = keys.find((known) => known.split('.').at(-1) === short.split('.').at(-1));
  return elsewhere ?? closest(short, keys);
};
