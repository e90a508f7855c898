import type { Command } from 'commander';
import { SottoError } from '../../../domain/errors.ts';
import { startChat } from '../../../play/chat/new-chat.ts';
import { findCard } from '../../cards/cards.ts';
import { chatLine } from '../../chats/shapes.ts';
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
      run<NewOptions>((context, paths, options) => {
        const cards = paths.map((path) => findCard(context, path ?? ''));
        const { title, as, persona, knowsPast } = options;
        const greeting = readGreeting(options.greeting);
        const id = startChat(context.newChatParts, { cards, title, as, persona, greeting, knowsPast });
        const line = chatLine(context.store.chats.read(id));
        context.out.result(
          line,
          () => `${line.title} (${id}): ${line.cast.join(', ')}; you play ${line.playing}`,
        );
      }),
    );
}
