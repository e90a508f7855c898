import { type ChatFiles, chatFilesAt, type NamedFile, ofGiven } from '../../app/chats/chat-files.ts';
import { chatAsItCame, keepChatFile } from '../../app/chats/chat-source.ts';
import { chatsIn, isList } from '../../app/chats/chats-in.ts';
import { archiveOf } from '../../app/chats/export-archive.ts';
import { exportedChat, exportedMessages } from '../../app/chats/export-chat.ts';
import {
  type Archive,
  type ArchivedChat,
  checkArchive,
  isArchive,
  storeArchive,
} from '../../app/chats/import-archive.ts';
import { type StoredChat, storeChat } from '../../app/chats/import-chat.ts';
import { keepApart, sharedWith } from '../../app/chats/shared-past.ts';
import { writeFileOf } from '../../app/files/files.ts';
import type { App } from '../../app/run/app.ts';
import { knownInRoles } from '../../app/run/in-roles.ts';
import type { Progress } from '../../app/run/person.ts';
import { SottoError } from '../../domain/errors.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import type { ChatFile, ChatFormat, ExportedChat, ExportedMessage } from '../../interop/chat-file.ts';
import { writeJson } from '../../interop/chats/json.ts';
import { writeMarkdown } from '../../interop/chats/markdown.ts';
import { writeSottoJsonl } from '../../interop/chats/sotto-jsonl.ts';
import { writeSillyTavernJsonl } from '../../interop/sillytavern/sillytavern-writing.ts';
import { type Command, define, ofFiles } from '../command.ts';
import { askWhichVersion } from '../library/identity.ts';
import { argument, choice, flag, option, usually, word } from '../parameters.ts';
import { plural } from '../shown/show.ts';

type Write = (chat: ExportedChat, messages: Iterable<ExportedMessage>) => Iterable<string>;

/** How each format is written, and whose own fields it gives back. The writers are named no earlier, as they load slowly. */
const formats = {
  jsonl: { writer: () => writeSottoJsonl, own: 'sotto' },
  sillytavern: { writer: () => writeSillyTavernJsonl, own: 'sillytavern' },
  markdown: { writer: () => writeMarkdown, own: null },
  json: { writer: () => writeJson, own: null },
} as const satisfies Record<string, { writer: () => Write; own: ChatFormat | null }>;

type Format = keyof typeof formats;

/** The format of an archive: the whole tree of a chat, for another store. */
const whole = 'sotto';

function* forPeople(pieces: Iterable<string>): Iterable<string> {
  for (const piece of pieces) yield sanitize(piece, { newlines: true });
}

/** The whole tree of a chat in pieces of a file. */
function archivePieces(app: App, id: string, as: string | undefined): Iterable<string> {
  if (as === undefined || as.trim() === directorName) return archiveOf(app, id);
  const why = `--format ${whole} holds everything anybody perceived, so it cannot be limited to ${as}`;
  const message = `${why}; leave out --as, or choose another format`;
  throw new SottoError('usage', 'whole_as', message);
}

/** The chat in pieces of a file, as one of its cast perceives it; undefined = everything. */
function chatPieces(app: App, id: string, format: Format, as: string | undefined): Iterable<string> {
  const { writer, own } = formats[format];
  const state = app.store.chats.read(id);
  const isAll = as === undefined || as.trim() === directorName;
  const known = knownInRoles(app, id, isAll ? directorName : as);
  // Nobody in the chat has perceived what a file said besides texts and audiences.
  const givenBack = isAll ? own : null;
  const asItCame = givenBack === 'sillytavern' ? chatAsItCame(app, state, known) : null;
  if (asItCame !== null) return [asItCame];
  const written = writer()(
    exportedChat(app, state, known, givenBack),
    exportedMessages(app, state, known, givenBack),
  );
  return format === 'markdown' ? forPeople(written) : written;
}

function print(pieces: Iterable<string>, write: (piece: string) => void): null {
  for (const piece of pieces) write(piece);
  return null;
}

