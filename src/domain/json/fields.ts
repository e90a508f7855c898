/** An untrusted JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for null and lists. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one in place of anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The fields without those of these names. */
export const without = (fields: Fields, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The fields without those that are undefined. */
export const present = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The text, or an empty one in place of anything else. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The objects in a list; none where it is no list. */
export const listIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];
