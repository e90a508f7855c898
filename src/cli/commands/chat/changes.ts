import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { messageLine, messageText } from '../../../commands/shapes.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Message } from '../../../domain/message.ts';
import { directorName } from '../../../domain/world/names.ts';
import type { Play } from '../../../play/play.ts';
import { run } from '../../run.ts';
import { readStdin } from '../../stdin.ts';
import { type ChatOption, withChat } from './tree.ts';

function printMessage(app: App, play: Play, message: Message): void {
  const { world } = app.store.chats.read(play.state().chat.id);
  app.out.result(messageLine(message, world, play.state().playing.id), () => messageText(message, world));
}

const registerText = (program: Command): void => {
  withChat(program.command('edit <message> <text>'))
    .description('change the text of a message from here on; TEXT - reads stdin')
    .action(
      run<ChatOption>(async (app, [message = '', text = ''], { chat }) => {
        const play = app.play(chat);
        const stop = play.subscribe((event) => {
          if (event.type === 'message') printMessage(app, play, event.message);
        });
        await play.edit(message, text === '-' ? await readStdin() : text);
        stop();
      }),
    );
  withChat(program.command('delete <message>'))
    .description('take a message out from here on; what came later stays')
    .action(
      run<ChatOption>(async (app, [message = ''], { chat }) => {
        const play = app.play(chat);
        const { id } = play.message(message);
        await play.remove(id);
        app.out.result({ type: 'deleted', id }, `deleted ${id}; \`sotto undo\` brings it back`);
      }),
    );
};

const registerPins = (program: Command): void => {
  for (const what of ['pin', 'unpin'] as const) {
    withChat(program.command(`${what} <message>`))
      .description(what === 'pin' ? 'keep a message in mind' : 'no longer keep it in mind')
      .action(
        run<ChatOption>(async (app, [message = ''], { chat }) => {
          const play = app.play(chat);
          const { id } = play.message(message);
          await play[what](id);
          printMessage(app, play, play.message(id));
        }),
      );
  }
  withChat(program.command('pins'))
    .description('pinned messages')
    .option('--of <name>', 'pinned by this character')
    .action(
      run<ChatOption & { of?: string }>((app, _, { chat, of }) => {
        const play = app.play(chat);
        for (const message of play.pins(of)) printMessage(app, play, message);
      }),
    );
};

/** `sotto edit`, `delete`, `pin`, `unpin`, `pins`, `as`. */
export function registerChanges(program: Command): void {
  registerText(program);
  registerPins(program);
  withChat(program.command('as <name>'))
    .description('play this character from now on')
    .option('--persona <name>', 'wearing this persona')
    .action(
      run<ChatOption & { persona?: string }>(async (app, [name = ''], { chat, persona }) => {
        if (name.trim() === directorName) {
          const message = `${directorName} is a look, not a role; see everything with \`sotto log --all\``;
          throw new SottoError('usage', 'not_a_role', message);
        }
        const play = app.play(chat);
        await play.playAs(name, persona);
        const { playing } = play.state();
        app.out.result({ type: 'as', playing: playing.name }, `you play ${playing.name}`);
      }),
    );
}
