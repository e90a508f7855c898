import type * as z from 'zod';
import { SottoError } from '../domain/errors.ts';
import type { ConfigKey } from './config-key.ts';
import { readText, settingsOfEnvironment } from './environment.ts';
import { type ConfigSearch, findConfigFile } from './find.ts';
import { dataFolder } from './folders.ts';
import { configKeys, isConfigKey, sections } from './keys.ts';
import { besidePresets, type ChosenPreset, settingsOfPresets } from './presets.ts';
import { type Config, configSchema } from './schema.ts';
import { maskSecrets, type Origin, originText, printable, type Setting, type Settings } from './settings.ts';
import { parseToml, settingsOf } from './toml.ts';

/** A flag of the command line that sets a key; `undefined` when it was not given. */
export interface FlagSetting {
  /** As a person writes it, e.g. `--url`. */
  readonly flag: string;
  readonly key: ConfigKey;
  readonly value: string | number | boolean | readonly string[] | undefined;
}

/** The settings, with the origin of every value; `file` is the path of the file that was read. */
export interface LoadedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<ConfigKey, Origin>;
  readonly file: string | null;
  /** True when that file lay in the current folder and nobody named it. */
  readonly isOfFolder: boolean;
  /** The data directory of this run. */
  readonly dataFolder: string;
}

const ofDefault: Origin = { from: 'default', name: '' };

/**
 * All settings: flags before environment before presets in use before file before defaults. Throws SottoError (`unknown_key`,
 * `wrong_type`, `wrong_value`, `bad_toml`, `no_config_file`, `config_unreadable`) and then applies nothing.
 */
export const loadConfig = (
  search: ConfigSearch,
  flags: readonly FlagSetting[] = [],
  presets: readonly ChosenPreset[] = [],
): LoadedConfig => {
  const file = findConfigFile(search);
  const ofFile: Settings = file ? settingsOf(parseToml(file.text, file.path), file.path) : new Map();
  const given: Settings = new Map([
    ...besidePresets(ofFile, presets),
    ...settingsOfPresets(presets),
    ...settingsOfEnvironment(search.env),
    ...flags.flatMap(settingOfFlag),
  ]);
  const config = validate(given);
  const origins = new Map([...configKeys.keys()].map((key) => [key, given.get(key)?.origin ?? ofDefault]));
  const data = dataFolder({ ...search, flag: search.dataFlag });
  return {
    config,
    origins,
    file: file?.path ?? null,
    isOfFolder: file?.isOfFolder ?? false,
    dataFolder: data,
  };
};

const settingOfFlag = ({ flag, key, value }: FlagSetting): [ConfigKey, Setting][] => {
  if (value === undefined) return [];
  const read = typeof value === 'string' ? readText(key, value) : value;
  return [[key, { value: read, origin: { from: 'flag', name: flag } }]];
};

/** Validates once a run, which is too seldom for zod to compile a parser first. */
const validate = (given: Settings): Config => {
  const result = configSchema.safeParse(nested(given), { jitless: true });
  if (!result.success) throw refusal(result.error.issues[0], given);
  return withSoftLimit(result.data, given);
};

const nested = (given: Settings): Record<string, unknown> => {
  const tables = new Map<string, Record<string, unknown>>([['', {}]]);
  const put = (path: string, value: unknown): void => {
    const cut = path.lastIndexOf('.');
    const table = tables.get(path.slice(0, Math.max(0, cut)));
    if (table) table[path.slice(cut + 1)] = value;
  };
  for (const section of sections) {
    const table = {};
    put(section, table);
    tables.set(section, table);
  }
  for (const [key, { value }] of given) put(key, value);
  return tables.get('') ?? {};
};

const refusal = (issue: z.core.$ZodIssue | undefined, given: Settings): SottoError => {
  const path = (issue?.path ?? []).map(String);
  const key = path.map((_, at) => path.slice(0, at + 1).join('.')).find(isConfigKey);
  const setting = key && given.get(key);
  if (!issue || !key || !setting) throw new Error('config: the schema refused a value that nobody set');
  const expected = configKeys.get(key)?.expected;
  const message = `${where(key, setting.origin)} must be ${expected}, not ${shown(setting.value)}: correct or remove it`;
  return new SottoError('usage', issue.code === 'invalid_type' ? 'wrong_type' : 'wrong_value', message);
};

const where = (key: ConfigKey, origin: Origin): string =>
  origin.from === 'file' || origin.from === 'preset' ? `${key} in ${originText(origin)}` : originText(origin);

const shown = (value: unknown): string => {
  if (typeof value === 'string') return `the text "${printable(maskSecrets(value))}"`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'this list';
  return value instanceof Date ? 'a date' : 'a section';
};

/** Trimming aims below the hard limit: a soft limit above it is refused, a default one lowered. */
const withSoftLimit = (config: Config, given: Settings): Config => {
  const { soft, hard } = config.prompt;
  if (soft <= hard) return config;
  const setting = given.get('prompt.soft');
  if (!setting) return { ...config, prompt: { ...config.prompt, soft: hard } };
  const message = `${where('prompt.soft', setting.origin)} is ${soft}, more than prompt.hard, which is ${hard}: lower prompt.soft or raise prompt.hard`;
  throw new SottoError('usage', 'wrong_value', message);
};
