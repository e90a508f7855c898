import { statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { cosmiconfigSync } from 'cosmiconfig';
import { distance } from 'fastest-levenshtein';
import { SottoError } from '../domain/errors.ts';
import { dataFolder, type PlatformInfo, userConfigFile } from './folders.ts';
import { configKeys, isConfigKey, sections } from './keys.ts';
import { printable } from './settings.ts';
import { namesIn, parseToml } from './toml.ts';

/** A config file that was found, with what stands in it. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  /** True for a file that lay in the current folder and that nobody named: whoever made the folder wrote it. */
  readonly isOfFolder: boolean;
}

/** Where to look: the platform's places, the current folder, and the value of `--config`. */
export interface ConfigSearch extends PlatformInfo {
  readonly cwd: string;
  readonly configFlag?: string | undefined;
  /** The value of `--data`. */
  readonly dataFlag?: string | undefined;
}

/** More than any settings need; keeps a huge `config.toml` of something else unread. */
const mostBytes = 1 << 20;

/**
 * The config file that counts: `--config`, else `$SOTTO_CONFIG`, else `config.toml` in the current folder
 * when it is sotto's, else the one in the data folder, else the user's own, else null. Throws SottoError when a named file cannot be read.
 */
export const findConfigFile = (search: ConfigSearch): ConfigFile | null => {
  const named = search.configFlag || search.env.SOTTO_CONFIG;
  if (named) return load(named) ?? missing(named);
  const path = join(search.cwd, 'config.toml');
  const own = userConfigFile(search);
  const beside = join(dataFolder({ ...search, flag: search.dataFlag }), 'config.toml');
  const isSearched = path !== own && path !== beside && isOrdinary(path);
  const text = isSearched ? textIn(explorerOf(path, ofSotto).search(search.cwd)) : null;
  return text === null ? (load(beside) ?? load(own)) : { path, text, isOfFolder: true };
};

/** A text as it stands; what it means is read where its errors can name the file. */
const asText = (_: string, text: string): string => text;
/** The text of a file that is meant for sotto; any other is passed over. */
const ofSotto = (_: string, text: string): string | null => (isSottoConfig(text) ? text : null);

/** Looks in the folder of this one file, and runs nothing: every ending is read as text. */
const explorerOf = (path: string, loader: typeof ofSotto) => {
  const endings = ['.toml', '.json', '.yaml', '.yml', '.js', '.cjs', extname(path) || 'noExt'];
  return cosmiconfigSync('sotto', {
    searchPlaces: [basename(path)],
    stopDir: dirname(path),
    cache: false,
    loaders: Object.fromEntries(endings.map((ending) => [ending, loader])),
  });
};

type Found = ReturnType<ReturnType<typeof explorerOf>['search']>;

/** What was read, empty for an empty file; null when nothing was found. */
const textIn = (found: Found): string | null => found && String(found.config ?? '');

/** The file, or null when there is none. */
const load = (path: string): ConfigFile | null => {
  try {
    return { path, text: textIn(explorerOf(path, asText).load(path)) ?? '', isOfFolder: false };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const message = `cannot read the config file ${printable(path)} (${code}): check that it is a file and that you may read it`;
    throw new SottoError('usage', 'config_unreadable', message, { cause: error });
  }
};

const missing = (path: string): never => {
  const message = `no config file ${printable(path)}: check --config and $SOTTO_CONFIG`;
  throw new SottoError('not_found', 'no_config_file', message);
};

/** Whether it is a file of a size that settings have; anything else is not opened, for it might never end. */
const isOrdinary = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= mostBytes;
};

const topLevel = [...sections, ...configKeys.keys()].filter((name) => !name.includes('.'));

const isNearlyKnown = (name: string): boolean =>
  topLevel.some((known) => known === name || (name.length <= 40 && distance(known, name) <= 2));

/**
 * Whether a `config.toml` is meant for sotto: all that stands at its top is sotto's, a slip of two letters
 * allowed, and at least one whole key is. A file that is no TOML is judged by the beginnings of its lines.
 */
export const isSottoConfig = (text: string): boolean => {
  try {
    const table = parseToml(text, '');
    return Object.keys(table).every(isNearlyKnown) && namesIn(table).some(([name]) => isConfigKey(name));
  } catch {
    const headers = [...text.matchAll(/^[ \t]*\[+[ \t]*([\w-]+)/gm)].map(([, name = '']) => name);
    const top = text.split(/^[ \t]*\[/m, 1)[0] ?? '';
    const keys = [...top.matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].map(([, name = '']) => name);
    return headers.length + keys.length > 0 && [...headers, ...keys].every(isNearlyKnown);
  }
};
