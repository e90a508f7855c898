import * as z from 'zod';
import { type ConfigKey, configSchema } from './schema.ts';

/** What a person is told a setting must be, and how its value is written. */
export interface KeyInfo {
  readonly expected: string;
  readonly written: 'text' | 'number' | 'boolean' | 'list';
}

const describe = (leaf: unknown): KeyInfo => {
  if (leaf instanceof z.ZodDefault || leaf instanceof z.ZodExactOptional) return describe(leaf.unwrap());
  const expected = (leaf instanceof z.ZodType && leaf.description) || 'something else';
  if (leaf instanceof z.ZodNumber) return { expected, written: 'number' };
  if (leaf instanceof z.ZodBoolean) return { expected, written: 'boolean' };
  if (leaf instanceof z.ZodArray) return { expected, written: 'list' };
  return { expected, written: 'text' };
};

const keysUnder = ([top, schema]: [string, z.ZodType]): [ConfigKey, KeyInfo][] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).map(([key, leaf]) => [`${top}.${key}` as ConfigKey, describe(leaf)])
    : [[top as ConfigKey, describe(schema)]];

/** Every setting that sotto knows, in the order of the schema. */
export const configKeys: ReadonlyMap<ConfigKey, KeyInfo> = new Map(
  Object.entries(configSchema.shape).flatMap(keysUnder),
);

/** Names of the sections, such as `backend`. */
export const sections: ReadonlySet<string> = new Set(
  Object.entries(configSchema.shape).flatMap(([top, schema]) => (schema instanceof z.ZodObject ? [top] : [])),
);

/** True for a name from outside that is one of sotto's settings. */
export const isConfigKey = (name: string): name is ConfigKey => configKeys.has(name as ConfigKey);
