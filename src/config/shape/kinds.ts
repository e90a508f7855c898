import * as z from 'zod/mini';

/** A schema with what a person is told that its value must be. */
export const told = <T extends z.ZodMiniType>(schema: T, expected: string): T => {
  z.globalRegistry.add(schema, { description: expected });
  return schema;
};
/** What a person is told of a setting: what it is called among those of its use, and in one sentence what it does. */
export interface SettingWords {
  readonly label: string;
  readonly does: string;
}

/** The words of each setting. */
export const settingWords = z.registry<SettingWords>();

const named = <T extends z.ZodMiniType>(schema: T, label: string, does: string): T => {
  settingWords.add(schema, { label, does });
  return schema;
};

/** A setting, what it is where nothing is given, and its words. */
export const or = <T extends z.ZodMiniType>(
  schema: T,
  usual: z.util.NoUndefined<z.core.output<T>>,
  ...[label, does]: [label: string, does: string]
): z.ZodMiniDefault<T> => named(z._default(schema, usual), label, does);
/** A setting that is left to the server unless it is given, and its words. */
export const optional = <T extends z.ZodMiniType>(
  schema: T,
  ...[label, does]: [label: string, does: string]
): z.ZodMiniExactOptional<T> => named(z.exactOptional(schema), label, does);

/** true or false. */
export const flag = told(z.boolean(), 'true or false');
/** A text. */
export const text = told(z.string(), 'text in quotes');
/** One line of text, not empty. */
export const line = told(z.string().check(z.regex(/^(?=.*\S)\P{Cc}+$/u)), 'one line of text, not empty');
/** A few signs that are looked for in texts. */
export const mark = told(
  z.string().check(z.regex(/^(?=.*\S)\P{Cc}{1,100}$/u)),
  'one line of at most 100 characters, not empty',
);
/** A whole number in a range. */
export const whole = (least: number, most: number) =>
  told(z.int().check(z.gte(least), z.lte(most)), `a whole number from ${least} to ${most}`);
/** A number in a range. */
export const number = (least: number, most: number) =>
  told(z.number().check(z.gte(least), z.lte(most)), `a number from ${least} to ${most}`);
/** One of these words. */
export const oneOf = <const T extends readonly string[]>(...names: T) =>
  told(z.enum(names), `one of ${names.join(', ')}`);

/** One line of text, or nothing. */
export const lineOrEmpty = told(z.string().check(z.regex(/^\P{Cc}*$/u)), 'one line of text, or empty');
/** A number of tokens. */
export const tokens = (least: number) => whole(least, 10_000_000);
/** A list of texts. */
export const texts = told(z.array(z.string().check(z.minLength(1))), 'a list of strings, such as ["###"]');
/** Seconds. */
export const seconds = number(0.1, 86_400);
/** Seconds, hundredths too. */
export const moment = number(0.01, 86_400);
const isAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
/** An http(s) address, or nothing. */
export const serverAddress = told(
  z.string().check(z.refine((value) => value === '' || isAddress(value))),
  'an http:// or https:// address, or empty',
);
/** The name of an environment variable, or nothing. */
export const variableName = told(
  z.string().check(z.regex(/^([A-Z_][A-Z0-9_]*)?$/)),
  'the NAME of an environment variable in capitals (never the key itself), or empty',
);
