import type { Command } from 'commander';
import { findCard } from '../../../app/cards/cards.ts';
import { chatLine } from '../../../commands/shapes.ts';
import { SottoError } from '../../../domain/errors.ts';
import { startChat } from '../../../play/chat/new-chat.ts';
import { run } from '../../run.ts';

interface NewOptions {
  title?: string;
  as?: string;
  persona?: string;
  greeting?: string;
  knowsPast?: boolean;
}

function readGreeting(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new SottoError('usage', 'bad_number', `--greeting ${text} is not a number; greetings count from 0`);
}

/** `sotto new`. */
export function registerNew(program: Command): void {
  program
    .command('new <cards...>')
    .description('start a chat from one or more cards')
    .option('--title <title>', 'title of the chat')
    .option('--as <name>', 'character that you play')
    .option('--persona <name>', 'persona that you wear')
    .option('--greeting <n>', 'which greeting opens the chat, from 0')
    .option('--knows-past', 'who joins knows what came before')
    .action(
      run<NewOptions>((app, paths, options) => {
        const cards = paths.map((path) => findCard(app, path ?? ''));
        const { title, as, persona, knowsPast } = options;
        const greeting = readGreeting(options.greeting);
        const id = startChat(app.newChatParts, { cards, title, as, persona, greeting, knowsPast });
        const line = chatLine(app.store.chats.read(id));
        app.out.result(
          line,
          () => `${line.title} (${id}): ${line.cast.join(', ')}; you play ${line.playing}`,
        );
      }),
    );
}
