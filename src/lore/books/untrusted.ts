/** A finite number, also when it is spelled out or a flag; null for everything else. */
export const numberIn = (value: unknown): number | null => {
  if (typeof value === 'boolean') return Number(value);
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** A whole number of zero or more; null for everything else. */
export const countIn = (value: unknown): number | null => {
  const number = numberIn(value);
  return number === null ? null : Math.max(0, Math.trunc(number));
};

/** True or false, also as 0, 1 or text; null for everything else. */
export const flagIn = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 'true') return true;
  return value === 0 || value === 'false' ? false : null;
};

/** The text, a number spelled out, else nothing. */
export const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '');

/** The texts of a list; a lone text is read as separated by commas. Blank ones are left out. */
export const textsIn = (value: unknown): readonly string[] => {
  if (isTexts(value)) return value;
  const list: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list.map((one) => textIn(one)).flatMap((text) => (text.trim() ? [text] : []));
};
