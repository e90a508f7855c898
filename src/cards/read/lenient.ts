import { isObject, type JsonObject, type Warn } from '../json.ts';

/** A string: numbers are spelled out, lists of strings joined by line breaks, all else is empty. Absent is silent. */
export const textOf = (value: unknown, at: string, warn: Warn): string => {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (typeof value === 'number') {
    warn(`${at} is a number: read as text`);
    return String(value);
  }
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) {
    warn(`${at} is a list: read as lines of text`);
    return value.join('\n');
  }
  warn(`${at} is ${value === null ? 'null' : 'not text'}: read as empty`);
  return '';
};

/** A list of strings without blank ones; a lone string is a list of one. Absent is silent. */
export const textsOf = (value: unknown, at: string, warn: Warn): string[] => {
  if (value === undefined) return [];
  if (typeof value === 'string') {
    warn(`${at} is a string: read as a list`);
    return value.trim() ? [value] : [];
  }
  if (!Array.isArray(value)) {
    warn(`${at} is not a list: read as empty`);
    return [];
  }
  if (value.every((part) => typeof part === 'string' && part.trim() !== '')) return value;
  return value.map((part) => textOf(part, `an element of ${at}`, warn)).filter((text) => text.trim());
};

/** A finite number, also when written as a string; undefined when absent or null, and with a warning otherwise. */
export const numberOf = (value: unknown, at: string, warn: Warn): number | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value === undefined || value === null) return undefined;
  const spelled = typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;
  const usable = Number.isFinite(spelled);
  warn(`${at} is not a number: ${usable ? 'read as one' : 'ignored'}`);
  return usable ? spelled : undefined;
};

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
]);

/** A boolean, also when written as 0, 1 or a string; undefined when absent or null, and with a warning otherwise. */
export const flagOf = (value: unknown, at: string, warn: Warn): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null) return undefined;
  const flag = flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
  warn(`${at} is not true or false: ${flag === undefined ? 'ignored' : `read as ${flag}`}`);
  return flag;
};

/** An object; anything else is `{}`, with a warning unless it is absent. */
export const objectOf = (value: unknown, at: string, warn: Warn): JsonObject => {
  if (isObject(value)) return value;
  if (value !== undefined) warn(`${at} is not an object: read as empty`);
  return {};
};

/** Warns once about the keys that an object should have and has not. */
export const warnOfMissing = (object: JsonObject, keys: readonly string[], at: string, warn: Warn): void => {
  if (keys.every((key) => object[key] !== undefined)) return;
  const missing = keys.filter((key) => object[key] === undefined);
  if (missing.length > 0) warn(`${at} has no ${missing.join(', ')}: read as empty`);
};
