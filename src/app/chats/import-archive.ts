import { isSottoError } from '../../domain/errors.ts';
import { type ArchiveHeader, type ArchiveLine, isArchiveHeader } from '../../interop/chats/archive-lines.ts';
import { ArchiveReader, brokenArchive } from '../../interop/chats/archive-reader.ts';
import { readLine } from '../../interop/chats/read-chat.ts';
import { freeTitle } from '../../play/new-chat.ts';
import { forgedCode } from '../../store/archive/forged.ts';
import type { ChatRecord, EventRecord } from '../../store/archive/recording.ts';
import type { Store } from '../../store/store.ts';
import type { EarlierVersion } from '../cards/card-duplicates.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile, linesOf } from '../files/files.ts';
import type { App } from '../run/app.ts';
import { identityOf } from '../run/ids.ts';
import type { Progress } from '../run/person.ts';
import { ArchiveLibrary } from './archive-library.ts';
import { Comparison, type Relation } from './archive-relation.ts';

/** Under which ids the chat of a file is in the store. */
interface ArchiveIds {
  chat(record: ChatRecord): ChatRecord;
  event(record: EventRecord): EventRecord;
}

/** As the file says. */
const sameIds: ArchiveIds = { chat: (record) => record, event: (record) => record };

/** Fields of events that hold somebody's words; no id is looked for in them. */
const words = new Set(['text', 'raw', 'reasoning', 'foreign', 'title', 'rules', 'name', 'persona', 'values']);

/** Made from what they stand for alone, so that the same file makes the same copy each time. */
const { ids } = identityOf('copy');

/** The ids of a copy, beside a chat which has gone on otherwise than with what `from` names. */
class CopiedIds implements ArchiveIds {
  readonly #store: Store;
  readonly #chat: string;

  constructor(store: Store, { chat, from }: { readonly chat: string; readonly from: string }) {
    this.#store = store;
    this.#chat = ids(`${chat}\n${from}`, 0);
  }

  chat(record: ChatRecord): ChatRecord {
    return { ...record, id: this.#chat };
  }

  event(record: EventRecord): EventRecord {
    const { id, turn, payload } = record;
    return { ...record, id: this.#copied(id), turn: this.#copied(turn), payload: this.#referring(payload) };
  }

  #copied(id: string): string {
    return ids(`${this.#chat}\n${id}`, 0);
  }

  /** What an event says, with the ids of the copy where it names an event before it. */
  #referring(value: unknown): unknown {
    if (typeof value === 'string') {
      const copied = this.#copied(value);
      return this.#store.log.has(this.#chat, copied) ? copied : value;
    }
    if (Array.isArray(value)) return value.map((one) => this.#referring(one));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, words.has(field) ? inner : this.#referring(inner)]),
    );
  }
}

type Parts = Pick<App, 'store' | 'now'>;

/** An archive that was read to its end and is whole. */
export interface Archive {
  readonly path: string;
  readonly header: ArchiveHeader;
  readonly hash: string;
}

/** A chat of an archive, and what became of it: it is new, was here, went on with so many events, or is a copy beside another. */
export interface ArchivedChat {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'new' | 'here' | 'continued' | 'copied';
  readonly events: number;
  readonly warnings: readonly string[];
  /** Cards that it brought and that are earlier versions of cards here. */
  readonly earlier: readonly EarlierVersion[];
}

/** What takes the lines of an archive behind the first. */
type Take = (line: ArchiveLine, number: number) => void;

/** Whether a path leads to an archive. One is read more than once, so a pipe holds none. */
export async function isArchive(path: string): Promise<boolean> {
  if (!isFile(path)) return false;
  for await (const first of linesOf(path)) {
    try {
      return isArchiveHeader(readLine(first, 1));
    } catch {
      return false;
    }
  }
  return false;
}

