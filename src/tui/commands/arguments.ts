import { SottoError } from '../../domain/errors.ts';
import type { CastMember } from '../../play/chat/play-state.ts';

/** The first word of a text and the rest of it. */
export const firstWord = (text: string): [string, string] => {
  const match = /^(\S*)\s*([\s\S]*)$/.exec(text.trim());
  return [match?.[1] ?? '', match?.[2] ?? ''];
};

const takeName = (text: string, cast: readonly CastMember[]): [string, string] => {
  const from = text.replace(/^@/, '');
  const known = cast
    .map(({ name }) => name)
    .filter((name) => from.toLowerCase().startsWith(name.toLowerCase()))
    .filter((name) => /^(?:$|[\s,])/.test(from.slice(name.length)))
    .sort((a, b) => b.length - a.length)[0];
  if (known !== undefined) return [known, from.slice(known.length)];
  const word = /^[^\s,]*/.exec(from)?.[0] ?? '';
  return [word, from.slice(word.length)];
};

/** Names of the cast at the start of a text (`Bob, @Carl Smith hello`), longest first, and the rest. */
export const takeNames = (text: string, cast: readonly CastMember[]): { names: string[]; rest: string } => {
  const names: string[] = [];
  let rest = text.trim();
  do {
    const [name, after] = takeName(rest, cast);
    if (name !== '') names.push(name);
    rest = after.trimStart();
    if (!rest.startsWith(',') && !rest.startsWith('@')) break;
    rest = rest.replace(/^,\s*/, '');
  } while (rest !== '');
  return { names, rest };
};

/** A whole number from 1 on; throws `bad_number` for anything else. */
export const count = (text: string, what: string): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new SottoError('usage', 'bad_number', `"${text}" is not a number of ${what}: give 1 or more`);
};

/** The text; throws `missing_argument` with how the command is used when it is empty. */
export const required = (text: string, usage: string): string => {
  if (text !== '') return text;
  throw new SottoError('usage', 'missing_argument', `something is missing: ${usage}`);
};

/** Names at the start of an argument, and the text behind them; throws `missing_argument` where there is none. */
export const namesAndText = (
  args: string,
  cast: readonly CastMember[],
  usage: string,
): { name: string; names: string[]; text: string } => {
  const { names, rest } = takeNames(required(args, usage), cast);
  return { name: names[0] ?? '', names, text: required(rest, usage) };
};
