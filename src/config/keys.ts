import * as z from 'zod/mini';
import type { ConfigKey } from './config-key.ts';
import { configSchema } from './schema.ts';
import { type SettingWords, settingWords } from './shape/kinds.ts';

/** What a person is told of a setting and of what it must be, and how its value is written as text; lists and tables as JSON. */
export interface KeyInfo extends SettingWords {
  readonly expected: string;
  readonly written: 'text' | 'number' | 'number or text' | 'boolean' | 'json';
  /** Everything that it may be, written as text, where these are few words or numbers. */
  readonly choices?: readonly string[];
}

const writtenAs = (leaf: z.core.$ZodType): KeyInfo['written'] => {
  if (leaf instanceof z.ZodMiniNumber || leaf instanceof z.ZodMiniLiteral) return 'number';
  if (leaf instanceof z.ZodMiniUnion) return 'number or text';
  if (leaf instanceof z.ZodMiniBoolean) return 'boolean';
  return leaf instanceof z.ZodMiniArray || leaf instanceof z.ZodMiniRecord ? 'json' : 'text';
};

const choicesOf = (leaf: z.core.$ZodType): readonly string[] | undefined => {
  if (leaf instanceof z.ZodMiniBoolean) return ['true', 'false'];
  if (leaf instanceof z.ZodMiniEnum) return Object.values(leaf.def.entries).map(String);
  return leaf instanceof z.ZodMiniLiteral ? leaf.def.values.map(String) : undefined;
};

const describe = (leaf: z.core.$ZodType): Omit<KeyInfo, keyof SettingWords> => {
  if (leaf instanceof z.ZodMiniDefault || leaf instanceof z.ZodMiniExactOptional)
    return describe(leaf.def.innerType);
  const expected = z.globalRegistry.get(leaf)?.description ?? 'something else';
  const choices = choicesOf(leaf);
  return { expected, written: writtenAs(leaf), ...(choices && { choices }) };
};

const infoOf = (leaf: z.core.$ZodType): KeyInfo => ({
  ...{ label: '', does: '', ...settingWords.get(leaf) },
  ...describe(leaf),
});

const walk = (path: string, schema: z.core.$ZodType): [string, z.core.$ZodType][] =>
  schema instanceof z.ZodMiniObject
    ? [
        ...(path === '' ? [] : [[path, schema] as [string, z.core.$ZodType]]),
        ...Object.entries(schema.shape).flatMap(([key, inner]) =>
          walk(path === '' ? key : `${path}.${key}`, inner),
        ),
      ]
    : [[path, schema]];

const all = walk('', configSchema);

/** Every setting that sotto knows, in the order of the schema. */
export const configKeys: ReadonlyMap<ConfigKey, KeyInfo> = new Map(
  all.flatMap(([path, schema]): [ConfigKey, KeyInfo][] =>
    schema instanceof z.ZodMiniObject ? [] : [[path as ConfigKey, infoOf(schema)]],
  ),
);

/** Names of the sections, such as `backend` and `backend.classifier`; an outer one stands before its inner ones. */
export const sections: ReadonlySet<string> = new Set(
  all.flatMap(([path, schema]) => (schema instanceof z.ZodMiniObject ? [path] : [])),
);

/** True for a name from outside that is one of sotto's settings. */
export const isConfigKey = (name: string): name is ConfigKey => configKeys.has(name as ConfigKey);
