import type { Command } from 'commander';
import { closest } from 'fastest-levenshtein';
import { SottoError } from '../../domain/errors.ts';
import { run } from '../run.ts';

const needsTerminal = (chat: string): SottoError => {
  const message = `the screen needs a terminal, and the output is none; use \`sotto log ${chat}\` and \`sotto say ${chat} TEXT\` in scripts`;
  return new SottoError('usage', 'not_a_terminal', message);
};

/** `sotto`, `sotto play`. */
export function registerScreen(program: Command): void {
  const open = run<{ as?: string }>(async (app, [chat], { as }) => {
    if (!app.out.isTerminal) {
      if (chat !== undefined) throw needsTerminal(app.chatId(chat));
      const { playDemo } = await import('./demo.ts');
      return playDemo(app);
    }
    const { openScreen } = await import('../open-screen.ts');
    process.exitCode = await openScreen(app, chat, as);
  });
  program.argument('[command]').action((name: string | undefined, ...rest) => {
    if (name === undefined) return open(name, ...rest);
    const names = program.commands.map((command) => command.name());
    const message = `there is no command "${name}"; did you mean \`sotto ${closest(name, names)}\`?`;
    throw new SottoError('usage', 'no_such_command', message);
  });
  program
    .command('play [chat]')
    .description('the screen; default the latest chat')
    .option('--as <name>', 'play this character in this terminal; another may play another')
    .action(open);
}
