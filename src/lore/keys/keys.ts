import { refusalOf } from './pattern.ts';

/** One way in which a key is looked for. */
export type KeyForm =
  | { readonly type: 'plain'; readonly text: string; readonly exact: boolean; readonly whole: boolean }
  | { readonly type: 'pattern'; readonly source: string; readonly flags: string };

/** A key as its author wrote it; a hit of one form is a hit. */
export interface LoreKey {
  readonly written: string;
  readonly forms: readonly KeyForm[];
}

/** How the keys of an entry are read. */
export interface KeyOptions {
  readonly exact: boolean;
  readonly whole: boolean;
  /** Keys without slashes may be regular expressions as well. */
  readonly isRegex: boolean;
  readonly expand: (key: string) => string;
}

/** Keys ready to be looked for, and why others are not. */
export interface ReadKeys {
  readonly keys: LoreKey[];
  readonly refused: string[];
}

const longest = 500;
const slashed = /^\/([\s\S]+)\/([dgimsuvy]*)$/;
const bareSlash = /(?:^|[^\\])(?:\\\\)*\//;

/** The parts of a key written as `/pattern/flags`; undefined for every other key. */
export const patternOf = (key: string): { source: string; flags: string } | undefined => {
  const written = key.trim();
  const [, source, flags] = (written.startsWith('/') && slashed.exec(written)) || [];
  return source === undefined || flags === undefined || bareSlash.test(source)
    ? undefined
    : { source, flags };
};

/** Whether a key has signs that mean something in a regular expression. */
export const hasSigns = (key: string): boolean => /[\\^$.|?*+()[\]{}]/.test(key);

const formsOf = (text: string, options: KeyOptions): KeyForm[] => {
  const flags = options.exact ? '' : 'i';
  const whole = options.whole && !/\s/.test(text);
  const plain: KeyForm = { type: 'plain', text, exact: options.exact, whole };
  const isPattern = options.isRegex && hasSigns(text) && refusalOf(text, flags) === '';
  return isPattern ? [plain, { type: 'pattern', source: text, flags }] : [plain];
};

/** A key as it is looked for, or why it is not. */
const keyOf = (filled: string, options: KeyOptions): LoreKey | string => {
  const pattern = patternOf(filled);
  if (!pattern) {
    const written = filled.trim();
    return written.length > longest
      ? `longer than ${longest}`
      : { written, forms: formsOf(written, options) };
  }
  const refusal = refusalOf(pattern.source, pattern.flags);
  return refusal || { written: filled, forms: [{ type: 'pattern', ...pattern }] };
};

/** Reads the keys of an entry; those that may not be looked for are named in `refused`. */
export const readKeys = (written: readonly string[], options: KeyOptions): ReadKeys => {
  const keys: LoreKey[] = [];
  const refused: string[] = [];
  for (const key of written) {
    const filled = options.expand(key);
    if (!filled.trim()) continue;
    const read = keyOf(filled, options);
    if (typeof read === 'string') refused.push(`key ${shown(filled)} is refused: ${read}`);
    else keys.push(read);
  }
  return { keys, refused };
};

/** A text of others in one short line. */
export const shown = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `“${line.slice(0, 39)}…”` : `“${line}”`;
};
