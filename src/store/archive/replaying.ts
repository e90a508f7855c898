import { eq, sql } from 'drizzle-orm';
import type { DomainEvent } from '../../domain/events/events.ts';
import { transcriptRow } from '../../domain/events/projection.ts';
import { upcast } from '../../domain/events/upcast.ts';
import { type Position, sideBranches } from '../../domain/lineage.ts';
import { type ChatFacts, evolveFacts, initialFacts, isFactKind } from '../../domain/world/chat-facts.ts';
import { changesWorlds } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import { chat, move } from '../database/schema.ts';
import type { PlacedWorld } from '../log/worlds.ts';
import { project } from '../log/writing.ts';
import type { ChatState, Parts } from '../state.ts';
import { forged } from './forged.ts';
import type { Ordinals } from './ordinals.ts';
import {
  type BranchRecord,
  type ChatRecord,
  type EventRecord,
  type MoveRecord,
  ordinalsOf,
} from './recording.ts';
import { TipWorlds } from './tip-worlds.ts';

const mostInCast = 256;

const beside: ReadonlySet<string> = new Set(Object.values(sideBranches));
const isBeside = (name: string | undefined): boolean => name !== undefined && beside.has(name);

/**
 * Writes a recording of a chat into the log, behind what the store has of the same chat: that much is passed over, so it
 * must be how the recording begins. Ids stay, places are those of this store. Call it inside one transaction; each
 * method throws SottoError `forged_record` for what cannot have come from a log, and then nothing may be kept.
 */
export class Replaying {
  readonly #parts: Parts;
  readonly #chat: ChatRecord;
  readonly #ordinals: Ordinals;
  /** Ids of the branches here, by their numbers in the recording. */
  readonly #branches: number[];
  readonly #all: BranchRecord[] = [];
  readonly #worlds: TipWorlds;
  #facts: ChatFacts;
  #movesHere: number;
  #sinceSnapshot = 0;
  /** Where outcomes count that change worlds. */
  readonly #found: Position[] = [];
  #newest: (PlacedWorld & { readonly at: string }) | null = null;

  /** `known` is what the store has of the chat; null = nothing. */
  constructor(parts: Parts, record: ChatRecord, known: ChatState | null) {
    const { connection, tree } = parts;
    const { id, title, createdAt, updatedAt } = record;
    this.#parts = parts;
    this.#chat = record;
    const empty = { headBranch: 0, headSeq: 0, world: initialWorld, snapshotAt: createdAt };
    if (!known)
      connection.db
        .insert(chat)
        .values({ id, title, createdAt, updatedAt, ...empty })
        .run();
    tree.forget(id);
    this.#worlds = new TipWorlds(parts, id);
    this.#branches = [...tree.branches(id).keys()];
    this.#ordinals = ordinalsOf(parts, id);
    this.#facts = known?.facts ?? initialFacts;
    const moves = connection.db.select({ count: sql<number>`count(*)` }).from(move).where(eq(move.chat, id));
    this.#movesHere = moves.get()?.count ?? 0;
  }

  /** The next branch: it is made when something first stands on it, as it was. */
  branch(record: BranchRecord): void {
    this.#all.push(record);
  }