/** Reads an archive from its first line to its last in constant memory. Rejects with SottoError, which names the line. */
async function walk(path: string, progress: Progress, take: Take): Promise<Archive> {
  const reader = new ArchiveReader();
  let header: ArchiveHeader | undefined;
  let number = 0;
  try {
    for await (const bytes of linesOf(path)) {
      number += 1;
      if (header) take(reader.line(bytes), number);
      else header = reader.header(bytes);
      await progress.step(`reading ${path}`);
    }
    const hash = reader.end();
    if (header) return { path, header, hash };
    throw brokenArchive(1, 'is missing');
  } catch (error) {
    const isForged = isSottoError(error) && error.code === forgedCode;
    throw aboutFile(path, isForged ? brokenArchive(number, error.message) : error);
  }
}

/** Reads an archive to see that it is whole; nothing is stored. Rejects with SottoError, which names the line. */
export const checkArchive = (path: string, progress: Progress): Promise<Archive> =>
  walk(path, progress, () => {});

async function relationOf(
  { store }: Parts,
  { path, header }: Archive,
  ids: ArchiveIds,
  progress: Progress,
): Promise<Relation | null> {
  const { id } = ids.chat(header);
  if (!store.chats.has(id)) return null;
  const comparison = new Comparison(store.recording(id));
  await walk(path, progress, (line) => {
    if (line.type === 'branch') comparison.branch(plain(line));
    else if (line.type === 'event') comparison.event(ids.event(plain(line)));
    else if (line.type === 'move') comparison.move(plain(line));
  });
  return comparison.end();
}

const plain = <T extends { readonly type: string }>({ type: _, ...record }: T): Omit<T, 'type'> => record;

/** Writes what is missing here of the chat under these ids. Resolves to how many events that were. */
async function replay(
  app: Parts,
  { path, header, hash }: Archive,
  ids: ArchiveIds,
  progress: Progress,
): Promise<Pick<ArchivedChat, 'events' | 'warnings' | 'earlier'>> {
  const replaying = app.store.replaying(ids.chat(header));
  const library = new ArchiveLibrary(app);
  let events = 0;
  const again = await walk(path, progress, (line, number) => {
    if (line.type === 'branch') replaying.branch(plain(line));
    else if (line.type === 'event') events += Number(replaying.event(ids.event(plain(line))));
    else if (line.type === 'move') replaying.move(plain(line));
    else if (line.type === 'end') {
      library.end(number);
      replaying.end();
    } else library.take(line, number);
  });
  if (again.hash !== hash) throw aboutFile(path, brokenArchive(1, 'is another than before'));
  return { events, warnings: library.warnings, earlier: library.earlier };
}

const hints = ({ store }: Parts, id: string): string[] =>
  store.chats.read(id).facts.deleted ? [`the chat is deleted; \`sotto chat restore ${id}\` restores it`] : [];

/**
 * Stores the chat of an archive under its own ids, or as a copy where the chat has gone on otherwise here; what is here
 * already is not stored again. Call it inside one transaction of the store: it is written in steps.
 */
export async function storeArchive(app: Parts, archive: Archive, progress: Progress): Promise<ArchivedChat> {
  const { chats, tree } = app.store;
  let ids = sameIds;
  let relation = await relationOf(app, archive, ids, progress);
  while (relation?.type === 'apart') {
    ids = new CopiedIds(app.store, { chat: ids.chat(archive.header).id, from: relation.from });
    relation = await relationOf(app, archive, ids, progress);
  }
  const { id, title } = ids.chat(archive.header);
  const titleOf = () => chats.read(id).facts.title;
  if (relation?.type === 'here')
    return { id, title: titleOf(), outcome: 'here', events: 0, warnings: hints(app, id), earlier: [] };
  const isCopy = relation === null && ids !== sameIds;
  const free = isCopy ? freeTitle(app.store, title) : title;
  try {
    const written = await replay(app, archive, ids, progress);
    if (isCopy && free !== titleOf())
      chats.append(id, { actor: 'import', at: app.now() }, () => [
        { kind: 'chat_renamed', payload: { title: free } },
      ]);
    const outcome = isCopy ? 'copied' : relation === null ? 'new' : 'continued';
    const warnings = [...written.warnings, ...hints(app, id)];
    return { id, title: titleOf(), outcome, ...written, warnings };
  } finally {
    tree.forget(id);
  }
}