const write = define({
  name: 'chat export',
  group: 'chats',
  summary: 'export a chat to a file or standard output',
  parameters: {
    chat: argument('[chat]', word),
    format: usually(
      '--format <format>',
      choice([...(Object.keys(formats) as Format[]), whole]),
      'jsonl',
      'file format; sotto = the whole tree, to continue with in another store',
    ),
    as: option('--as <name>', word, 'only what this character perceived; default everything'),
    out: option('--out <file>', word, 'file to write; default standard output'),
    force: flag('--force', 'replace the file if it exists'),
  },
  run({ app }, { chat, format, as, out, force }) {
    const id = app.chatId(chat);
    const pieces = format === whole ? archivePieces(app, id, as) : chatPieces(app, id, format, as);
    if (out === undefined) return { pieces };
    writeFileOf(out, pieces, { force });
    return { id, name: app.store.chats.read(id).facts.title, format, file: out };
  },
  json(written, scope, { format }) {
    if ('file' in written) return { type: 'exported', kind: 'chat', ...written };
    if (format !== 'markdown') return print(written.pieces, scope.write);
    const message = 'Markdown is not JSON; add --out FILE, or leave out --json';
    throw new SottoError('usage', 'not_json', message);
  },
  text: (written, scope) =>
    'file' in written ? `wrote "${written.name}" to ${written.file}` : print(written.pieces, scope.write),
  only: ofFiles,
});

const severalChats = () =>
  new SottoError('usage', 'one_title', '--title names one chat; import one chat at a time with it');

function titleFor(files: readonly string[], title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  if (title.trim() === '')
    throw new SottoError('usage', 'empty_title', 'the title is empty; give the chat a name');
  if (files.length > 1) throw severalChats();
  return title.trim();
}

/** A chat that was stored, and what a person should know of its file. */
interface ChatIn extends StoredChat {
  readonly warnings: readonly string[];
  /** What became of it, where it came in an archive. */
  readonly archived?: ArchivedChat;
}

/** What a file holds: an archive, or chats, of which the first was read. */
type Opened =
  | Archive
  | { readonly path: string; readonly first: ChatFile; readonly others: AsyncGenerator<ChatFile> };

async function openOne(
  app: App,
  { path: file, title: called }: NamedFile,
  { title, character }: Named,
  progress: Progress,
): Promise<Opened> {
  if (isList(file) || !(await isArchive(file))) {
    const about = { title: called, at: app.now() };
    const human = app.newChatParts.userName;
    const others = chatsIn(file, { ...about, human, ...(character && { character }) }, progress);
    const { value: first } = await others.next();
    return { path: file, first: first as ChatFile, others };
  }
  if (title === undefined) return checkArchive(file, progress);
  const message = `${file} contains the title of its chat; leave out --title, and rename the chat later`;
  throw new SottoError('usage', 'title_given', message);
}

/** What a person says of what comes in. */
interface Named {
  readonly title: string | undefined;
  readonly character: string | undefined;
}

async function* storeOne(app: App, opened: Opened, { title }: Named, progress: Progress) {
  if ('header' in opened) {
    const archived = await storeArchive(app, opened, progress);
    const { id, title: name, warnings } = archived;
    yield { id, title: name, warnings, archived };
    return;
  }
  const { path, first, others } = opened;
  const stored = await storeChat(app, first, title, progress);
  keepChatFile(app, path, first, stored.id);
  yield { ...stored, warnings: first.warnings };
  for await (const chat of others) {
    if (title !== undefined) throw severalChats();
    yield { ...(await storeChat(app, chat, title, progress)), warnings: chat.warnings };
  }
}

