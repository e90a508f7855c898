import { closest } from 'fastest-levenshtein';
import { parse, TomlError } from 'smol-toml';
import type { Character } from '../../cards/character.ts';
import { isObject } from '../../cards/json.ts';
import { SottoError } from '../../domain/errors.ts';
import { NotJson, parseJsonWithComments } from './json-with-comments.ts';

/** How a character is written down for its author. */
export type CardFormat = 'toml' | 'json';

/** What an author writes of a character: its texts. */
export type CharacterText = Omit<
  Character,
  'book' | 'depthPrompt' | 'world' | 'talkativeness' | 'scripts' | 'tools'
>;

interface Field {
  readonly key: string;
  readonly hint: string;
  readonly isList?: true;
}

/** The fields in the order of writing, under the names of the card specifications. */
const fields: { readonly [field in keyof CharacterText]: Field } = {
  name: { key: 'name', hint: 'the only field that must be filled in' },
  nickname: { key: 'nickname', hint: 'what {{char}} stands for; empty = the name' },
  description: { key: 'description', hint: 'who this is' },
  personality: { key: 'personality', hint: 'in a few words' },
  scenario: { key: 'scenario', hint: 'where and when it begins' },
  greetings: { key: 'greetings', hint: 'how a chat may open, the default first', isList: true },
  groupOnlyGreetings: { key: 'group_only_greetings', hint: 'only when there are several', isList: true },
  exampleDialogue: { key: 'mes_example', hint: 'how this character speaks; <START> begins an example' },
  systemPrompt: { key: 'system_prompt', hint: 'replaces the usual one, which {{original}} stands for' },
  postHistoryInstructions: { key: 'post_history_instructions', hint: 'placed last, before each reply' },
  creatorNotes: { key: 'creator_notes', hint: 'for people; never sent to a model' },
  tags: { key: 'tags', hint: 'for people', isList: true },
  creator: { key: 'creator', hint: 'who made the card' },
  characterVersion: { key: 'character_version', hint: 'of the card' },
};
const all = Object.entries(fields) as [keyof CharacterText, Field][];
const keys = all.map(([, { key }]) => key);

const wrong = (why: string, line: number): SottoError =>
  new SottoError('usage', 'bad_card_text', `line ${line}: ${why}: correct that place`);

const escaped = (text: string): string =>
  text.replace(/\\|"(?="")|[\u0000-\u0008\u000b-\u001f\u007f]/g, (found) =>
    /["\\]/.test(found) ? `\\${found}` : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const tomlText = (text: string): string => {
  if (text.includes('\n') || text.includes('"')) return `"""\n${escaped(text)}"""`;
  return `"${escaped(text)}"`;
};

const tomlValue = (value: string | readonly string[]): string => {
  if (typeof value === 'string') return tomlText(value);
  return value.length === 0 ? '[]' : `[\n${value.map((text) => `${tomlText(text)},\n`).join('')}]`;
};

const writers: Record<CardFormat, (character: CharacterText, remarks: readonly string[]) => string> = {
  toml: (character, remarks) =>
    [
      ...remarks.map((line) => `# ${line}`),
      ...all.map(([field, { key, hint }]) => `\n# ${hint}\n${key} = ${tomlValue(character[field])}`),
      '',
    ].join('\n'),
  json: (character, remarks) => {
    const rows = all.map(([field, { key, hint }]) => {
      return `  // ${hint}\n  ${JSON.stringify(key)}: ${JSON.stringify(character[field], null, 2).replace(/\n/g, '\n  ')}`;
    });
    return `${remarks.map((line) => `// ${line}\n`).join('')}{\n${rows.join(',\n\n')}\n}\n`;
  },
};

/** A character as its author writes it, with remarks in front, one line each. What is empty is there to be filled. */
export const writeCharacter = (
  character: CharacterText,
  format: CardFormat,
  remarks: readonly string[] = [],
): string =>
  writers[format](
    character,
    remarks.map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
  ).replace(/\p{Cs}/gu, '\ufffd');

const parsed = (text: string, format: CardFormat): unknown => {
  try {
    return format === 'toml' ? parse(text.replace(/^\ufeff/, '')) : parseJsonWithComments(text);
  } catch (error) {
    if (error instanceof NotJson) throw wrong(error.message, error.line);
    if (!(error instanceof TomlError)) throw error;
    throw wrong(error.message.replace(/^Invalid TOML document: /, '').split('\n')[0] ?? '', error.line);
  }
};

/** Line of a key, from 1; the first line when it cannot be found. */
const lineOf = (text: string, key: string): number => {
  const at = text.split('\n').findIndex((line) => line.replace(/^[\s"'[]*/, '').startsWith(key));
  return Math.max(1, at + 1);
};

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The character that a text describes; what it does not name is empty. Throws SottoError `bad_card_text` with the line
 * when it is no TOML or JSON, has an unknown key, a value of the wrong kind, or no name.
 */
export function readCharacter(text: string, format: CardFormat): CharacterText {
  const table = parsed(text, format);
  if (!isObject(table)) throw wrong('a character is an object with keys such as "name"', 1);
  for (const [key, value] of Object.entries(table)) {
    const field = all.find(([, known]) => known.key === key)?.[1];
    const line = lineOf(text, key);
    if (!field)
      throw wrong(`there is no key "${key}"; the nearest is ${closest(key.slice(0, 80), keys)}`, line);
    const fits = field.isList ? Array.isArray(value) && value.every(isText) : isText(value);
    if (!fits) throw wrong(`${key} is ${field.isList ? 'a list of texts' : 'a text'} in quotes`, line);
  }
  const { name } = table;
  if (!isText(name) || name.trim() === '') throw wrong('the character has no name', lineOf(text, 'name'));
  const values = all.map(([field, { key, isList }]) => [field, table[key] ?? (isList ? [] : '')]);
  return Object.fromEntries(values) as CharacterText;
}
