import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { bundledCard } from '../app/cards/cards.ts';
import { sizeText } from '../app/files/size-text.ts';
import { themeFiles } from '../app/files/theme-files.ts';
import { fittingHere } from '../app/models/beside.ts';
import { prepareModel } from '../app/models/prepare.ts';
import { quickReplySets } from '../app/presets/quick-replies.ts';
import type { App } from '../app/run/app.ts';
import { readOnlyNotice } from '../app/run/open-store.ts';
import type { TerminalSize } from '../app/run/person.ts';
import { upkeep } from '../app/upkeep.ts';
import { quickReplyCommands } from '../commands/all/quick-replies.ts';
import { screenTable } from '../commands/all/table.ts';
import type { Command } from '../commands/command.ts';
import { begunOnScreen } from '../commands/world/kickoff.ts';
import { maskSecrets, printable } from '../config/settings.ts';
import { isSottoError } from '../domain/errors.ts';
import { startChat } from '../play/new-chat.ts';
import type { Play } from '../play/play.ts';
import { closeLeft } from '../tui/leaving.ts';
import { runPlain } from '../tui/plain/run-plain.ts';
import { runScreen } from '../tui/run.ts';
import { Looks } from '../tui/themes/looks.ts';
import { isCertain } from './print-talk.ts';

const welcome = 'write something and press Enter; /tour takes two minutes, /home is the start page';

/** Where it turns out that no model answers, says once which one could be fetched while one plays. */
function offerModel(app: App, play: Play): void {
  const offered = play.subscribe(({ type }) => {
    const { kind, isModel } = play.state().backend;
    if (type !== 'state' || kind === '') return;
    offered();
    if (isModel || app.loaded.config.backend.kind === 'understudy') return;
    const known = fittingHere();
    const what = known
      ? `: /model pull ${known.name} fetches one that fits this machine (${sizeText(known.bytes)}) while you play`
      : '';
    if (what !== '') app.person.tell(`${welcome}\nno model is in use${what}`);
  });
}

/** The chat to open: the one meant, else the latest, else a new one on the bundled card, with a word of what to do. */
function chatToOpen(app: App, address: string | undefined): { id: string; notice?: string } {
  const isFirstRun = address === undefined && app.store.chats.list().length === 0;
  if (!isFirstRun) return { id: app.chatId(address) };
  return { id: startChat(app.newChatParts, { cards: [bundledCard(app)] }), notice: welcome };
}

/** Asks about each address that the file of the current folder gives; what is not agreed to is not used. */
async function askAboutFolder(app: App): Promise<string | undefined> {
  for (const { url } of app.config.unagreed) {
    const shown = maskSecrets(printable(url));
    const question = `The config.toml in the current directory would send your chats to\n  ${shown}\nAllow it? [y/N] `;
    if (/^y(es)?$/.test((await app.person.ask(question)) ?? '')) app.store.servers.allow(url, app.now());
  }
  const [left] = app.config.unagreed;
  app.config.goWithoutUnagreed();
  return (
    left &&
    'the address in the config.toml of the current directory is not used; `sotto config allow` allows it'
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

/** How the screen shows a chat, and what it needs besides. */
interface Opening {
  readonly isInline: boolean;
  readonly app: App;
  readonly commands: readonly Command[];
  readonly notice?: string;
}

/** The first frames and the first replies go before the daily backup. */
const upkeepAfterMs = 20_000;

/** V8's flags change once it has kept the code of this start, which fits the flags that the next one begins with (bin/load.js). */
const keepSmallAfterMs = 4000;

/** V8 lets garbage grow by what the machine could bear, and what is scrolled past is garbage: here it is swept sooner. */
const keepSmall = (): void => setFlagsFromString('--optimize-for-size');

function onScreen(
  play: Play,
  looks: Looks,
  opening: Opening & { readonly terminal: NodeJS.WriteStream },
): Promise<number> {
  const { app, commands, notice, isInline, terminal } = opening;
  app.playParts.after(keepSmallAfterMs, keepSmall);
  const { ooc, keys, screen } = app.loaded.config;
  const settings = { hasMouse: screen.mouse, notify: screen.notify, copiesHere: true };
  const arrival = { ...(notice !== undefined && { notice }), ...begunOnScreen(app, play.state().chat.id) };
  const now = () => performance.now();
  const how = { isInline, looks, settings, ooc, keys, arrival };
  return runScreen(play, { app, commands, now, stdin: process.stdin, stdout: terminal, ...how });
}

/** Ctrl+C stops what is being written, and else ends the program. */
async function inLines(play: Play, opening: Opening & Pick<Opened, 'write'>): Promise<number> {
  const { stdin } = process;
  const isEchoed = stdin.isTTY === true;
  const reader = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  // What comes before somebody asks for it would be lost.
  const lines = reader[Symbol.asyncIterator]();
  let isInterrupted = false;
  const interrupt = () => {
    if (play.state().generating !== null) return play.stop();
    isInterrupted = true;
    reader.close();
  };
  process.on('SIGINT', interrupt);
  try {
    play.attend();
    const certain = () => isCertain(opening.app, play);
    const code = await runPlain(play, { ...opening, lines, isEchoed, isCertain: certain });
    return isInterrupted ? 130 : code;
  } finally {
    process.off('SIGINT', interrupt);
    reader.close();
    const { app } = opening;
    await closeLeft(play, app.playParts.after, (text) => app.person.tell(text));
  }
}

/** Opens a chat, as the character that it is played as or another for this terminal alone. Resolves to the exit code. */
export async function openScreen(
  app: App,
  address: string | undefined,
  { as, mode: wanted, write }: Opened,
): Promise<number> {
  const unused = await askAboutFolder(app);
  await prepareModel(app);
  const { id, notice } = chatToOpen(app, address);
  const isFirst = notice !== undefined;
  const play = app.play(id, as);
  app.playParts.after(upkeepAfterMs, () => void upkeep(app, true));
  const { theme, screen, look } = app.loaded.config;
  const looks = new Looks(process.env, () => themeFiles(app), look.portraits !== 'off');
  const reading = app.store.isReadOnly ? readOnlyNotice(app.storeFile) : undefined;
  const notices = [unused, notice, reading, wear(looks, theme.name)].filter((one) => one !== undefined);
  const commands = quickReplyCommands(quickReplySets(app.store.library), screenTable());
  const mode = wanted ?? screen.mode;
  if (isFirst && notices.length === 1) offerModel(app, play);
  const told = notices.length > 0 && { notice: notices.join('\n') };
  const opening = { isInline: mode === 'inline', app, commands, ...told };
  const { terminal } = app.person;
  return mode !== 'plain' && isStream(terminal)
    ? onScreen(play, looks, { ...opening, terminal })
    : inLines(play, { ...opening, write });
}

const isStream = (terminal: TerminalSize | undefined): terminal is NodeJS.WriteStream =>
  terminal !== undefined && 'write' in terminal;

/** As whom a chat is opened, and how (absent = as the settings say); `write` prints what is shown in lines. */
interface Opened {
  readonly as?: string | undefined;
  readonly mode?: 'inline' | 'plain' | undefined;
  readonly write: (text: string) => void;
}
