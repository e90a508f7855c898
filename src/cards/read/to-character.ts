import { refuseTooMany } from '../../domain/json/size.ts';
import type { Character } from '../character.ts';
import type { JsonObject, Warn } from '../json.ts';
import { objectOf, textOf, textsOf } from './lenient.ts';
import { toLorebook } from './lorebook.ts';

/** Other names under which fields are met: Pygmalion's, those of multi-character cards, old slips. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['char_name'],
  description: ['char_persona'],
  scenario: ['world_scenario'],
  first_mes: ['first_msg', 'char_greeting'],
  mes_example: ['example', 'example_dialogue'],
};

const nameless = 'Nameless';

/** A name that fits on one line: control characters and runs of blanks become one space. May be empty. */
export const tidyName = (name: string): string => name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const nameOf = (name: string, nickname: string, warn: Warn): string => {
  const tidy = tidyName(name) || tidyName(nickname) || nameless;
  if (tidy !== name) warn(`The name is ${name.trim() ? 'not one tidy line' : 'empty'}: corrected`);
  return tidy;
};

const noteOf = (fields: JsonObject, text: (key: string) => string): string => {
  const notes = fields.creator_notes_multilingual;
  const english = typeof notes === 'object' && notes !== null && 'en' in notes ? notes.en : undefined;
  return typeof english === 'string' && english ? english : text('creator_notes');
};

const roles = ['system', 'user', 'assistant'] as const;
const usualDepth = 4;

/** What SillyTavern keeps among the extensions to be put between messages, and which lorebook it names there. */
function linkedIn({ extensions }: JsonObject): Pick<Character, 'depthPrompt' | 'world'> {
  const { depth_prompt: given, world } = objectOf(extensions, 'extensions', () => {});
  const { prompt, depth, role } = objectOf(given, 'depth_prompt', () => {});
  const at = typeof depth === 'number' && Number.isInteger(depth) && depth >= 0 ? depth : usualDepth;
  const isText = typeof prompt === 'string' && prompt.trim() !== '';
  const depthPrompt = isText && {
    depthPrompt: { text: prompt, depth: at, role: roles.find((one) => one === role) ?? 'system' },
  };
  return { ...depthPrompt, ...(typeof world === 'string' && world.trim() !== '' && { world }) };
}

/** What SillyTavern keeps among the extensions, as a number or spelled out; nothing where it is neither. */
const talkativenessOf = ({ extensions }: JsonObject): Pick<Character, 'talkativeness'> => {
  const { talkativeness: said } = objectOf(extensions, 'extensions', () => {});
  const number = typeof said === 'string' && said.trim() ? Number(said) : said;
  return typeof number === 'number' && number >= 0 && number <= 1 ? { talkativeness: number } : {};
};

const mostScripts = 200;

/** The regex scripts that SillyTavern keeps among the extensions. */
const scriptsOf = ({ extensions }: JsonObject): Pick<Character, 'scripts'> => {
  const { regex_scripts: scripts } = objectOf(extensions, 'extensions', () => {});
  return Array.isArray(scripts) && scripts.length > 0 ? { scripts: scripts.slice(0, mostScripts) } : {};
};

const mostTools = 32;

/** The tools that a card of sotto's own kind wants. */
const toolsOf = ({ extensions }: JsonObject): Pick<Character, 'tools'> => {
  const { sotto } = objectOf(extensions, 'extensions', () => {});
  const { tools } = objectOf(sotto, 'extensions.sotto', () => {});
  const names = (Array.isArray(tools) ? tools : []).filter((name) => typeof name === 'string');
  return names.length > 0 ? { tools: names.slice(0, mostTools) } : {};
};

/**
 * Normalises the fields of one character, of any version; `secret` closes the description, which others never see. Throws
 * SottoError `too_large` where its lorebook is.
 */
export const toCharacter = (fields: JsonObject, warn: Warn): Character => {
  const text = (key: string): string => {
    const names = [key, ...(otherNames[key] ?? [])];
    const name = names.find((candidate) => fields[candidate] != null) ?? key;
    return textOf(fields[name], name, warn);
  };
  const texts = (key: string): string[] => textsOf(fields[key], key, warn);
  refuseTooMany(objectOf(fields.character_book, '', () => {}).entries);
  const nickname = tidyName(text('nickname'));
  return {
    name: nameOf(text('name'), nickname, warn),
    nickname,
    description: [text('description'), text('secret')].filter((part) => part.trim()).join('\n\n'),
    personality: text('personality'),
    scenario: text('scenario'),
    greetings: [text('first_mes'), ...texts('alternate_greetings')].filter((greeting) => greeting.trim()),
    groupOnlyGreetings: texts('group_only_greetings'),
    exampleDialogue: text('mes_example'),
    systemPrompt: text('system_prompt'),
    postHistoryInstructions: text('post_history_instructions'),
    creatorNotes: noteOf(fields, text),
    tags: texts('tags'),
    creator: text('creator'),
    characterVersion: text('character_version'),
    ...talkativenessOf(fields),
    ...linkedIn(fields),
    ...scriptsOf(fields),
    ...toolsOf(fields),
    book: toLorebook(fields.character_book, warn),
  };
};
