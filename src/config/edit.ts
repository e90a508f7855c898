import { isDeepStrictEqual } from 'node:util';
import { SottoError } from '../domain/errors.ts';
import type { ConfigKey } from './config-key.ts';
import { printable } from './settings.ts';
import { toml } from './show.ts';
import { namesIn, parseToml } from './toml.ts';

/** A header or one `key = value` of a file, by its lines; `names` are the settings that it says, values too. */
interface Statement {
  readonly from: number;
  readonly to: number;
  readonly section: string;
  readonly names: readonly [string, unknown][];
}

const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/;

const namesOf = (text: string, section: string): [string, unknown][] | null => {
  try {
    return namesIn(parseToml(text, ''), section === '' ? '' : `${section}.`);
  } catch {
    return null;
  }
};

/** A value may go over several lines: the fewest that make sense by themselves. */
const statementAt = (lines: readonly string[], from: number, section: string): Statement => {
  for (let to = from + 1; to <= lines.length; to += 1) {
    const names = namesOf(lines.slice(from, to).join('\n'), section);
    if (names !== null) return { from, to, section, names };
  }
  return { from, to: from + 1, section, names: [] };
};

const statementsIn = (lines: readonly string[]): Statement[] => {
  const found: Statement[] = [];
  let section = '';
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const [, name] = header.exec(line) ?? [];
    if (name !== undefined) section = name.replace(/[\s"']/g, '');
    const isNothing = /^\s*(?:#.*)?$/.test(line);
    const statement =
      name === undefined && !isNothing
        ? statementAt(lines, at, section)
        : { from: at, to: at + 1, section, names: [] };
    if (!isNothing) found.push(statement);
    at = statement.to;
  }
  return found;
};

/** What stands behind the value on its last line: a comment, and the space before it. */
const commentOf = (text: string, { section, names }: Statement): string => {
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1)) {
    const before = text.slice(0, at);
    if (isDeepStrictEqual(namesOf(before, section), names)) return text.slice(before.trimEnd().length);
  }
  return '';
};

const replaced = (lines: readonly string[], statement: Statement, value: string): string[] => {
  const { from, to } = statement;
  const text = lines.slice(from, to).join('\n');
  const start = /^[^=]*=[ \t]*/.exec(text)?.[0] ?? '';
  return [...lines.slice(0, from), start + value + commentOf(text, statement), ...lines.slice(to)];
};

/** Behind the line that shows it commented out, else behind the last of its section; a new section at the end. */
const added = (lines: readonly string[], [section, name]: [string, string], value: string): string[] => {
  const statements = statementsIn(lines);
  const own = statements.filter((one) => one.section === section);
  const line = `${name} = ${value}`;
  const insert = (at: number, ...more: string[]) => [...lines.slice(0, at), ...more, ...lines.slice(at)];
  const last = own.at(-1);
  if (last === undefined && section !== '') {
    const isSpaced = lines.length === 0 || lines.at(-1)?.trim() === '';
    return [...lines, ...(isSpaced ? [] : ['']), `[${section}]`, line];
  }
  const next = statements.find(({ from }) => from >= (last?.to ?? 0));
  const shown = lines.findIndex(
    (text, at) => at >= (own[0]?.from ?? 0) && at < (next?.from ?? lines.length) && isShown(text, name),
  );
  if (shown >= 0) return insert(shown + 1, line);
  return last === undefined ? [line, ...(lines.length === 0 ? [] : ['']), ...lines] : insert(last.to, line);
};

const isShown = (text: string, name: string): boolean => text.replace(/^\s*#\s*/, '').startsWith(`${name} =`);

const refusal = (key: string, path: string): SottoError => {
  const message = `${key} in ${printable(path)} is written in a form that sotto does not edit: change it in the file yourself`;
  return new SottoError('usage', 'config_uneditable', message);
};

/** A config file's text without one key, its comments and order as they were. Throws SottoError as `withSetting` does. */
export const withoutSetting = (text: string, key: ConfigKey, path: string): string => {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const wanted = new Map(namesIn(parseToml(text, path)));
  if (!wanted.delete(key)) return text;
  const said = statementsIn(lines).find(({ names }) => names.length === 1 && names[0]?.[0] === key);
  const result = said ? [...lines.slice(0, said.from), ...lines.slice(said.to)].join(newline) : text;
  if (!isDeepStrictEqual(new Map(namesOf(result, '') ?? []), wanted)) throw refusal(key, path);
  return result;
};

/**
 * A config file's text with another value for one key, its comments and order as they were. Throws SottoError
 * `config_uneditable` where that key alone cannot be changed, `bad_toml`.
 */
export const withSetting = (text: string, key: ConfigKey, value: unknown, path: string): string => {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const given = text.trim() === '' ? [] : lines;
  const cut = key.lastIndexOf('.');
  const place: [string, string] = [key.slice(0, Math.max(0, cut)), key.slice(cut + 1)];
  const said = statementsIn(given).find(({ names }) => names.length === 1 && names[0]?.[0] === key);
  const edited = said ? replaced(given, said, toml(value)) : added(given, place, toml(value));
  const result = `${edited.join(newline)}${newline}`;
  const wanted = new Map(namesIn(parseToml(text, path))).set(key, value);
  const now = namesOf(result, '');
  if (now === null || !isDeepStrictEqual(new Map(now), wanted)) throw refusal(key, path);
  return result;
};
