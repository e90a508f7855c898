import { join } from 'node:path';
import { maskSecrets } from '../config/secrets.ts';
import { printable } from '../config/settings.ts';
import { startChat } from '../play/chat/new-chat.ts';
import { cardCommand } from '../tui/commands/card.ts';
import { presenceCommands } from '../tui/commands/presence.ts';
import { presetCommand } from '../tui/commands/preset.ts';
import { runScreen } from '../tui/run.ts';
import { ask } from './ask.ts';
import { cardShelf } from './cards/card-shelf.ts';
import { keepCard } from './cards/cards.ts';
import { newcomerFrom } from './cards/newcomer.ts';
import type { Context } from './context.ts';
import { presetShelf } from './presets/presets.ts';
import { withQuickReplies } from './presets/quick-replies.ts';

const firstCard = 'the-last-ferry.json';

/** The chat to open: the one meant, else the latest, else a new one on the bundled card. */
function chatToOpen(context: Context, address: string | undefined): string {
  const isFirstRun = address === undefined && context.store.chats.list().length === 0;
  if (!isFirstRun) return context.chatId(address);
  const card = keepCard(context, join(context.packageRoot, 'cards', firstCard));
  return startChat(context.newChatParts, { cards: [card] });
}

/** Asks about each address that the file of the current folder gives; what is not agreed to is not used. */
async function askAboutFolder(context: Context): Promise<string | undefined> {
  for (const { url } of context.config.unagreed) {
    const shown = maskSecrets(printable(url));
    const question = `The config.toml of this folder would send what is written to\n  ${shown}\nUse it? [y/N] `;
    if (/^y(es)?$/.test((await ask(question)) ?? '')) context.store.servers.allow(url, context.now());
  }
  const [left] = context.config.unagreed;
  context.config.goWithoutUnagreed();
  return (
    left && 'the address in the config.toml of this folder is not used; `sotto config allow` agrees to it'
  );
}

/** Opens the screen on a chat, as the character that it is played as or another for this terminal alone. Resolves to the exit code. */
export async function openScreen(context: Context, address?: string, as?: string): Promise<number> {
  const initialNotice = await askAboutFolder(context);
  const play = context.play(chatToOpen(context, address), as);
  play.attend();
  const { theme, ooc } = context.loaded.config;
  try {
    return await runScreen(play, {
      now: () => performance.now(),
      stdin: process.stdin,
      stdout: process.stdout,
      theme: theme.name,
      ooc,
      ...(initialNotice !== undefined && { initialNotice }),
      commands: withQuickReplies(context.store.library, [
        ...presenceCommands((name) => newcomerFrom(context, name)),
        presetCommand(presetShelf(context)),
        cardCommand(cardShelf(context, play)),
      ]),
    });
  } finally {
    await play.close();
  }
}