  /** The next event. Whether it was missing here. */
  event(record: EventRecord): boolean {
    if (record.seq <= this.#ordinals.count) return false;
    const { log } = this.#parts;
    if (record.seq === 1 && record.kind !== 'chat_started') throw forged('is not how a chat begins');
    const own = this.#branchOf(record.branch);
    const world = this.#besideOf(own) ? null : this.#worlds.at(own);
    const { seq: _, ...rest } = record;
    const stored = log.restore({ ...rest, chat: this.#chat.id, branch: own });
    if (!stored) throw forged('has the id of something else in this store');
    this.#ordinals.add(stored.seq);
    const event = upcast(stored);
    if (!('unreadable' in event)) this.#apply(event, world);
    else if (event.unreadable === 'broken_payload')
      throw forged(`holds a ${record.kind} that says something else than such an event does`);
    return true;
  }

  /** The next move of the head. */
  move({ kind, from, to, at }: MoveRecord): void {
    this.#movesHere -= 1;
    if (this.#movesHere >= 0) return;
    this.#branchOf(Math.max(from.branch, to.branch));
    const [a, b] = [this.#place(from), this.#place(to)];
    const places = { fromBranch: a.branch, fromSeq: a.seq, toBranch: b.branch, toSeq: b.seq };
    this.#parts.connection.db
      .insert(move)
      .values({ chat: this.#chat.id, kind, at, ...places })
      .run();
  }

  /** Behind the last move: puts the head where it was. */
  end(): void {
    const { id, head: recorded, updatedAt } = this.#chat;
    const { connection, worlds } = this.#parts;
    if (this.#ordinals.count === 0) throw forged('holds no event');
    this.#branchOf(this.#all.length);
    this.#snapshot();
    const head = this.#place(recorded);
    for (const place of this.#found) worlds.afterOutcome(id, updatedAt, place, head);
    const at = { headBranch: head.branch, headSeq: head.seq, world: worlds.at(id, head), updatedAt };
    connection.db
      .update(chat)
      .set({ ...this.#facts, ...at })
      .where(eq(chat.id, id))
      .run();
  }

  /** What a job found: it counts where it is about, and the snapshots behind that place are made without it. */
  #takeOutcome(event: DomainEvent): void {
    const place = this.#parts.outcomes.restore(event);
    if (!place) throw forged('is about what did not come before it');
    if (changesWorlds(event.kind)) this.#found.push(place);
  }

  #apply(event: DomainEvent, before: World | null): void {
    const isFound = this.#besideOf(event.branch) === sideBranches.outcomes;
    if (isFound !== (event.outcome !== undefined))
      throw forged('is about something, and stands where that cannot be');
    if (isFound) {
      this.#takeOutcome(event);
      return;
    }
    if (isFactKind(event.kind) !== (before === null))
      throw forged(`holds a ${event.kind} on a branch that has none`);
    this.#facts = evolveFacts(this.#facts, event);
    if (!before) return;
    const row = transcriptRow(before, event);
    if (row?.table === 'revision' && !this.#parts.log.has(this.#chat.id, row.message))
      throw forged('changes a message that did not come before it');
    const world = project(this.#parts, before, event);
    if (world.cast.length > mostInCast) throw forged(`brings in another name after ${mostInCast}`);
    const { branch, seq, at } = event;
    this.#worlds.keep(branch, world);
    this.#newest = { branch, seq, at, world };
    this.#sinceSnapshot += 1;
    if (this.#sinceSnapshot >= this.#parts.worlds.everyEvents) this.#snapshot();
  }

  #snapshot(): void {
    if (this.#newest === null || this.#sinceSnapshot === 0) return;
    const { at, ...placed } = this.#newest;
    this.#parts.worlds.afterAppend(this.#chat.id, this.#sinceSnapshot, at, placed);
    this.#sinceSnapshot = 0;
  }

  /** The name of a branch that is beside the play; undefined of one that is not. */
  #besideOf(own: number): string | undefined {
    const name = this.#parts.tree.branches(this.#chat.id).get(own)?.name;
    return isBeside(name) ? name : undefined;
  }

  /** The branch of this number, made where it is not yet, after all those before it. */
  #branchOf(number: number): number {
    while (this.#branches.length < number) {
      const next = this.#all[this.#branches.length];
      if (!next) throw forged('stands on a branch that is not there');
      this.#branches.push(this.#grow(next));
    }
    return this.#branches[number - 1] ?? 0;
  }

  #grow({ parent, forkSeq, name }: BranchRecord): number {
    const { tree } = this.#parts;
    const { id } = this.#chat;
    const isRoot = this.#branches.length === 0 || isBeside(name);
    if (isRoot !== (parent === null)) throw forged(`stands on the branch ${name}, which grows from nowhere`);
    const from = parent === null ? { branch: null, seq: 0 } : this.#place({ branch: parent, seq: forkSeq });
    if (from.branch !== null && tree.canonical(id, { ...from, branch: from.branch }).branch !== from.branch)
      throw forged(`stands on the branch ${name}, which grows from another than it says`);
    return tree.restore(id, { parent: from.branch, forkSeq: from.seq, name });
  }

  /** A place of the recording in this store: behind an event of the branch's history, or before everything. */
  #place(recorded: Position): Position {
    const { tree, log } = this.#parts;
    const own = this.#branches[recorded.branch - 1];
    const seq = this.#ordinals.seqOf(recorded.seq);
    if (own === undefined || seq === undefined || this.#besideOf(own))
      throw forged('names no place in the tree');
    const place = { branch: own, seq };
    const holder = tree.canonical(this.#chat.id, place);
    if (seq > 0 && !log.at(holder.branch, seq)) throw forged('names no place in the tree');
    return place;
  }
}
