import { RE2JS } from 're2js';

/** Looks for a regular expression in a text. */
export type Finds = (text: string) => boolean;

const longestSource = 1_000;
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

/** Why a regular expression is not run; empty when it is. */
export const refusalOf = (source: string, flags: string): string => {
  const compiled = compile(source, flags);
  return typeof compiled === 'string' ? compiled : '';
};

/**
 * The search for a regular expression in a whole text, in time that grows with the text alone. A pattern that speaks of `\x01`, other programs' mark of a message's beginning, finds it there.
 */
export const finder = (source: string, flags: string): Finds => {
  const compiled = compile(source, flags);
  if (typeof compiled === 'string') return () => false;
  const mark = /\\x01|\\u0001|\u0001/.test(source) ? '\u0001' : '';
  return (text) => {
    try {
      return compiled.matcher(mark + text).find();
    } catch {
      return false;
    }
  };
};