/** Opens every file before the first chat is stored, and stores them all or none. */
const importChats = (app: App, files: readonly string[], named: Named) =>
  app.person.watch(async function* (progress): AsyncGenerator<ChatIn> {
    const opened: Opened[] = [];
    const all: [path: string, found: ChatFiles][] = [];
    try {
      for (const path of files) {
        const found = await chatFilesAt(app, path);
        all.push([path, found]);
        for (const one of found.files) opened.push(await openOne(app, one, named, progress));
      }
      yield* await app.store.atomicallyInSteps(async () => {
        const stored: ChatIn[] = [];
        for (const one of opened)
          for await (const chat of storeOne(app, one, named, progress)) stored.push(chat);
        return stored;
      });
    } catch (error) {
      throw all.reduce<unknown>((said, [path, found]) => ofGiven(path, found, said), error);
    } finally {
      for (const [, { drop }] of all) drop();
    }
  });

/** What became of a chat, for people. */
const outcomes: Readonly<Record<ArchivedChat['outcome'], (chat: ArchivedChat) => string>> = {
  new: ({ id, title }) => `imported "${title}" (${id}) with its whole tree`,
  here: ({ id, title }) => `"${title}" (${id}) is there already; nothing was stored`,
  continued: ({ id, title, events }) =>
    `added ${plural(events, 'event')} to "${title}" (${id}), which had continued elsewhere`,
  copied: ({ id, title }) => `this chat has continued differently here; imported a copy, "${title}" (${id})`,
};

/** Asks whether a chat with its tree, which may be somebody else's, is the past of those of its characters who are in chats here. */
async function withPast(app: App, chat: ChatIn, isApart: boolean): Promise<ChatIn> {
  const shared = chat.archived?.outcome === 'new' ? sharedWith(app, chat.id) : [];
  if (shared.length === 0) return chat;
  const names = shared.map(({ name }) => name).join(', ');
  const asked = `${names} ${shared.length === 1 ? 'is' : 'are'} in other chats here. Is "${chat.title}" part of their past too? [Y/n] `;
  const isNo = isApart || /^n(o)?$/.test((app.person.canAnswer && (await app.person.ask(asked))) || '');
  const ids = shared.map(({ id }) => id);
  if (isNo) keepApart(app, chat.id, ids);
  if (isNo || app.person.canAnswer) return chat;
  const warning = `it is part of the past of ${names} in other chats here; --apart, or \`memory scope\`, keeps it out`;
  return { ...chat, warnings: [...chat.warnings, warning] };
}

/** `chat import`: stores the chats of files, all or none. */
export const chatImport = define({
  name: 'chat import',
  group: 'chats',
  synonyms: ['load', 'sillytavern', 'jsonl'],
  summary: 'import chats from archives, JSONL files, or the exports of other programs: all of them or none',
  notes:
    'A zip as ChatGPT and Claude export it and an archive of Backyard (.byaf) are read as they are; - is standard input.',
  parameters: {
    files: argument('<files...>', word),
    title: option('--title <title>', word, 'title of the chat; default the title in the file, else its name'),
    character: option(
      '--character <name>',
      word,
      'who speaks with you in files that do not name anyone; a character of the library keeps the chat as its past',
    ),
    apart: flag('--apart', 'keep a chat with its whole tree out of the past that its characters have here'),
  },
  async *run({ app }, { files, title, character, apart }): AsyncGenerator<ChatIn> {
    const named = { title: titleFor(files, title), character: character?.trim() || undefined };
    for await (const chat of importChats(app, files, named)) {
      const told = await withPast(app, chat, apart);
      const warnings = [...told.warnings];
      for (const earlier of chat.archived?.earlier ?? [])
        warnings.push(...(await askWhichVersion(app, earlier)));
      yield { ...told, warnings };
    }
  },
  json: ({ id, title, warnings, archived }) => ({
    ...{ type: 'imported', kind: 'chat', id, name: title, warnings },
    ...(archived && { outcome: archived.outcome, events: archived.events }),
  }),
  text: ({ id, title, archived }) =>
    archived ? outcomes[archived.outcome](archived) : `imported "${title}" (${id})`,
  warnings: ({ title, warnings }) => warnings.map((warning) => `${title}: ${warning}`),
});

/** Commands that write a chat to a file. */
export const chatFiles: readonly Command[] = [write];
