import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fieldsOf } from '../../domain/json/fields.ts';
import { foldName } from '../../domain/world/world.ts';
import type { ChatFile, FileMessage } from '../../interop/chat-file.ts';
import {
  groupDirector,
  headerInGroup,
  type SillyTavernGroup,
} from '../../interop/sillytavern/sillytavern-group.ts';
import type { KnownPeople } from '../chats/cast-cards.ts';
import { type ImportParts, type StoredChat, storeChat } from '../chats/import-chat.ts';
import { readChatFile } from '../chats/read-chat-file.ts';
import { hashOfFile } from '../sources/sources.ts';
import type { DirectoryFile } from './folder.ts';
import { type ImportedItem, type Intake, integrityOf } from './intake.ts';

/** The file's cast with those who are in the group and have said nothing, in the group's order; the human stays last. */
function withMembers(intake: Intake, file: ChatFile, avatars: readonly string[]): ChatFile {
  const called = new Map(file.cast.map((name) => [foldName(name), name]));
  const members = avatars
    .flatMap((avatar) => intake.avatars.get(avatar)?.names ?? [])
    .map((name) => called.get(foldName(name)) ?? name);
  return { ...file, cast: [...new Set([...members, ...file.cast])] };
}

/** Who speaks in a chat with one card is its character, whatever that was called then. */
function soleSpeaker({ cast, playing }: ChatFile): string | null {
  const [sole, ...more] = cast.filter((name) => name !== playing);
  return more.length === 0 ? (sole ?? null) : null;
}

const peopleOf = (intake: Intake, avatars: readonly string[], sole: string | null): KnownPeople => ({
  card: (name) => intake.cardOf(avatars, name) ?? (name === sole ? intake.soleCard(avatars) : null),
  persona: (name) => {
    const all = intake.app.store.library.personas();
    return all.find((one) => foldName(one.name) === foldName(name)) ?? null;
  },
});

/** The lorebooks that a chat of SillyTavern and the persona in it name, where they came in too. */
function booksOf(intake: Intake, { foreign, playing }: ChatFile): string[] {
  const { world_info: named } = fieldsOf(foreign.chat_metadata);
  const persona = intake.app.store.library.preset('persona', playing ?? '')?.foreign.lorebook;
  const books = [named, persona].flatMap((name) =>
    typeof name === 'string' ? (intake.books.get(name) ?? []) : [],
  );
  return [...new Set(books)];
}

/** Tells the beginning of a chat from others, which may share a greeting; null for one that has hardly begun. */
async function beginningOf({ messages, foreign }: ChatFile): Promise<string | null> {
  const first: FileMessage[] = [];
  for await (const message of messages) if (first.push(message) === 2) break;
  if (first.length < 2 || fieldsOf(foreign.chat_metadata).main_chat !== undefined) return null;
  const said = first.map(({ speaker, text, foreign: { send_date } }) => [speaker, text, send_date]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** How it is decided who answers in a group, by names. */
function directorOf(intake: Intake, group: SillyTavernGroup): NonNullable<ImportParts['director']> {
  const { disabled, ...said } = groupDirector(group);
  return { ...said, muted: disabled.flatMap((avatar) => intake.avatars.get(avatar)?.names ?? []) };
}

interface About {
  readonly title: string;
  readonly avatars: readonly string[];
  readonly group: SillyTavernGroup | null;
  /** Whether it is with one card alone. */
  readonly isSolo: boolean;
}

/** What a dry run does with a chat: its messages are read for what is to be said of them. */
async function readThrough({ messages }: ChatFile, title: string): Promise<StoredChat> {
  for await (const _ of messages);
  return { id: '', title };
}

async function take(intake: Intake, found: DirectoryFile, about: About): Promise<ImportedItem[]> {
  const { app, progress } = intake;
  const { title, avatars, group, isSolo } = about;
  const sha256 = hashOfFile(found.path);
  const known = intake.chats.get(sha256);
  if (known !== undefined) {
    intake.came(found, { kind: 'chat', name: known });
    return [{ kind: 'chat', id: known, name: title, isNew: false, warnings: [] }];
  }
  const header = group ? headerInGroup(group, titleOf(found)) : {};
  const read = await readChatFile(found.path, { title, at: app.now(), header }, progress);
  const file = group ? withMembers(intake, read, avatars) : read;
  const marks = { integrity: integrityOf(read.foreign), beginning: await beginningOf(read) };
  const earlier = intake.earlierState(marks);
  const isLater =
    earlier && `a newer version of the chat "${earlier}", imported before: both are kept, as separate chats`;
  const parts: ImportParts = {
    store: app.store,
    now: app.now,
    settings: app.settings,
    newChatParts: app.newChatParts,
    people: peopleOf(intake, avatars, isSolo ? soleSpeaker(file) : null),
    books: booksOf(intake, file),
    lore: intake.loreThere,
    ...(group && { director: directorOf(intake, group) }),
    source: { sha256, beginning: marks.beginning, ...(group && { sillytavern_group: group.foreign }) },
  };
  const stored = intake.isDry
    ? await readThrough(file, title)
    : await app.store.atomicallyInSteps(() => storeChat(parts, file, undefined, progress));
  intake.chats.set(sha256, stored.id);
  intake.came(found, { kind: 'chat', name: stored.id });
  intake.remember(marks, stored.title);
  const decisions = isLater ? [isLater] : [];
  const warnings = [...decisions, ...file.warnings];
  return [{ kind: 'chat', id: stored.id, name: stored.title, isNew: true, warnings, decisions }];
}

const titleOf = ({ name }: DirectoryFile): string => basename(name).replace(/\.jsonl$/i, '');

/** A chat with one card, whose folder is named after the file of the card. */
export function takeChat(intake: Intake, file: DirectoryFile): Promise<ImportedItem[]> {
  const folder = file.name.split('/').at(-2) ?? '';
  const avatars = ['.png', '.json', '.charx'].map((extension) => `${folder}${extension}`);
  return take(intake, file, { title: titleOf(file), avatars, group: null, isSolo: true });
}

/** A chat of a group; without its group's file it comes in with those who speak in it. */
export function takeGroupChat(intake: Intake, file: DirectoryFile): Promise<ImportedItem[]> {
  const id = titleOf(file);
  const group = intake.groups.get(id) ?? null;
  const called = group?.name.trim() ?? '';
  const title = called !== '' && called !== id ? `${called} ${id}` : id;
  return take(intake, file, {
    title,
    avatars: group?.members ?? [...intake.avatars.keys()],
    group,
    isSolo: false,
  });
}
