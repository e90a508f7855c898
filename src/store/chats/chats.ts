import type { Statement } from 'better-sqlite3';
import { SottoError } from '../../domain/errors.ts';
import type { Actor, DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import { initialFacts } from '../../domain/world/chat-facts.ts';
import { initialWorld, opened, type World } from '../../domain/world/world.ts';
import { type Connection, immediately, projecting, transactionOf } from '../database/database.ts';
import { KeptSlots, takesBack } from '../log/kept-slots.ts';
import type { NewOutcome } from '../log/outcomes.ts';
import type { MoveKind } from '../log/tree.ts';
import { worldShape } from '../log/world-shape.ts';
import type { SnapshotCount } from '../log/worlds.ts';
import { chat } from '../schema/schema.ts';
import { ChatRows } from './chat-rows.ts';
import { concluded } from './conclude.ts';
import { rebuilt } from './rebuild.ts';
import type { Append, AppendResult, ChatEntry, ChatMark, ChatState, Parts } from './state.ts';
import { Writing, type WritingPlace } from './writing.ts';

/** What is so after the last write of a transaction, until its end or until anything else is written. */
class WrittenLast<T> {
  readonly #connection: Connection;
  #changes: Statement<[], number> | null = null;
  #kept: { readonly value: T; readonly transaction: number; readonly changes: number } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** This is so from now on. */
  keep(value: T): void {
    const transaction = transactionOf(this.#connection.sqlite);
    this.#kept = transaction === null ? null : { value, transaction, changes: this.#count() };
  }

  /** What was kept; undefined once it may be otherwise. */
  get(): T | undefined {
    const kept = this.#kept;
    if (kept?.transaction === transactionOf(this.#connection.sqlite) && kept?.changes === this.#count())
      return kept.value;
    this.#kept = null;
    return undefined;
  }

  #count(): number {
    this.#changes ??= this.#connection.sqlite.prepare<[], number>('SELECT total_changes()').pluck();
    return this.#changes.get() ?? 0;
  }
}

const missing = (id: string): never => {
  throw new SottoError('not_found', 'no_such_chat', `there is no chat ${id}; see \`sotto chats\``);
};

/** A chat at its head, and what counts there for the next snapshot. */
interface CountedChat {
  readonly state: ChatState;
  readonly counted: SnapshotCount;
}

const samePlace = (a: Position, b: Position): boolean => a.branch === b.branch && a.seq === b.seq;

/** Chats: their heads, appends and moves. Every write is one IMMEDIATE transaction (RP-071). */
export class Chats {
  readonly #parts: Parts;
  readonly #rows: ChatRows;
  readonly #keptSlots: KeptSlots;
  /** The chat that was written last, while a long transaction writes nothing else: many turns of it need not read it. */
  readonly #written: WrittenLast<CountedChat>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#written = new WrittenLast(parts.connection);
    this.#rows = new ChatRows(parts.connection);
    this.#keptSlots = new KeptSlots(parts.connection);
  }

  /** Whether there is such a chat: a store that was restored from a backup may have lost it. */
  has(id: string): boolean {
    return this.#rows.head(id) !== undefined;
  }

  /** Throws SottoError `no_such_chat` when there is none. */
  require(id: string): void {
    if (!this.has(id)) missing(id);
  }

  /** The chat of this id at its head. Throws SottoError `no_such_chat`. */
  read(id: string): ChatState {
    return this.#read(id).state;
  }

  #read(id: string): CountedChat {
    const written = this.#written.get();
    if (written?.state.id === id) return written;
    const newest = this.#parts.tree.newest(id);
    const { world, counted, ...row } = this.#rows.byId(id) ?? missing(id);
    return { state: { ...row, newest, world: world ?? this.#foldAnew(id, row.head) }, counted };
  }

  /** What differs whenever something happened in a chat since; cheaper than reading it. Throws SottoError `no_such_chat`. */
  mark(id: string): ChatMark {
    const head = this.#rows.head(id) ?? missing(id);
    const { tree } = this.#parts;
    return { head, facts: tree.tip(id, tree.factsBranch(id)), outcomes: tree.newestOutcome(id) };
  }

  /** What was kept was folded by other code: the log says what it is. */
  #foldAnew(id: string, head: Position): World {
    return projecting(this.#parts.connection, () => {
      const world = rebuilt(this.#parts, id, head);
      this.#parts.worlds.forgetOthers(id);
      this.#rows.saveFolded(id, head, world);
      return world;
    });
  }

  /** Chats, the one in which something was done last first, whoever perceives it: what a person is shown is `listedChats`. */
  list(options: { deleted?: boolean } = {}): ChatEntry[] {
    return this.#rows.list(options.deleted ?? false);
  }

  /** A chat that begins with these events, all in one transaction. */
  create(
    facts: (id: string) => readonly NewEvent[],
    how: { actor: Actor; at: string; about: string },
  ): ChatState {
    const { tree, connection } = this.#parts;
    return this.#immediately(() => {
      const id = this.#freshId(`chat\n${how.at}\n${how.about}`);
      const { at } = how;
      const empty = { title: '', headBranch: 0, headSeq: 0, world: initialWorld, worldShape: worldShape() };
      connection.db
        .insert(chat)
        .values({ id, createdAt: at, updatedAt: at, snapshotAt: at, ...empty })
        .run();
      const place = { branch: tree.fork(id, null), seq: 0 };
      const counted = { since: 0, snapshotAt: at };
      this.#write(id, facts(id), how, { place, world: initialWorld, facts: initialFacts, counted });
      return this.read(id);
    });
  }

  /**
   * Reads the chat, lets `decide` say what happens and writes it: one turn, one transaction. Nothing is
   * written when `decide` throws or returns no events.
   */
  append(id: string, how: Append, decide: (state: ChatState) => readonly NewEvent[]): AppendResult {
    return this.#immediately(() => {
      const { state, counted } = this.#read(id);
      const place = how.place ?? state.head;
      const near = samePlace(place, state.head) ? state.world : how.worldThere;
      const world = near ? opened(near) : this.#parts.worlds.at(id, place);
      const facts = decide({ ...state, head: place, world });
      if (facts.length === 0) return { events: [], head: state.head, world: state.world };
      const written = this.#write(id, facts, how, { place, world, facts: state.facts, counted });
      const { events, head } = written;
      const isElsewhere = !how.headStays && !samePlace(place, state.head);
      if (isElsewhere || events.some(takesBack)) this.#keptSlots.dropAll();
      const moved = how.headStays ? {} : { head, world: written.world, updatedAt: how.at };
      const newest = events.at(-1)?.seq ?? state.newest;
      const now = { ...state, ...moved, facts: written.facts, newest };
      this.#written.keep({ state: now, counted: written.snapshot() });
      return { events, head, world: written.world };
    });
  }

  /** Moves the head to a place in the tree; a rewind keeps a snapshot of where it was (RP-038). */
  moveHead(id: string, kind: MoveKind, at: string, target: (state: ChatState) => Position): ChatState {
    const { tree, worlds } = this.#parts;
    return this.#immediately(() => {
      const state = this.read(id);
      tree.forget(id);
      const to = target(state);
      if (samePlace(to, state.head)) return state;
      this.#keptSlots.dropAll();
      const world = worlds.at(id, to);
      if (kind === 'rewind')
        worlds.beforeRewind(id, at, { ...tree.canonical(id, state.head), world: opened(state.world) });
      tree.recordMove(id, kind, { from: state.head, to, at });
      this.#rows.saveHead(id, at, { ...to, world });
      return { ...state, head: to, world, updatedAt: at };
    });
  }

  /** A new branch at a place, under this name or a free one, with the head on it. Returns its name. */
  branchOff(id: string, name: string | undefined, at: string, place: Position): string {
    const { tree, worlds } = this.#parts;
    return this.#immediately(() => {
      const state = this.read(id);
      if (!samePlace(place, state.head)) this.#keptSlots.dropAll();
      const world = worlds.at(id, place);
      const to = { branch: tree.fork(id, place, name ?? tree.freeName(id, place)), seq: place.seq };
      tree.recordMove(id, 'branch', { from: state.head, to, at });
      this.#rows.saveHead(id, at, { ...to, world });
      return tree.branches(id).get(to.branch)?.name ?? '';
    });
  }

  /**
   * Keeps what jobs found about earlier turns; the head stays, and its world has it where the turn is in its history.
   * Returns the events: none of what is kept already, or is about no such turn.
   */
  conclude(
    id: string,
    how: { actor: Actor; at: string },
    ...found: readonly NewOutcome[]
  ): readonly DomainEvent[] {
    return this.#immediately(() => {
      if (!this.has(id)) return [];
      const { head, world } = this.read(id);
      const written = concluded(this.#parts, { chat: id, head, world: opened(world), ...how }, found);
      if (written.world !== world) this.#rows.saveWorld(id, written.world);
      if (written.events.some(takesBack)) this.#keptSlots.dropAll();
      return written.events;
    });
  }

  #write(id: string, facts: readonly NewEvent[], how: Append, start: WritingPlace): Writing {
    const writing = new Writing(this.#parts, id, how, start);
    for (const fact of facts) writing.add(fact);
    const { head, world } = writing;
    const counted = writing.snapshot();
    if (how.headStays) this.#rows.saveCounted(id, counted);
    else this.#rows.saveHead(id, how.at, { ...head, world }, counted);
    if (writing.facts !== start.facts) this.#rows.saveFacts(id, writing.facts);
    return writing;
  }

  #freshId(about: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const id = this.#parts.ids(about, attempt);
      if (!this.#rows.head(id)) return id;
    }
  }

  #immediately<T>(work: () => T): T {
    return immediately(this.#parts.connection, work);
  }
}
