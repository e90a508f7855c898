import { firstWord, isPlace, take } from './line.ts';
import { isFlag, isOption, type Parameter, type Parameters } from './parameters.ts';

/** What is being written at the end of a line: an option's name, or the value of a parameter, and as much of it as is there. */
export type WrittenPlace =
  | { readonly type: 'option'; readonly options: readonly Parameter[]; readonly written: string }
  | { readonly type: 'value'; readonly parameter: Parameter; readonly written: string };

const value = (parameter: Parameter, written: string): WrittenPlace => ({
  type: 'value',
  parameter,
  written,
});

/** What is left behind a value that is over; a place when it is this one that is being written. */
function behind(
  parameter: Parameter,
  line: string,
  known: readonly string[],
  isLast: boolean,
): WrittenPlace | string {
  const { extent } = parameter.kind;
  if (extent === 'names' && /[,@]\s*$/.test(line)) return value(parameter, '');
  const [, rest] = take(parameter, line, known, isLast);
  const isOver = rest !== '' || (/\s$/.test(line) && !isLast);
  if (isOver) return rest;
  const written = extent === 'names' ? (/[^,]*$/.exec(line)?.[0] ?? '') : line;
  return value(parameter, written.trimStart().replace(/^@/, ''));
}

/** What is left behind the options at the beginning of a line; a place when it is one of them that is being written. */
function behindOptions(
  line: string,
  options: readonly Parameter[],
  known: readonly string[],
): WrittenPlace | string {
  let rest = line.trimStart();
  while (rest.startsWith('--')) {
    const [word, after] = firstWord(rest);
    if (word === rest && options.length > 0) return { type: 'option', options, written: word };
    const found = options.find(({ form }) => form.split(' ')[0] === word);
    if (!found) break;
    const left = isFlag(found) ? after : behind(found, rest.slice(word.length).trimStart(), known, false);
    if (typeof left !== 'string') return left;
    rest = left;
  }
  return rest;
}

/**
 * Which parameter the end of a line belongs to, behind the name of a command; null where nothing more is taken. `known` are
 * the names of the cast.
 */
export function placeAtEnd(
  line: string,
  parameters: Parameters,
  known: readonly string[],
): WrittenPlace | null {
  const offered = Object.values(parameters).filter(({ only }) => only !== 'script');
  const options = offered.filter(isOption);
  let rest = behindOptions(line, options, known);
  const places = offered.filter(isPlace);
  for (const [at, parameter] of places.entries()) {
    if (typeof rest !== 'string') return rest;
    const left = behind(parameter, rest, known, at === places.length - 1);
    if (typeof left !== 'string') return left;
    rest = behindOptions(left, options, known);
  }
  return typeof rest === 'string' ? null : rest;
}
