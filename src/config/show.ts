import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigKey } from './config-key.ts';
import { configKeys, isConfigKey } from './keys.ts';
import type { LoadedConfig } from './load.ts';
import { maskSecrets, type Origin, originText } from './settings.ts';

/** One setting for `sotto config show`; `value` is undefined when the model server decides. */
export interface ShownSetting {
  readonly key: ConfigKey;
  readonly value: unknown;
  readonly origin: Origin;
  /** Whether something of it looks like a secret, which stands as `***` in the value. */
  readonly isMasked: boolean;
}

/** Every setting with its origin, secrets masked, in the order of `config.example.toml`. */
export const shownSettings = ({ config, origins }: LoadedConfig): ShownSetting[] =>
  [...configKeys.keys()].map((key) => {
    const whole = valueAt(config, key);
    const value = masked(whole);
    const origin = origins.get(key) ?? { from: 'default', name: '' };
    return { key, value, origin, isMasked: !isDeepStrictEqual(value, whole) };
  });

/** A setting as a line `key = value  # from …`, in TOML. */
export const settingText = ({ key, value, origin }: ShownSetting): string =>
  value === undefined
    ? `# ${key} is not set: the model server decides`
    : `${key} = ${toml(value)}  # from ${originText(origin)}`;

/** The documented config file with every default, which `sotto config init` writes. */
export const exampleConfig = (packageRoot: string): string =>
  readFileSync(join(packageRoot, 'config.example.toml'), 'utf8');

const header = /^\[([\w.]+)\]$/;
const setting = /^(?:# )?(\w+) = /;

/**
 * What each setting does, from the documented config file: the comment above it, or above the first of those that stand
 * with it; empty where it has none.
 */
export function documented(example: string): ReadonlyMap<ConfigKey, string> {
  const found = new Map<ConfigKey, string>([...configKeys.keys()].map((key) => [key, '']));
  let section = '';
  let comment: string[] = [];
  let isOpen = false;
  for (const line of example.split('\n')) {
    const name = setting.exec(line)?.[1];
    const key = `${section}${name ?? ''}`;
    if (name !== undefined && isConfigKey(key)) {
      found.set(key, comment.join(' '));
      isOpen = false;
    } else if (line.startsWith('#')) {
      comment = [...(isOpen ? comment : []), line.replace(/^#\s*/, '')];
      isOpen = true;
    } else {
      section = header.exec(line)?.[1]?.concat('.') ?? section;
      comment = [];
      isOpen = false;
    }
  }
  return found;
}

const valueAt = (config: object, key: ConfigKey): unknown =>
  key
    .split('.')
    .reduce<unknown>((from, name) => (from as Record<string, unknown> | undefined)?.[name], config);

const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null;

const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map(masked);
  return isTable(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]))
    : value;
};

/** A value in TOML, on one line without control and direction characters; null, which TOML lacks, as a text. */
export const toml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toml).join(',')}]`;
  if (!isTable(value)) return escaped(value ?? 'null');
  const entries = Object.entries(value).map(([key, inner]) => `${escaped(key)} = ${toml(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};

/** JSON is TOML here, but for the characters that TOML and terminals want escaped. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
