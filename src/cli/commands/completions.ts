import { Argument, type Command } from 'commander';
import { completionScript, type Shell } from '../completion-script.ts';
import { run } from '../run.ts';

const help = `
bash  source <(sotto completions bash)      in ~/.bashrc
zsh   source <(sotto completions zsh)       in ~/.zshrc, after compinit
fish  sotto completions fish | source       in ~/.config/fish/config.fish`;

/** `sotto completions bash|zsh|fish`. */
export function registerCompletions(program: Command): void {
  program
    .command('completions')
    .description('a script that makes a shell complete commands and options')
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', help)
    .action(run((app, [shell]) => app.out.raw(completionScript(program, shell as Shell))));
}
