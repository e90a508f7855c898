import { basename, extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import { findBook } from '../../../app/cards/books.ts';
import { aboutFile } from '../../../app/files/file-error.ts';
import { readFileOf, writeFileOf } from '../../../app/files/files.ts';
import { presetName } from '../../../app/presets/preset-files.ts';
import { toLorebook } from '../../../cards/read/lorebook.ts';
import { isSottoError, SottoError } from '../../../domain/errors.ts';
import { parseJson } from '../../../interop/parse-json.ts';
import { lorebookIn } from '../../../interop/sillytavern/lorebook.ts';
import { toWorldInfo } from '../../../interop/sillytavern/world-info.ts';
import type { LoreLine } from '../../../play/chat/play-state.ts';
import { run } from '../../run.ts';

const largest = 64 * 1024 * 1024;

interface ImportFlags {
  name?: string;
  force?: boolean;
}

interface ExportFlags {
  to: 'v3' | 'worldinfo';
  out?: string;
  force?: boolean;
}

interface UseFlags {
  chat?: string;
  allChats?: boolean;
}

const counted = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : one.replace(/y$/, 'ie')}${count === 1 ? '' : 's'}`;

function list(app: App, address: string | undefined): void {
  const inChat = address === undefined ? [] : app.store.chats.read(app.chatId(address)).facts.books;
  for (const { name, chosen } of app.store.library.presets(['lorebook'])) {
    const { book } = findBook(app.store, name);
    const entries = book.entries.length;
    const use = chosen ? ' · all chats' : inChat.includes(name) ? ' · this chat' : '';
    const line = { type: 'book', name, entries, allChats: chosen, inChat: inChat.includes(name) };
    app.out.result(line, `${name}: ${counted(entries, 'entry')}${use}`);
  }
}

function jsonOf(path: string): unknown {
  const text = readFileOf(path, largest)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    return parseJson(text);
  } catch (cause) {
    const message = 'it is not JSON, or nests too deep; export it again';
    throw aboutFile(path, new SottoError('usage', 'not_json', message, { cause }));
  }
}

function importBook(app: App, path: string, { name: wanted, force }: ImportFlags): void {
  const name = presetName(wanted ?? basename(path, extname(path)));
  const { library } = app.store;
  if (!force && library.presets(['lorebook']).some((book) => book.name === name)) {
    const message = `there is a lorebook "${name}" already; choose another with --name or add --force to replace it`;
    throw new SottoError('usage', 'book_exists', message);
  }
  const warnings = new Set<string>();
  const value = jsonOf(path);
  try {
    const book = toLorebook(lorebookIn(value, name), (warning) => warnings.add(warning));
    library.setPreset({ kind: 'lorebook', name, body: { ...book }, foreign: {} });
  } catch (error) {
    throw aboutFile(path, error);
  }
  const line = { type: 'imported', kind: 'lore', id: `lorebook/${name}`, name, warnings: [...warnings] };
  app.out.result(line, `imported ${name}; \`sotto lore use\` takes it into a chat`);
  if (!app.out.isJson) for (const warning of warnings) app.out.talk(`${name}: ${warning}`);
}

/** Each file on its own: what is wrong with one is told, and decides the exit code at the end. */
function importBooks(app: App, paths: readonly (string | undefined)[], flags: ImportFlags): void {
  let failed: SottoError | null = null;
  for (const path of paths) {
    try {
      importBook(app, path ?? '', flags);
    } catch (error) {
      if (!isSottoError(error) || error.family === 'store') throw error;
      if (failed) app.out.talk(failed.message);
      failed = error;
    }
  }
  if (failed) throw failed;
}

function exportBook(app: App, name: string, { to, out, force }: ExportFlags): void {
  const { book, name: known } = findBook(app.store, name);
  const value = to === 'v3' ? { spec: 'lorebook_v3', data: book } : toWorldInfo(book);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (out === undefined) {
    app.out.raw(text);
    return;
  }
  writeFileOf(out, [text], { force: force === true });
  app.out.result({ type: 'exported', kind: 'lore', name: known, file: out }, `wrote ${out}`);
}

async function use(app: App, name: string, { chat, allChats }: UseFlags, isUsed: boolean): Promise<void> {
  if (allChats) app.store.library.setInUse('lorebook', findBook(app.store, name).name, isUsed);
  else await app.play(chat).setBook(name, isUsed);
  const where = allChats ? 'all chats' : 'this chat';
  const line = { type: 'book', name, used: isUsed, allChats: allChats === true };
  app.out.result(line, `${name} is ${isUsed ? 'in' : 'out of'} use in ${where}`);
}

const asText = ({ book, entry, awake, reason, position }: LoreLine): string =>
  `${awake ? '●' : '○'} ${[book, entry].filter((part) => part !== '').join(' · ')} (${position}): ${reason}`;

function test(app: App, address: string | undefined, name: string): void {
  const lines = app.play(address).lore(name);
  for (const line of lines) app.out.result({ type: 'lore', ...line }, asText(line));
  if (lines.length === 0) app.out.talk(`no lorebook is in use for ${name}`);
}

/** `sotto lore`. */
export function registerLore(program: Command): void {
  const lore = program.command('lore').description('lorebooks: what a character is reminded of, and when');
  lore
    .command('list [chat]')
    .description('the lorebooks in the library, and where they are in use')
    .action(run((app, [chat]) => list(app, chat)));
  lore
    .command('import <files...>')
    .description('lorebooks of cards (V2, V3), SillyTavern, RisuAI, Agnai, NovelAI')
    .option('--name <name>', 'under this name; default that of the file')
    .option('--force', 'replace one of the same name')
    .action(run<ImportFlags>((app, files, flags) => importBooks(app, files, flags)));
  lore
    .command('export <name>')
    .description('a lorebook as a file')
    .addOption(new Option('--to <format>', 'format').choices(['v3', 'worldinfo']).default('v3'))
    .option('--out <file>', 'into this file; default standard output')
    .option('--force', 'replace the file')
    .action(run<ExportFlags>((app, [name = ''], flags) => exportBook(app, name, flags)));
  for (const [word, isUsed] of [
    ['use', true],
    ['unuse', false],
  ] as const) {
    lore
      .command(`${word} <name>`)
      .description(`take a lorebook ${isUsed ? 'into' : 'out of'} use`)
      .option('--chat <chat>', 'in this chat; default the latest')
      .option('--all-chats', 'in all chats')
      .action(run<UseFlags>((app, [name = ''], flags) => use(app, name, flags, isUsed)));
  }
  lore
    .command('test [chat]')
    .description('why each entry is awake or asleep for a character')
    .requiredOption('--for <name>', 'who would speak')
    .action(run<{ for: string }>((app, [chat], flags) => test(app, chat, flags.for)));
}
