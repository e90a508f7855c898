import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { SottoError } from '../domain/errors.ts';
import { type Place, userConfigFile } from './folders.ts';
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
export interface ConfigPlace extends Place {
  readonly cwd: string;
  readonly configFlag?: string | undefined;
}

/** More than any settings need; keeps a huge `config.toml` of something else unread. */
const mostBytes = 1 << 20;

/**
 * The config file that counts: `--config`, else `$SOTTO_CONFIG`, else `config.toml` in the current folder
 * when it is sotto's, else the user's own, else null. Throws SottoError when a named file cannot be read.
 */
export const findConfigFile = (place: ConfigPlace): ConfigFile | null => {
  const named = place.configFlag || place.env.SOTTO_CONFIG;
  if (named) return read(named) ?? missing(named);
  const path = join(place.cwd, 'config.toml');
  const own = userConfigFile(place);
  const text = path === own ? null : readOrdinary(path);
  return text !== null && isSottos(text) ? { path, text, isOfFolder: true } : read(own);
};

/** The file, or null when there is none. */
const read = (path: string): ConfigFile | null => {
  try {
    return { path, text: readFileSync(path, 'utf8'), isOfFolder: false };
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

const readOrdinary = (path: string): string | null => {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
};

const topLevel = [...sections, ...configKeys.keys()].filter((name) => !name.includes('.'));

const isNearlyKnown = (name: string): boolean =>
  topLevel.some((known) => known === name || (name.length <= 40 && distance(known, name) <= 2));

/**
 * Whether a `config.toml` is meant for sotto: all that stands at its top is sotto's, a slip of two letters
 * allowed, and at least one whole key is. A file that is no TOML is judged by the beginnings of its lines.
 */
export const isSottos = (text: string): boolean => {
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
