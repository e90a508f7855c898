import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { SottoError } from '../domain/errors.ts';
import type { DomainEvent } from '../domain/events/events.ts';
import { Moment } from '../domain/known/known.ts';
import { givenName, type Position } from '../domain/lineage.ts';
import type { ChatId } from '../domain/message.ts';
import type { OwnerOf, View, Viewer } from '../domain/view.ts';
import type { Whole } from '../domain/world/world.ts';
import { Acts } from './acts/acts.ts';
import { PerceivedEvents } from './acts/perceived-events.ts';
import { type ChatRecord, type Recording, recordingOf } from './archive/recording.ts';
import { Replaying } from './archive/replaying.ts';
import { Chats } from './chats/chats.ts';
import type { ChatState, FoundAbout, Parts, StoreOptions } from './chats/state.ts';
import { type Verification, verifyChat } from './chats/verify.ts';
import { CountedTexts } from './counted-texts.ts';
import { type Connection, openDatabase } from './database/database.ts';
import { alsoOnCopy } from './database/read-only.ts';
import { lockedError } from './database/store-error.ts';
import { StoreFile } from './database/store-file.ts';
import { Failures } from './failures.ts';
import { Appearances } from './identity/appearances.ts';
import { Identities } from './identity/identities.ts';
import { Jobs } from './jobs/jobs.ts';
import { Library } from './library.ts';
import { KeptSlots } from './log/kept-slots.ts';
import { Log, type OnUnreadable } from './log/log.ts';
import { nextOnEachLine } from './log/next-on-lines.ts';
import { Outcomes } from './log/outcomes.ts';
import { Tree } from './log/tree.ts';
import { Worlds } from './log/worlds.ts';
import { KeptLore } from './lore/kept-lore.ts';
import type { Past } from './recall/past.ts';
import { Recall } from './recall/recall.ts';
import { RecallIndex } from './recall/recall-index.ts';
import { Vectors } from './recall/vectors/vectors.ts';
import { KnownRecords } from './records/known-records.ts';
import { Records } from './records/records.ts';
import { chat, snapshot } from './schema/schema.ts';
import { Servers } from './servers.ts';
import { Sources } from './sources.ts';
import { Drafts } from './terminals/drafts.ts';
import { Leases } from './terminals/leases.ts';
import { Scratch } from './terminals/scratch.ts';
import { Terminals } from './terminals/terminals.ts';
import { Arrivals } from './transcript/arrivals.ts';
import { Between } from './transcript/between.ts';
import { LastHeard } from './transcript/last-heard.ts';
import { type MessageFilter, Transcript } from './transcript/transcript.ts';
import { openView, type PlacedView } from './transcript/views.ts';

/** The snapshots of all chats, for whoever copies them. */
class SnapshotRows {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Ids of all that are kept now, in the order of their making. */
  ids(): number[] {
    const rows = this.#db.select({ id: snapshot.id }).from(snapshot).orderBy(asc(snapshot.id));
    return rows.all().map(({ id }) => id);
  }

  /** Of those that were kept after the one of this id the newest `most`: worlds, of which chat, when and why they were kept. */
  after(id: number, most: number) {
    const { reason, at, world } = snapshot;
    return this.#db
      .select({ id: snapshot.id, chat: { id: chat.id, title: chat.title }, reason, at, world })
      .from(snapshot)
      .innerJoin(chat, eq(chat.id, snapshot.chat))
      .where(and(gt(snapshot.id, id), eq(chat.deleted, false)))
      .orderBy(desc(snapshot.id))
      .limit(most)
      .all();
  }
}

/** Where an event stands and what it is. */
export type DomainEventPlace = Position & { readonly kind: string; readonly turn: string };

/** The states of a chat, closed, as they are folded out of snapshots and the log, or from nothing. */
export interface FoldedStates {
  at(chat: ChatId, place: Position, onUnreadable?: OnUnreadable): Whole;
  /** `onEvent` gets the state before each event. */
  fromScratch(chat: ChatId, place: Position, onEvent?: (before: Whole, event: DomainEvent) => void): Whole;
}

/** What one SQLite file holds: log, tree, transcript, worlds, library. */
export class Store extends StoreFile {
  readonly chats: Chats;
  readonly tree: Tree;
  readonly log: Log;
  readonly worlds: FoldedStates;
  readonly outcomes: Outcomes;
  readonly library: Library;
  readonly sources: Sources;
  readonly keptLore: KeptLore;
  readonly identities: Identities;
  readonly appearances: Appearances;
  readonly scratch: Scratch;
  readonly leases: Leases;
  readonly terminals: Terminals;
  readonly drafts: Drafts;
  readonly jobs: Jobs;
  readonly servers: Servers;
  readonly keptSlots: KeptSlots;
  readonly countedTexts: CountedTexts;
  readonly failures: Failures;
  readonly perceived: PerceivedEvents;
  readonly snapshots: SnapshotRows;
  readonly lastHeard: LastHeard;
  readonly recall: Recall;
  readonly vectors: Vectors;
  readonly #parts: Parts;

