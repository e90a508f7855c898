import type { ConfigKey } from './config-key.ts';
import { configKeys } from './keys.ts';
import type { Setting, Settings } from './settings.ts';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that sets a key: `backend.url` → `SOTTO_BACKEND_URL`, `AutoTurn` → `SOTTO_AUTO_TURN`. */
export const variableOf = (key: ConfigKey): string =>
  `SOTTO_${key
    .replaceAll('.', '_')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()}`;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['off', false],
]);

/**
 * A value written as text (a variable, a flag) as the kind of value that the key takes. A text that is
 * no such value stays as it is, for validation to refuse by name. Lists and tables are written as JSON.
 */
export const readText = (key: ConfigKey, text: string): unknown => {
  const written = configKeys.get(key)?.written;
  if (written === 'boolean') return booleans.get(text.trim()) ?? text;
  if (written === 'number') return text.trim() === '' ? text : (finite(Number(text)) ?? text);
  if (written === 'number or text') return text.trim() === '' ? text : (finite(Number(text)) ?? text.trim());
  return written === 'json' ? (json(text) ?? text) : text;
};

const finite = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined);

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the environment says; an empty variable counts as not set. */
export const settingsOfEnvironment = (env: Environment): Settings =>
  new Map(
    [...configKeys.keys()].flatMap((key): [ConfigKey, Setting][] => {
      const name = variableOf(key);
      const text = env[name];
      return text ? [[key, { value: readText(key, text), origin: { from: 'environment', name } }]] : [];
    }),
  );
