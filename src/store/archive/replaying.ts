import { eq, sql } from 'drizzle-orm';
import type { DomainEvent } from '../../domain/events/events.ts';
import { upcast } from '../../domain/events/upcast.ts';
import { type Position, sideBranches } from '../../domain/lineage.ts';
import { transcriptRow } from '../../domain/rows/projection.ts';
import { type ChatFacts, evolveFacts, initialFacts, isFactKind } from '../../domain/world/chat-facts.ts';
import { changesWorlds } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import { rebuilt } from '../chats/rebuild.ts';
import type { ChatState, Parts } from '../chats/state.ts';
import { project } from '../chats/writing.ts';
import { worldShape } from '../log/world-shape.ts';
import type { PlacedWorld } from '../log/worlds.ts';
import { chat, move } from '../schema/schema.ts';
import { forged } from './forged.ts';
import type { Ordinals } from './ordinals.ts';
import { RecordedBranches } from './recorded-branches.ts';
import {
  type BranchRecord,
  type ChatRecord,
  type EventRecord,
  type MoveRecord,
  ordinalsOf,
} from './recording.ts';

const most = 16;

/** Worlds at the tips of the branches of a chat that were written to last. */
class TipWorlds {
  readonly #parts: Pick<Parts, 'tree' | 'worlds'>;
  readonly #chat: string;
  readonly #kept = new Map<number, World>();

  constructor(parts: Pick<Parts, 'tree' | 'worlds'>, chat: string) {
    this.#parts = parts;
    this.#chat = chat;
  }

  /** The world at the tip of a branch. */
  at(branch: number): World {
    const { tree, worlds } = this.#parts;
    const seq = () => tree.tip(this.#chat, branch);
    const world = this.#kept.get(branch) ?? worlds.at(this.#chat, { branch, seq: seq() });
    this.keep(branch, world);
    return world;
  }

  /** From now on this is the world at the tip. */
  keep(branch: number, world: World): void {
    this.#kept.delete(branch);
    this.#kept.set(branch, world);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > most) this.#kept.delete(oldest);
  }
}

const mostInCast = 256;

/**
 * Writes a recording of a chat into the log, behind what the store has of the same chat: that much is passed over, so it
 * must be how the recording begins. Ids stay, places are those of this store. Call it inside one transaction; each
 * method throws SottoError `forged_record` for what cannot have come from a log, and then nothing may be kept.
 */
export class Replaying {
  readonly #parts: Parts;
  readonly #chat: ChatRecord;
  readonly #ordinals: Ordinals;
  readonly #branches: RecordedBranches;
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
    this.#ordinals = ordinalsOf(parts, id);
    this.#branches = new RecordedBranches(parts, id, this.#ordinals);
    this.#facts = known?.facts ?? initialFacts;
    const moves = connection.db.select({ count: sql<number>`count(*)` }).from(move).where(eq(move.chat, id));
    this.#movesHere = moves.get()?.count ?? 0;
  }

  /** The next branch: it is made when something first stands on it, as it was. */
  branch(record: BranchRecord): void {
    this.#branches.add(record);
  }

  /** The next event. Whether it was missing here. */
  event(record: EventRecord): boolean {
    if (record.seq <= this.#ordinals.count) return false;
    const { log } = this.#parts;
    if (record.seq === 1 && record.kind !== 'chat_started') throw forged('is not how a chat begins');
    const own = this.#branches.own(record.branch);
    const world = this.#branches.besideOf(own) ? null : this.#worlds.at(own);
    const { seq: _, ...rest } = record;
    const stored = log.restore({ ...rest, chat: this.#chat.id, branch: own });
    if (!stored) throw forged('has the id of something else in this store');
    this.#ordinals.add(stored.seq);
    const event = upcast(stored);
    if (!('unreadable' in event)) this.#apply(event, world);
    else if (event.unreadable === 'broken_payload')
      throw forged(`holds a ${record.kind} whose content does not fit its kind`);
    return true;
  }

  /** The next move of the head. */
  move({ kind, from, to, at }: MoveRecord): void {
    this.#movesHere -= 1;
    if (this.#movesHere >= 0) return;
    this.#branches.own(Math.max(from.branch, to.branch));
    const [a, b] = [this.#branches.place(from), this.#branches.place(to)];
    const places = { fromBranch: a.branch, fromSeq: a.seq, toBranch: b.branch, toSeq: b.seq };
    this.#parts.connection.db
      .insert(move)
      .values({ chat: this.#chat.id, kind, at, ...places })
      .run();
  }

  /** Behind the last move: puts the head where it was. */
  end(): void {
    const { id, head: recorded, updatedAt } = this.#chat;
    const { connection } = this.#parts;
    if (this.#ordinals.count === 0) throw forged('holds no event');
    this.#branches.growAll();
    this.#snapshot();
    const head = this.#branches.place(recorded);
    const world = this.#worldOf(head);
    const at = { headBranch: head.branch, headSeq: head.seq, world, worldShape: worldShape(), updatedAt };
    connection.db
      .update(chat)
      .set({ ...this.#facts, ...at })
      .where(eq(chat.id, id))
      .run();
  }

  /** The world at the head; with what jobs found, records and snapshots are made anew, for they were made without it. */
  #worldOf(head: Position): World {
    const { id, updatedAt } = this.#chat;
    const { worlds } = this.#parts;
    const about = this.#found;
    const known = about.length > 0 ? rebuilt(this.#parts, id, head) : worlds.at(id, head);
    const world = about.length > 0 ? worlds.afterOutcome(id, updatedAt, { about, head, known }) : known;
    if (world.cast.length > mostInCast) throw forged(`names another character after ${mostInCast}`);
    return world;
  }

  /** What a job found: it counts where it is about. */
  #takeOutcome(event: DomainEvent): void {
    const place = this.#parts.outcomes.restore(event);
    if (!place) throw forged('is about what did not come before it');
    this.#parts.recallIndex.addMemory(event, this.#newest?.world ?? initialWorld, place);
    if (changesWorlds(event.kind)) this.#found.push(place);
  }

  #apply(event: DomainEvent, before: World | null): void {
    const isFound = this.#branches.besideOf(event.branch) === sideBranches.outcomes;
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
    if (world.cast.length > mostInCast) throw forged(`names another character after ${mostInCast}`);
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
}
