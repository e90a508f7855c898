import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { SottoError } from '../../domain/errors.ts';
import { type LibraryCard, startChat } from '../../play/new-chat.ts';
import { type Context, readCardFile } from '../context.ts';
import { run } from '../run.ts';
import { chatLine } from '../shapes.ts';

const cardIdLength = 16;

/** Id of a card in the library: made from its bytes. */
export const cardId = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, cardIdLength);

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Reads a card file and keeps it in the library. Throws SottoError when it is no card. */
export function keepCard(context: Context, path: string): LibraryCard {
  const bytes = readFileSync(path);
  const card = withFile(path, () => readCardFile(bytes));
  const id = cardId(bytes);
  const name = card.characters.map((character) => character.name).join(', ');
  const { spec, kind } = card;
  context.store.library.addCard({ id, name, spec, kind, bytes, addedAt: context.now() });
  for (const warning of card.warnings) context.out.talk(`${path}: ${warning}`);
  return { id, card };
}

/** Errors of reading say which file. */
export function withFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SottoError)) throw error;
    throw new SottoError(error.family, error.code, `${path}: ${error.message}`, { cause: error });
  }
}

/** A card by file, or by the name or id of an imported one. */
export function findCard(context: Context, wanted: string): LibraryCard {
  if (isFile(wanted)) return keepCard(context, wanted);
  const all = context.store.library.cards();
  const name = wanted.toLowerCase();
  const found = all.find((card) => card.id === wanted || card.name.toLowerCase() === name);
  const stored = found && context.store.library.card(found.id);
  if (stored) return { id: stored.id, card: readCardFile(stored.bytes) };
  const message = `there is no file and no imported card "${wanted}"; see \`sotto cards\``;
  throw new SottoError('not_found', 'no_such_card', message);
}

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
