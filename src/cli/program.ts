import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { families, scriptCommands } from '../commands/all/table.ts';
import type { Command as CommandDefinition } from '../commands/command.ts';
import { completions } from './completions.ts';
import { addGlobals } from './globals.ts';
import { addHelp } from './help.ts';
import { outputOf } from './output.ts';
import { play, playByDefault } from './play.ts';
import { register } from './register.ts';

/** Help and version are printed as results are; what commander says of errors is thrown, not printed. */
const written = { writeOut: (text: string) => outputOf(false).raw(text), writeErr: () => {} };

/** Words with which all commands are told of. */
const ofAll = new Set(['help', '--help', '-h', 'completions']);

/** The commands that a command line can mean, for making all of them takes longer than most of them do. */
const meantBy = (commands: readonly CommandDefinition[], argv: readonly string[]) =>
  argv.some((word) => ofAll.has(word))
    ? commands
    : commands.filter(({ name }) => argv.includes(firstWord(name)));

const firstWord = (name: string): string => name.split(' ', 1)[0] ?? '';

/** `sotto --plain` is `sotto play --plain`: a command line that names no command is that of the screen. */
export const withCommand = (argv: readonly string[]): readonly string[] =>
  argv.some((word) => word === '--plain' || word === '--inline') &&
  !argv.some((word) => ofAll.has(word) || commandNames().includes(word))
    ? [play.name, ...argv]
    : argv;

const commandNames = (): string[] => [
  ...new Set([play, ...scriptCommands].map(({ name }) => firstWord(name))),
];

/** The command line, whole unless it is for `argv` alone. Commander's own errors are thrown, not printed. */
export function buildProgram(packageRoot: string, argv: readonly string[] = ['help']): Command {
  const { version, description } = JSON.parse(readFileSync(`${packageRoot}/package.json`, 'utf8'));
  const program = addGlobals(new Command('sotto'))
    .description(description)
    .version(version)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput(written);
  const commands = [play, ...scriptCommands, completions(program)] as readonly CommandDefinition[];
  playByDefault(program, [...new Set(commands.map(({ name }) => firstWord(name)))]);
  for (const command of meantBy(commands, argv)) register(program, command, families);
  addHelp(program, commands, written.writeOut);
  for (const command of program.commands) quieten(command);
  return program;
}

function quieten(command: Command): void {
  command.exitOverride().configureOutput(written);
  for (const inner of command.commands) quieten(inner);
}
