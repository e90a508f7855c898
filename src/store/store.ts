import { isSottoError, SottoError } from '../domain/errors.ts';
import { givenName, type Position } from '../domain/lineage.ts';
import type { CharacterId } from '../domain/message.ts';
import type { View } from '../domain/view.ts';
import { Arrivals } from './arrivals.ts';
import { Chats } from './chats.ts';
import { explained, requireSound } from './damage.ts';
import { attempted, type Connection, immediately, openDatabase } from './database.ts';
import { Leases } from './leases.ts';
import { Library } from './library.ts';
import { type IdSource, Log } from './log.ts';
import { nextOnEachLine } from './next-on-lines.ts';
import { Scratch } from './scratch.ts';
import { Servers } from './servers.ts';
import type { ChatState, Parts } from './state.ts';
import { Terminals } from './terminals.ts';
import { Transcript, type Wanted } from './transcript.ts';
import { Tree } from './tree.ts';
import { type Verification, verifyChat } from './verify.ts';
import { openView } from './views.ts';
import { StoreWatch } from './watch.ts';
import { type SnapshotPolicy, Worlds } from './worlds.ts';

/** Where a store is and what it is handed from outside. */
export interface StoreOptions {
  readonly file: string;
  /** Folder of the generated migrations. */
  readonly migrations: string;
  readonly ids: IdSource;
  readonly snapshots: SnapshotPolicy;
  /** Milliseconds to wait for another process that writes; 3000 unless told. */
  readonly busyTimeoutMs?: number;
}

/** Where an event stands and what it is. */
export type DomainEventPlace = Position & { readonly kind: string; readonly turn: string };

/** One SQLite file: log, tree, transcript, worlds, library. */
export class Store {
  readonly file: string;
  readonly chats: Chats;
  readonly tree: Tree;
  readonly log: Log;
  readonly worlds: Worlds;
  readonly library: Library;
  readonly scratch: Scratch;
  readonly leases: Leases;
  readonly terminals: Terminals;
  readonly servers: Servers;
  readonly #connection: Connection;
  readonly #parts: Parts;
  readonly #watches = new Set<StoreWatch>();
  #lockedAt = 0;

