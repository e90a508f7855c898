import type { Command as CommanderCommand } from 'commander';
import { define } from '../commands/command.ts';
import { argument, choice } from '../commands/parameters.ts';
import { completionScript } from './completion-script.ts';

const notes = `bash  source <(sotto completions bash)      in ~/.bashrc
zsh   source <(sotto completions zsh)       in ~/.zshrc, after compinit
fish  sotto completions fish | source       in ~/.config/fish/config.fish`;

/** `sotto completions`, which writes what it sees of the program. */
export const completions = (program: CommanderCommand) =>
  define({
    name: 'completions',
    group: 'upkeep',
    summary: 'print a script that completes commands and options in a shell',
    parameters: { shell: argument('<shell>', choice(['bash', 'zsh', 'fish']), 'shell') },
    notes,
    run: ({ write }, { shell }) => write(completionScript(program, shell)),
    only: { side: 'script', why: 'a shell reads it' },
  });