  /** Opens or makes the file. Throws SottoError of the family `store`. */
  constructor({ file, copy, migrations, ids, snapshots, loadVectors, busyTimeoutMs }: StoreOptions) {
    const connection = openDatabase(copy?.file ?? file, migrations, busyTimeoutMs);
    super(file, connection, copy);
    const log = new Log(connection, ids);
    const tree = new Tree(connection);
    const outcomes = new Outcomes(connection, { log, tree });
    const worlds = new Worlds(connection, { outcomes, tree }, snapshots);
    const transcript = new Transcript(connection);
    const [arrivals, between] = [new Arrivals(connection), new Between(connection)];
    const vectors = new Vectors(connection, loadVectors);
    const rows = { transcript, arrivals, between, recallIndex: new RecallIndex(connection, vectors) };
    const known = { records: new Records(connection, transcript), known: new KnownRecords(connection) };
    const acts = new Acts(connection, { tree, transcript, arrivals });
    this.#parts = { connection, log, tree, worlds, outcomes, ids, acts, ...rows, ...known };
    this.log = log;
    this.tree = tree;
    this.worlds = worlds;
    this.outcomes = outcomes;
    this.chats = new Chats(this.#parts);
    this.library = new Library(connection);
    this.sources = new Sources(connection);
    this.keptLore = new KeptLore(connection);
    this.identities = new Identities(connection);
    this.appearances = new Appearances(connection, this.chats);
    this.scratch = new Scratch(connection);
    this.leases = new Leases(connection);
    this.terminals = new Terminals(connection);
    this.drafts = new Drafts(connection);
    this.jobs = new Jobs(connection, log);
    this.servers = new Servers(connection);
    this.keptSlots = new KeptSlots(connection);
    this.countedTexts = new CountedTexts(connection);
    this.failures = new Failures(connection);
    this.perceived = new PerceivedEvents(connection);
    this.snapshots = new SnapshotRows(connection);
    this.lastHeard = new LastHeard(connection);
    this.vectors = vectors;
    this.recall = new Recall({ connection, tree, view: (past) => this.#view(past), arrivals, vectors });
  }

  /** The chat as one character, or everyone together, has perceived it under a head. */
  view<V extends Viewer>(chat: ChatId, viewer: V, head: Position): View<OwnerOf<V>> {
    return this.#view({ chat, viewer, head });
  }

  /** A chat at a place: who is there, and what each knows. `whole` is its state there where that is at hand. */
  moment(chat: ChatId, place: Position, whole: Whole = this.worlds.at(chat, place)): Moment {
    return new Moment(whole, (viewer) => this.view(chat, viewer, place));
  }

  #view<Who>({ chat, viewer, head }: Past): PlacedView<Who> {
    const branchName = (id: number) => givenName(this.tree.branches(chat).get(id)?.name ?? '');
    const { transcript, arrivals, known, between } = this.#parts;
    const rows = { chat, transcript, arrivals, between, known, branchName };
    return openView(rows, this.tree.lineage(chat, head), viewer);
  }

  /** Ids that begin so. For addresses only: a view must confirm each. */
  messagesLike(prefix: string): string[] {
    return this.#parts.transcript.idsLike(prefix);
  }

  /**
   * Places of the messages that come next after a place, the first on each line of play that goes on from it
   * for which `isWanted` holds, oldest first.
   */
  messagesNext(chat: string, from: Position, isWanted: MessageFilter): Position[] {
    const branches = [...this.tree.branches(chat).values()];
    const first = (place: Position) => this.firstAfter(place, isWanted);
    return nextOnEachLine(branches, this.tree.canonical(chat, from), first);
  }

  /** The first message on a branch after a place for which `isWanted` holds; undefined without one. */
  firstAfter(from: Position, isWanted: MessageFilter): (Position & { readonly id: string }) | undefined {
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

  /** What jobs found that said what a viewer knows under this key, since it was last not known, oldest first. */
  foundUnder(chat: string, viewer: Viewer, head: Position, key: string): FoundAbout[] {
    const seqs = this.#view({ chat, viewer, head }).foundUnder(key).reverse();
    return seqs.flatMap((found) => {
      const row = this.outcomes.row(found);
      if (!row) return [];
      const { branch, aboutSeq: seq, source } = row;
      const [about, ...outcomes] = this.outcomes.history({ branch, after: seq - 1, upTo: seq });
      return about ? [{ about, outcomes, source }] : [];
    });
  }

  /** Messages that were revised in the history of a head after a place in the log. */
  revisedSince(chat: string, head: Position, seq: number): string[] {
    return this.#parts.transcript.revisedSince(this.tree.lineage(chat, head), seq);
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
    return alsoOnCopy(this.connection.sqlite, () => verifyChat(this.#parts, state));
  }

  /** All that the log holds of a chat as it is now. Throws SottoError `no_such_chat`. */
  recording(chat: string): Recording {
    return recordingOf(this.#parts, chat);
  }

  /** What writes the recording of a chat, or what is missing of it here; call it inside one transaction. */
  replaying(chat: ChatRecord): Replaying {
    const known = this.chats.has(chat.id) ? this.chats.read(chat.id) : null;
    return new Replaying(this.#parts, chat, known);
  }

  /** Version of the tables: the number of migrations that made them. */
  schemaVersion(): number {
    return Number(this.connection.sqlite.pragma('user_version', { simple: true }));
  }

  /** Copies the store into a new or empty file with SQLite's own backup, sidecars included (RP-104). Rejects with SottoError `store_locked`. */
  async backup(to: string): Promise<void> {
    const { sqlite } = this.connection;
    // Of a store that another holds better-sqlite3 copies nothing and calls it done.
    if ((await sqlite.backup(to)).totalPages === 0) throw lockedError(sqlite.name);
  }
}
