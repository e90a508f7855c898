import { RE2JS } from 're2js';

/** Looks for a regular expression in a text; null where that takes too long. */
export type Finds = (text: string) => boolean | null;

/** A regular expression as it is written. */
export interface Written {
  readonly source: string;
  readonly flags: string;
}

/** A place where a regular expression was found. */
export interface Found {
  readonly at: number;
  /** All of it, then its groups. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>>;
}

/** Runs regular expressions that look around or back, within a time that one pass over the books has. */
export interface Backtracking {
  /** A pass begins: it has all its time again. */
  readonly begin: () => void;
  /** At most so many places; null where that takes too long, or took too long before. */
  readonly find: (pattern: Written, text: string, most: number) => readonly Found[] | null;
  /**
   * The same for one reader alone: what took too long in what one perceived has no say in what is found for another. Without a
   * reader nothing is remembered once it has been used; absent: nothing is remembered at all.
   */
  readonly apart?: (reader?: string) => Backtracking;
}

const longestSource = 1_000;
const longestBacktracking = 10_000;
const largestProgram = 1_000;

const flagsOf = (flags: string): number =>
  (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
  (flags.includes('m') ? RE2JS.MULTILINE : 0) |
  (flags.includes('s') ? RE2JS.DOTALL : 0);

/** A regular expression ready to be run, or why it is not run. */
export const compile = (source: string, flags: string): RE2JS | string => {
  if (source.length > longestSource) return `the pattern is longer than ${longestSource} characters`;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), flagsOf(flags));
    return compiled.programSize() > largestProgram ? 'the pattern repeats too much' : compiled;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return `not possible without backtracking, or invalid (${why.replace(/\s+/g, ' ').slice(0, 80)})`;
  }
};

const isValid = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags) !== null;
  } catch {
    return false;
  }
};

/** Why a regular expression is never run; empty when it is, which is told before it is made ready: of a book of thousands few are asked for. */
export const refusalOf = (source: string, flags: string): string => {
  if (source.length <= longestBacktracking && isValid(source, flags)) return '';
  const compiled = compile(source, flags);
  return typeof compiled === 'string' ? compiled : '';
};

/** Whether a match can go on from one message into the next. */
export const canSpan = ({ source, flags }: Written): boolean =>
  /\\[SWDsnrxuPp]|\[\^|[\n\u0001]/.test(source) || flags.includes('s');

const marked = (source: string, text: string): string =>
  /\\x01|\\u0001|\u0001/.test(source) && !text.startsWith('\u0001') ? `\u0001${text}` : text;

/**
 * The search for a regular expression in a whole text, in time that grows with the text alone, or within bounds where it looks
 * around or back. A pattern that speaks of `\x01`, other programs' mark of a message's beginning, finds it there.
 */
export const finder = (pattern: Written, backtracking?: Backtracking): Finds => {
  const { source, flags } = pattern;
  const compiled = compile(source, flags);
  if (typeof compiled === 'string')
    return (text) => {
      const found = backtracking?.find(pattern, marked(source, text), 1) ?? null;
      return found && found.length > 0;
    };
  return (text) => {
    try {
      return compiled.matcher(marked(source, text)).find();
    } catch {
      return false;
    }
  };
};
