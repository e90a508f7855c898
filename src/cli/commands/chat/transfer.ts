import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import { exportedChat, exportedMessages } from '../../../app/chats/export-chat.ts';
import { readChatFile, type StoredChat, storeChat } from '../../../app/chats/import-chat.ts';
import { writeFileOf } from '../../../app/files/files.ts';
import { SottoError } from '../../../domain/errors.ts';
import { sanitize } from '../../../domain/sanitize.ts';
import { directorName, requireMember } from '../../../domain/world/names.ts';
import type {
  ChatFile,
  ChatFormat,
  ExportedChat,
  ExportedMessage,
} from '../../../interop/chats/chat-file.ts';
import { writeJson } from '../../../interop/chats/json.ts';
import { writeMarkdown } from '../../../interop/chats/markdown.ts';
import { writeSottoJsonl } from '../../../interop/chats/sotto-jsonl.ts';
import { writeSillyTavernJsonl } from '../../../interop/sillytavern/sillytavern-jsonl.ts';
import { playedIn } from '../../../play/chat/human.ts';
import { run } from '../../run.ts';

type Write = (chat: ExportedChat, messages: Iterable<ExportedMessage>) => Iterable<string>;

/** How each format is written, and whose own fields it gives back. The writers are named no earlier, as they load slowly. */
const formats: Record<string, { writer: () => Write; own: ChatFormat | null }> = {
  jsonl: { writer: () => writeSottoJsonl, own: 'sotto' },
  sillytavern: { writer: () => writeSillyTavernJsonl, own: 'sillytavern' },
  markdown: { writer: () => writeMarkdown, own: null },
  json: { writer: () => writeJson, own: null },
};

interface ExportOptions {
  format: string;
  as?: string;
  out?: string;
  force?: boolean;
}

function* forPeople(pieces: Iterable<string>): Iterable<string> {
  for (const piece of pieces) yield sanitize(piece, { newlines: true });
}

function exportChat(app: App, address: string | undefined, options: ExportOptions): void {
  const { out, store } = app;
  const { format, as, force } = options;
  const { writer, own } = formats[format] ?? { writer: () => writeSottoJsonl, own: 'sotto' };
  const isForPeople = format === 'markdown';
  if (isForPeople && out.isJson && options.out === undefined) {
    throw new SottoError('usage', 'not_json', 'Markdown is no JSON; add --out FILE, or leave --json out');
  }
  const state = store.chats.read(app.chatId(address));
  const isAll = as === undefined || as.trim() === directorName;
  const { world, facts } = state;
  const playing = playedIn(store, state)?.member.id ?? 'everyone';
  const viewer = isAll ? 'everyone' : requireMember(world, as, playing).id;
  // Nobody in the chat has perceived what a file said besides texts and audiences.
  const givenBack = viewer === 'everyone' ? own : null;
  const written = writer()(
    exportedChat(app, state, viewer, givenBack),
    exportedMessages(app, state, viewer, givenBack),
  );
  const pieces = isForPeople ? forPeople(written) : written;
  if (options.out === undefined) {
    for (const piece of pieces) out.raw(piece);
    return;
  }
  writeFileOf(options.out, pieces, { force: force === true });
  const { id } = state;
  const line = { type: 'exported', kind: 'chat', id, name: facts.title, format, file: options.out };
  out.result(line, `wrote "${facts.title}" to ${options.out}`);
}

function titleOf(files: readonly string[], title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  if (title.trim() === '')
    throw new SottoError('usage', 'empty_title', 'the title is empty; give the chat a name');
  if (files.length > 1) {
    throw new SottoError('usage', 'one_title', '--title names one chat; import one file at a time with it');
  }
  return title.trim();
}

/** Reads every file before the first is stored, and stores them all or none. */
async function importChats(app: App, files: readonly string[], wanted?: string): Promise<void> {
  const title = titleOf(files, wanted);
  const stored = await app.person.watch(async (progress) => {
    const chats: ChatFile[] = [];
    for (const file of files) {
      const fallback = { title: basename(file).replace(/\.jsonl$/i, ''), at: app.now() };
      chats.push(await readChatFile(file, fallback, progress));
    }
    return app.store.atomicallyInSteps(async () => {
      const all: { chat: StoredChat; warnings: readonly string[] }[] = [];
      for (const chat of chats) {
        all.push({ chat: await storeChat(app, chat, title, progress), warnings: chat.warnings });
      }
      return all;
    });
  });
  for (const { chat, warnings } of stored) {
    const line = { type: 'imported', kind: 'chat', id: chat.id, name: chat.title, warnings };
    app.out.result(line, `imported "${chat.title}" (${chat.id})`);
    if (!app.out.isJson) for (const warning of warnings) app.out.talk(`${chat.title}: ${warning}`);
  }
}

/** `sotto chat export|import`; `chat` is the command that `registerChats` returns. */
export function registerTransfer(chat: Command): void {
  const format = new Option('--format <format>', 'format of the file').choices(Object.keys(formats));
  chat
    .command('export [chat]')
    .description('write a chat to a file or standard output')
    .addOption(format.default('jsonl'))
    .option('--as <name>', 'only what this character perceived; default everything')
    .option('--out <file>', 'file to write; default standard output')
    .option('--force', 'replace the file when it exists')
    .action(run<ExportOptions>((app, [address], options) => exportChat(app, address, options)));
  chat
    .command('import <files...>')
    .description('chats from Sotto JSONL or SillyTavern JSONL files: all of them or none')
    .option('--title <title>', 'title of the chat; default what the file says, else its name')
    .action(
      run<{ title?: string }>((app, files, { title }) =>
        importChats(
          app,
          files.filter((file) => file !== undefined),
          title,
        ),
      ),
    );
}
