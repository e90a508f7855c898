/** A regular expression, or a part of one, that finds just this text. */
export const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
