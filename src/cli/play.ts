import type { Command as CommanderCommand } from 'commander';
import { define } from '../commands/command.ts';
import { argument, flag, name, option, word } from '../commands/parameters.ts';
import { demoShape, type Perceived, playDemo } from '../commands/upkeep/demo.ts';
import { SottoError } from '../domain/errors.ts';
import { nearest } from '../domain/nearest.ts';
import { action } from './register.ts';

/** `sotto play`: the screen; a script that names no chat gets the demo instead. */
export const play = define({
  name: 'play',
  group: 'the screen',
  summary: 'open the screen; default the latest chat',
  parameters: {
    chat: argument('[chat]', word),
    as: option('--as <name>', name, 'play this character in this terminal; other terminals may play others'),
    inline: flag('--inline', "leave the chat in the terminal's own scrollback"),
    plain: flag('--plain', 'only ever add lines, for screen readers and pipes'),
  },
  async *run({ app, write }, { chat, as, inline, plain }): AsyncGenerator<string | Perceived, unknown> {
    const mode = plain ? 'plain' : inline ? 'inline' : undefined;
    if (app.person.terminal || plain) {
      const { openScreen } = await import('./open-screen.ts');
      return openScreen(app, chat, { as, mode, write });
    }
    if (chat === undefined) return yield* playDemo(app);
    const id = app.chatId(chat);
    const message = `the screen needs a terminal, and the output is not one; use \`sotto log ${id}\` and \`sotto say ${id} TEXT\` in scripts`;
    throw new SottoError('usage', 'not_a_terminal', message);
  },
  ...demoShape,
  only: { side: 'script', why: 'the screen is open already' },
});

/** Lets `sotto` alone do the same, and a command that is not there be answered with the nearest one of `names`. */
export function playByDefault(program: CommanderCommand, names: readonly string[]): void {
  const open = action(play);
  program.argument('[command...]').action(([wanted]: readonly string[], ...rest) => {
    if (wanted === undefined) return open(undefined, ...rest);
    const near = nearest(wanted, names);
    const remedy = near === null ? '`sotto help all` lists every command' : `did you mean \`sotto ${near}\`?`;
    throw new SottoError('usage', 'no_such_command', `there is no command "${wanted}"; ${remedy}`);
  });
}
