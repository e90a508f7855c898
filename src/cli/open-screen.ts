import { join } from 'node:path';
import type { App } from '../app/app.ts';
import { keepCard } from '../app/cards/cards.ts';
import { themeFiles } from '../app/files/theme-files.ts';
import { quickReplySets } from '../app/presets/quick-replies.ts';
import { quickReplyCommands } from '../commands/quick-replies.ts';
import { screenTable } from '../commands/table.ts';
import { maskSecrets } from '../config/secrets.ts';
import { printable } from '../config/settings.ts';
import { isSottoError } from '../domain/errors.ts';
import { startChat } from '../play/chat/new-chat.ts';
import { runScreen } from '../tui/run.ts';
import { Looks } from '../tui/themes/looks.ts';

const firstCard = 'the-last-ferry.json';

/** The chat to open: the one meant, else the latest, else a new one on the bundled card. */
function chatToOpen(app: App, address: string | undefined): string {
  const isFirstRun = address === undefined && app.store.chats.list().length === 0;
  if (!isFirstRun) return app.chatId(address);
  const card = keepCard(app, join(app.packageRoot, 'cards', firstCard));
  return startChat(app.newChatParts, { cards: [card] });
}

/** Asks about each address that the file of the current folder gives; what is not agreed to is not used. */
async function askAboutFolder(app: App): Promise<string | undefined> {
  for (const { url } of app.config.unagreed) {
    const shown = maskSecrets(printable(url));
    const question = `The config.toml of this folder would send what is written to\n  ${shown}\nUse it? [y/N] `;
    if (/^y(es)?$/.test((await app.person.ask(question)) ?? '')) app.store.servers.allow(url, app.now());
  }
  const [left] = app.config.unagreed;
  app.config.goWithoutUnagreed();
  return (
    left && 'the address in the config.toml of this folder is not used; `sotto config allow` agrees to it'
  );
}

/** Wears the theme that the settings name; what is wrong with it where it cannot be worn. */
function wear(looks: Looks, name: string): string | undefined {
  try {
    looks.choose(name);
    return undefined;
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return error.message;
  }
}

/** Opens the screen on a chat, as the character that it is played as or another for this terminal alone. Resolves to the exit code. */
export async function openScreen(app: App, address?: string, as?: string): Promise<number> {
  const asked = await askAboutFolder(app);
  const play = app.play(chatToOpen(app, address), as);
  play.attend();
  const { theme, ooc, keys, screen } = app.loaded.config;
  const looks = new Looks(process.env, () => themeFiles(app));
  const notices = [asked, wear(looks, theme.name)].filter((one) => one !== undefined);
  return runScreen(play, {
    now: () => performance.now(),
    stdin: process.stdin,
    stdout: process.stdout,
    looks,
    settings: { hasMouse: screen.mouse, notify: screen.notify, copiesHere: true },
    ooc,
    keys,
    ...(notices.length > 0 && { arrival: { notice: notices.join('\n') } }),
    app,
    commands: quickReplyCommands(quickReplySets(app.store.library), screenTable()),
  });
}