  /** Opens or makes the file. Throws SottoError of the family `store`. */
  constructor({ file, migrations, ids, snapshots, busyTimeoutMs }: StoreOptions) {
    const connection = openDatabase(file, migrations, busyTimeoutMs);
    const log = new Log(connection, ids);
    const tree = new Tree(connection);
    const worlds = new Worlds(connection, { log, tree }, snapshots);
    const rows = { transcript: new Transcript(connection), arrivals: new Arrivals(connection) };
    this.#connection = connection;
    this.#parts = { connection, log, tree, worlds, ids, ...rows };
    this.file = file;
    this.log = log;
    this.tree = tree;
    this.worlds = worlds;
    this.chats = new Chats(this.#parts);
    this.library = new Library(connection);
    this.scratch = new Scratch(connection);
    this.leases = new Leases(connection);
    this.terminals = new Terminals(connection);
    this.servers = new Servers(connection);
  }

  /** The chat as one character, or everyone together, has perceived it under a head. */
  view(chat: string, viewer: CharacterId | 'everyone', head: Position): View {
    const branchName = (id: number) => givenName(this.tree.branches(chat).get(id)?.name ?? '');
    const { transcript, arrivals } = this.#parts;
    return openView({ transcript, arrivals, branchName }, this.tree.lineage(chat, head), viewer);
  }

  /** Ids that begin so. For addresses only: a view must confirm each. */
  messagesLike(prefix: string): string[] {
    return this.#parts.transcript.idsLike(prefix);
  }

  /**
   * Ids of the messages of a chat that had all these words at some time, hidden ones included, the newest first. For
   * searches only: a view must confirm each.
   */
  messagesWith(chat: string, words: readonly string[]): string[] {
    return this.#parts.transcript.texts.messagesWith(chat, words);
  }

  /**
   * Places of the messages that come next after a place, the first on each line of play that goes on from it
   * for which `isWanted` holds, oldest first.
   */
  messagesNext(chat: string, from: Position, isWanted: Wanted): Position[] {
    const branches = [...this.tree.branches(chat).values()];
    const first = (place: Position) => this.firstAfter(place, isWanted);
    return nextOnEachLine(branches, this.tree.canonical(chat, from), first);
  }

  /** The first message on a branch after a place for which `isWanted` holds; undefined without one. */
  firstAfter(from: Position, isWanted: Wanted): (Position & { readonly id: string }) | undefined {
    return this.#parts.transcript.firstAfter(from, isWanted);
  }

  /** Place of a message's event. Throws SottoError `no_such_message`. */
  placeOf(message: string): Position {
    const row = this.#parts.transcript.byId(message);
    if (row) return { branch: row.branch, seq: row.seq };
    throw new SottoError('not_found', 'no_such_message', `there is no message ${message}; see \`sotto log\``);
  }

  /** Place and kind of the event at or before a place; undefined at the start of the chat. */
  eventAt(chat: string, place: Position): DomainEventPlace | undefined {
    const { branch, seq } = this.tree.canonical(chat, place);
    return this.log.at(branch, seq);
  }

  /** The turn that began the chat. */
  firstTurn(chat: string): string | undefined {
    return this.log.first(chat)?.turn;
  }

  /** The place before the first event of the turn to which an event belongs. */
  startOfTurn(chat: string, event: DomainEventPlace): Position {
    let before = this.tree.before(chat, event);
    for (let at = this.eventAt(chat, before); at?.turn === event.turn; at = this.eventAt(chat, before)) {
      before = this.tree.before(chat, at);
    }
    return before;
  }

  /** Replays the chat's log and compares (invariant 1). */
  verify(state: ChatState): Verification {
    return verifyChat(this.#parts, state);
  }

  /** Differs after another process has written. */
  dataVersion(): number {
    return Number(this.#connection.sqlite.pragma('data_version', { simple: true }));
  }

  /** Calls `changed` soon after another process has committed, until the returned function is called or the store is closed. */
  watch(changed: () => void): () => void {
    const watch = new StoreWatch(this, changed);
    this.#watches.add(watch);
    return () => {
      watch.close();
      this.#watches.delete(watch);
    };
  }

  /** Version of the tables: the number of migrations that made them. */
  schemaVersion(): number {
    return Number(this.#connection.sqlite.pragma('user_version', { simple: true }));
  }

  /** Copies the store into a new or empty file with SQLite's own backup, sidecars included (RP-104). */
  async backup(to: string): Promise<void> {
    await this.#connection.sqlite.backup(to);
  }

  /** Runs work in one IMMEDIATE transaction: all of it or nothing. */
  atomically<T>(work: () => T): T {
    return immediately(this.#connection, work);
  }

  /**
   * What work returns that writes to the store, or null when another program held it: the work is to be done again later
   * then. Throws SottoError of the family `store` for anything else that prevents it.
   */
  attempt<T>(work: () => T): { readonly done: T } | null {
    const attempt = attempted(this.#connection, work);
    if (!attempt) this.#lockedAt = Date.now();
    return attempt;
  }

  /** As `atomically`, for what may be written later as well: hardly waits. False when the store cannot be written now. */
  ifWritable(work: () => void): boolean {
    try {
      return this.attempt(() => this.atomically(work)) !== null;
    } catch (error) {
      if (isSottoError(error) && error.family === 'store') return false;
      throw error;
    }
  }

  /** When another program was last seen to hold the store, in milliseconds since 1970; 0 for never. */
  get lockedAt(): number {
    return this.#lockedAt;
  }

  /** As `atomically`, for long work that lets other tasks of this process run in between; none of them may write here. */
  async atomicallyInSteps<T>(work: () => Promise<T>): Promise<T> {
    const { sqlite } = this.#connection;
    sqlite.exec('BEGIN IMMEDIATE');
    try {
      const result = await work();
      sqlite.exec('COMMIT');
      return result;
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    }
  }

  /** Has SQLite check the whole file. Throws SottoError `store_damaged`. */
  requireSound(): void {
    requireSound(this.#connection);
  }

  /** What SQLite says of locks, rights and damage as a SottoError; any other error as it is while the file is sound. */
  explain(error: unknown): unknown {
    return explained(this.#connection, error);
  }

  /** Ends its watches and closes the file. */
  close(): void {
    for (const watch of this.#watches) watch.close();
    this.#connection.sqlite.close();
  }
}
