import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerChanges } from './commands/chat/changes.ts';
import { registerChats } from './commands/chat/chats.ts';
import { registerDirecting } from './commands/chat/directing.ts';
import { registerNew } from './commands/chat/new.ts';
import { registerNotes } from './commands/chat/notes.ts';
import { registerPresence } from './commands/chat/presence.ts';
import { registerReading } from './commands/chat/reading.ts';
import { registerSearch } from './commands/chat/search.ts';
import { registerTalk } from './commands/chat/talk.ts';
import { registerTransfer } from './commands/chat/transfer.ts';
import { registerTree } from './commands/chat/tree.ts';
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
