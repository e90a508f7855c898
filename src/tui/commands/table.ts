import { closest } from 'fastest-levenshtein';
import { SottoError } from '../../domain/errors.ts';
import { textPanel } from '../panels/state.ts';
import { firstWord, required } from './arguments.ts';
import type { Command, Desk } from './command.ts';
import { directingCommands } from './directing.ts';
import { historyCommands } from './history.ts';
import { loreCommand } from './lore.ts';
import { noteCommands } from './notes.ts';
import { playerCommands } from './players.ts';
import { searchCommands } from './search.ts';
import { speakingCommands } from './speaking.ts';

const keys = [
  ['Enter', 'send'],
  ['Ctrl+J, Alt+Enter', 'new line'],
  ['Esc', 'stop a reply, close a panel; else to the newest'],
  ['Ctrl+C twice', 'leave'],
  ['F1, ? on an empty line', 'this help'],
  ['F2', 'write as somebody else'],
  ['F3', 'who speaks next'],
  ['F4', 'pass the keyboard on'],
  ['PgUp, PgDn, wheel', 'scroll; Ctrl+End to the newest'],
  ['Left, Right on an empty line', 'alternatives of the last reply'],
  ['Ctrl+T', 'show or fold thoughts'],
  ['Tab', 'complete /commands and @names'],
  ['Up, Down, Ctrl+R', 'what you wrote before; search in it'],
  ['Ctrl+G', 'write in $EDITOR'],
  ['Ctrl+W, Ctrl+U, Ctrl+K, Ctrl+Y', 'cut word, to start, to end; paste it'],
  ['Ctrl+_', 'undo typing'],
] as const;

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
};

const chat: Command = {
  name: 'chat',
  args: 'TITLE',
  help: 'rename this chat',
  async run({ play, notify }, args) {
    const [word, rest] = firstWord(args);
    const title = required(word === 'rename' ? rest : args, '/chat TITLE');
    await play.rename(title);
    notify(`this chat is now called ${title}`);
  },
};

const quit: Command = { name: 'quit', args: '', help: 'leave', run: ({ leave }) => leave() };

const helpFor = (commands: readonly Command[]): Command => ({
  name: 'help',
  args: '',
  help: 'keys and commands',
  run({ show }) {
    const rows = commands.flatMap(({ name, args, help }) => [`/${name} ${args}`.trimEnd(), `    ${help}`]);
    show(textPanel('Help', [...aligned(keys), '', ...rows]));
  },
});

/** Every slash command of the screen, those given included, in the order of the help. */
export const commandTable = (more: readonly Command[] = []): readonly Command[] => {
  const commands = [
    ...speakingCommands,
    ...directingCommands,
    ...noteCommands,
    ...playerCommands,
    ...historyCommands,
    ...searchCommands,
    loreCommand,
    chat,
    ...more,
    quit,
  ];
  return [...commands, helpFor(commands)];
};

/** Runs a line such as `/as Bob`; rejects with SottoError, for an unknown command with the nearest one. */
export const runLine = async (line: string, desk: Desk, commands: readonly Command[]): Promise<void> => {
  const [word, args] = firstWord(line.slice(1));
  const names = commands.map(({ name }) => name);
  const command = commands.find(({ name }) => name === word.toLowerCase());
  if (command === undefined) {
    const near = closest(word, names);
    throw new SottoError('usage', 'unknown_command', `there is no command /${word}: did you mean /${near}?`);
  }
  await command.run(desk, args);
};
