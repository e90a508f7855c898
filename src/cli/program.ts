import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerAuthor } from './commands/author.ts';
import { registerChanges } from './commands/changes.ts';
import { registerChats } from './commands/chats.ts';
import { registerCompletions } from './commands/completions.ts';
import { registerDemo } from './commands/demo.ts';
import { registerDirecting } from './commands/directing.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExport } from './commands/export.ts';
import { registerImport } from './commands/import.ts';
import { registerLibrary } from './commands/library.ts';
import { registerLore } from './commands/lore.ts';
import { registerNew } from './commands/new.ts';
import { registerNotes } from './commands/notes.ts';
import { registerPresence } from './commands/presence.ts';
import { registerPreset } from './commands/preset.ts';
import { registerReading } from './commands/reading.ts';
import { registerScreen } from './commands/screen.ts';
import { registerSearch } from './commands/search.ts';
import { registerTalk } from './commands/talk.ts';
import { registerTransfer } from './commands/transfer.ts';
import { registerTree } from './commands/tree.ts';
import { registerUnderstudy } from './commands/understudy.ts';
import { registerUpkeep } from './commands/upkeep.ts';
import { addGlobals } from './globals.ts';

/** Adds a group of commands to the program. */
export type Register = (program: Command) => void;

const groups: readonly Register[] = [
  registerScreen,
  registerNew,
  registerTalk,
  registerDirecting,
  registerNotes,
  registerReading,
  registerSearch,
  registerTree,
  registerChanges,
  registerPresence,
  (program) => registerTransfer(registerChats(program)),
  registerLibrary,
  registerAuthor,
  registerImport,
  registerExport,
  registerLore,
  registerPreset,
  registerUpkeep,
  registerDoctor,
  registerUnderstudy,
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
  for (const register of groups) register(program);
  for (const command of program.commands) quieten(command);
  return program;
}

function quieten(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const inner of command.commands) quieten(inner);
}
