import { isOnScreen } from '../../../src/commands/all/on-screen.ts';
import { screenTable } from '../../../src/commands/all/table.ts';
import type { Command } from '../../../src/commands/command.ts';
import { type Given, isFlag, isOption, isSeveral, type Parameter } from '../../../src/commands/parameters.ts';
import { isMissing } from '../../../src/commands/values.ts';
import { kindNames } from '../../../src/play/beside/kinds.ts';
import type { Pool } from './pool.ts';

/** A command with what is given for its parameters, on the command line, on the screen, or in the menu that completes its line. */
export interface Door {
  readonly side: 'script' | 'screen' | 'menu';
  readonly command: Command;
  readonly given: Readonly<Record<string, Given>>;
}

/** Commands that no property keeps out and that are no door all the same, each with why. */
export const leftOut: Readonly<Record<string, string>> = {
  events: 'it is the log, whoever perceived it, and says so',
  redo: "what can be redone is the human's own: whoever speaks after an undo, heard or not, has gone on from there",
  split: 'whoever played somebody describes them, and what others write is theirs',
};

/** Parameters by which a script is answered with what the named one's own mind holds then, each with why: it is asked of the character alone. */
export const mindsRead: Readonly<Record<string, readonly [parameter: string, why: string]>> = {
  scenario: ['name', 'a script reads as NAME what NAME alone is told'],
  'entity set': ['name', 'a script is shown the mind in which it has set something'],
  'edge set': ['from', 'as for `entity set`'],
  know: ['from', 'as for `entity set`'],
  unknow: ['from', 'as for `entity set`'],
  'entity export': ['name', 'it writes a character with all that is so of it'],
};

/** Commands that are about everything unless a parameter says through whose eyes, with that parameter. */
export const saysWhose: Readonly<Record<string, string>> = { 'chat export': 'as' };

const casting = 'the human casts the play: who is played, comes, goes and speaks, of all who are in it';
const authoring = 'the human writes the play: what is so of anybody, and what they are told';

/** Commands that find anybody of the cast by name, also whom the played character does not know, each with why. */
export const findsAnybody: Readonly<Record<string, string>> = {
  ...{ as: casting, player: casting, strategy: casting, mute: casting, unmute: casting, talkative: casting },
  ...{ join: casting, leave: casting, scene: casting, rename: casting, card: casting, 'card edit': casting },
  ...{ letter: authoring, met: authoring, scenario: authoring, 'entity set': authoring },
  ...{
    'entity export': casting,
    'container move': authoring,
    'edge set': authoring,
    know: authoring,
    unknow: authoring,
  },
};

/** Whether a parameter takes a path of the machine. */
const isFile = ({ form, kind }: Parameter): boolean =>
  kind.names === 'file' || /[<[](?:files?(?:\.\.\.)?|dir)[>\]]/.test(form);

/** Why a command is no door, by what it is; null where it is one. */
export function whyLeftOut(command: Command): string | null {
  const { name, group, chat, parameters, isTalk } = command;
  if (isTalk) return 'a model writes, and what others write is theirs';
  if (group === 'upkeep' && chat === undefined) return 'it is about this machine: servers, settings, backups';
  if (Object.values(parameters).some((one) => one.isRequired && isFile(one))) return 'it needs a file';
  return leftOut[name] ?? null;
}

/** Parameters that say through whose eyes something is looked at, or whose mind is read: a person at the terminal may. */
const eyes = /^(?:as|for|of)$/;
/** Flags that show what others know. */
const wider = /^(?:all|others|shown|isShown)$/;

const texts = ['The key?', 'odile'];
const numbers = ['1', '2', '0', '500', '-3'];

/** So many ids and names are tried for an option that takes a word. */
const wordsForOption = 2;

/** What may be given for a parameter of a kind, the usual first. */
function valuesOfKind(parameter: Parameter, pool: Pool): readonly string[] {
  const { kind } = parameter;
  const { names, chats, messages, branches, groups, words } = pool;
  if (kind.choices) return kind.choices;
  switch (kind.names) {
    case undefined:
      break;
    case 'character':
      return names;
    case 'hearer':
      return [...names, ...groups.map((name) => `@${name}`)];
    case 'chat':
      return chats;
    case 'message':
      return messages;
    case 'branch':
      return branches;
    case 'group':
      return groups;
    case 'kind':
      return kindNames;
    default:
      return ['Quay'];
  }
  if (kind.extent === 'rest') return texts;
  if (!kind.schema.safeParse('a').success) return numbers;
  return ['1', ...(isOption(parameter) ? words.slice(0, wordsForOption) : words)];
}

/** Commands by which somebody comes in, and then sees who is there: the character itself does not ask for that. */
const bringsIn: ReadonlySet<string> = new Set(['join', 'scene', 'container move']);

/** What may be named at a command: those whom the character does not know only where they are not found. */
function poolFor({ name }: Command, pool: Pool): Pool {
  const isNamed = (one: string): boolean => {
    if (bringsIn.has(name) && one === pool.own) return false;
    return !(Object.hasOwn(findsAnybody, name) && pool.strangers.includes(one));
  };
  return { ...pool, names: pool.names.filter(isNamed) };
}

/** What may be given for a parameter on a side; nothing where it is not offered there or takes a file. */
function valuesFor(key: string, command: Command, side: 'script' | 'screen', pool: Pool): readonly Given[] {
  const parameter = command.parameters[key];
  if (!parameter || (parameter.only ?? side) !== side || isFile(parameter) || wider.test(key)) return [];
  if (isFlag(parameter)) return [true];
  const isMind = side === 'script' && mindsRead[command.name]?.[0] === key;
  const isOwn = eyes.test(key) || isMind;
  const values = isOwn ? [pool.own, 'Nobody'] : valuesOfKind(parameter, poolFor(command, pool));
  return isSeveral(parameter) ? values.map((one) => [one]) : values;
}

/** The doors of a command on a side: with nothing, with what it needs, and with each value of each parameter beside that. */
function doorsOn(side: 'script' | 'screen', command: Command, pool: Pool): Door[] {
  const all = Object.entries(command.parameters).map(
    ([key, one]) => [key, one, valuesFor(key, command, side, pool)] as const,
  );
  const usual = Object.fromEntries(
    all.flatMap(([key, { isRequired }, [first]]) => {
      const isUsual = isRequired || saysWhose[command.name] === key;
      return isUsual && first !== undefined ? [[key, first]] : [];
    }),
  );
  const varied = all.flatMap(([key, , values]) => values.map((value) => ({ ...usual, [key]: value })));
  const distinct = new Map([{}, usual, ...varied].map((given) => [JSON.stringify(given), given]));
  // What is needed and not there the command line itself refuses, before any chat is read.
  const whose = saysWhose[command.name];
  const isAsked = (given: Door['given']) =>
    side === 'screen' ||
    (!isMissing(command.parameters, given) && (whose === undefined || given[whose] !== undefined));
  return [...distinct.values()].filter(isAsked).map((given) => ({ side, command, given }));
}

/** All doors, those of one command together: whatever is registered is among them without another line. Every line completes. */
export const doorsOf = (pool: Pool, table: readonly Command[] = screenTable()): Door[][] =>
  table
    .map((command): Door[] => {
      const isAsked = whyLeftOut(command) === null;
      return [
        ...(isAsked && command.only?.side !== 'screen' ? doorsOn('script', command, pool) : []),
        ...(isAsked && isOnScreen(command) ? doorsOn('screen', command, pool) : []),
        ...(isOnScreen(command) ? [{ side: 'menu' as const, command, given: {} }] : []),
      ];
    })
    .filter((doors) => doors.length > 0);
