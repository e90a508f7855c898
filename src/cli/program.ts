import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { families, scriptCommands } from '../commands/table.ts';
import { registerChats } from './commands/chat/chats.ts';
import { registerNew } from './commands/chat/new.ts';
import { registerTransfer } from './commands/chat/transfer.ts';
import { registerCompletions } from './commands/completions.ts';
import { registerDemo } from './commands/demo.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerAuthor } from './commands/library/author.ts';
import { registerExport } from './commands/library/export.ts';
import { registerImport } from './commands/library/import.ts';
import { registerLibrary } from './commands/library/library.ts';
import { registerLore } from './commands/library/lore.ts';
import { registerPreset } from './commands/library/preset.ts';
import { registerScreen } from './commands/screen.ts';
import { registerUpkeep } from './commands/upkeep.ts';
import { addGlobals } from './globals.ts';
import { register } from './register.ts';

/** Adds a group of commands to the program. */
export type Register = (program: Command) => void;

const groups: readonly Register[] = [
  registerScreen,
  registerNew,
  (program) => {
    for (const command of scriptCommands) register(program, command, families);
  },
  (program) => registerTransfer(registerChats(program)),
  registerLibrary,
  registerAuthor,
  registerImport,
  registerExport,
  registerLore,
  registerPreset,
  registerUpkeep,
  registerDoctor,
  registerDemo,
  registerCompletions,
];

/** The whole command line. Commander's own errors are thrown, not printed. */
export function buildProgram(packageRoot: string): Command {
  const { version, description } = JSON.parse(readFileSync(`${packageRoot}/package.json`, 'utf8'));
  const program = addGlobals(new Command('sotto'))
    .description(description)
    .version(version)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const add of groups) add(program);
  for (const command of program.commands) quieten(command);
  return program;
}

function quieten(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const inner of command.commands) quieten(inner);
}
