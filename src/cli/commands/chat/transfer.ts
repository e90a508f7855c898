import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { SottoError } from '../../../domain/errors.ts';
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
import { sanitize } from '../../../tui/terminal/sanitize.ts';
import { exportedChat, exportedMessages } from '../../chats/export-chat.ts';
import { readChatFile, type StoredChat, storeChat } from '../../chats/import-chat.ts';
import type { Context } from '../../context.ts';
import { writeFileOf } from '../../files/files.ts';
import { withProgress } from '../../files/progress.ts';
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

function exportChat(context: Context, address: string | undefined, options: ExportOptions): void {
  const { out, store } = context;
  const { format, as, force } = options;
  const { writer, own } = formats[format] ?? { writer: () => writeSottoJsonl, own: 'sotto' };
  const isForPeople = format === 'markdown';
  if (isForPeople && out.isJson && options.out === undefined) {
    throw new SottoError('usage', 'not_json', 'Markdown is no JSON; add --out FILE, or leave --json out');
  }
  const state = store.chats.read(context.chatId(address));
  const isAll = as === undefined || as.trim() === directorName;
  const { world, facts } = state;
  const playing = playedIn(store, state)?.member.id ?? 'everyone';
  const viewer = isAll ? 'everyone' : requireMember(world, as, playing).id;
  // Nobody in the chat has perceived what a file said besides texts and audiences.
  const givenBack = viewer === 'everyone' ? own : null;
  const written = writer()(
    exportedChat(context, state, viewer, givenBack),
    exportedMessages(context, state, viewer, givenBack),
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
async function importChats(context: Context, files: readonly string[], wanted?: string): Promise<void> {
  const title = titleOf(files, wanted);
  const stored = await withProgress(async (progress) => {
    const chats: ChatFile[] = [];
    for (const file of files) {
      const fallback = { title: basename(file).replace(/\.jsonl$/i, ''), at: context.now() };
      chats.push(await readChatFile(file, fallback, progress));
    }
    return context.store.atomicallyInSteps(async () => {
      const all: { chat: StoredChat; warnings: readonly string[] }[] = [];
      for (const chat of chats) {
        all.push({ chat: await storeChat(context, chat, title, progress), warnings: chat.warnings });
      }
      return all;
    });
  });
  for (const { chat, warnings } of stored) {
    const line = { type: 'imported', kind: 'chat', id: chat.id, name: chat.title, warnings };
    context.out.result(line, `imported "${chat.title}" (${chat.id})`);
    if (!context.out.isJson) for (const warning of warnings) context.out.talk(`${chat.title}: ${warning}`);
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
    .action(run<ExportOptions>((context, [address], options) => exportChat(context, address, options)));
  chat
    .command('import <files...>')
    .description('chats from Sotto JSONL or SillyTavern JSONL files: all of them or none')
    .option('--title <title>', 'title of the chat; default what the file says, else its name')
    .action(
      run<{ title?: string }>((context, files, { title }) =>
        importChats(
          context,
          files.filter((file) => file !== undefined),
          title,
        ),
      ),
    );
}
