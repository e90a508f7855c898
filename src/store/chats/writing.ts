import type { Actor, DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import { transcriptRow } from '../../domain/rows/projection.ts';
import { recordsOf } from '../../domain/rows/records.ts';
import { type ChatFacts, evolveFacts, isFactKind } from '../../domain/world/chat-facts.ts';
import { evolve } from '../../domain/world/evolve.ts';
import type { World } from '../../domain/world/world.ts';
import type { SnapshotCount } from '../log/worlds.ts';
import type { Parts } from './state.ts';

/** Writes the rows of an event of play, given the world just before it. Returns the world after it. */
export function project(
  parts: Pick<Parts, 'transcript' | 'arrivals' | 'acts' | 'records' | 'recallIndex'>,
  before: World,
  event: DomainEvent,
): World {
  const { transcript, arrivals, acts, records, recallIndex } = parts;
  const after = evolve(before, event);
  const row = transcriptRow(before, event);
  if (row?.table === 'arrival') arrivals.apply(event, row);
  else if (row?.table === 'message') {
    transcript.apply(event, row);
    recallIndex.addMessage(event, row, after);
  } else if (row) recallIndex.revise(row, after, () => transcript.apply(event, row));
  recallIndex.addMemory(event, after);
  if (row?.table === 'revision' && row.knownTo) records.follow(event.chat, row.message);
  records.apply(event, recordsOf(before, event, after));
  acts.apply(before, event, after);
  return after;
}

/** A chat at the place where a turn is written. */
export interface WritingPlace {
  readonly place: Position;
  readonly world: World;
  readonly facts: ChatFacts;
  /** What counts there for the next snapshot. */
  readonly counted: SnapshotCount;
}

/**
 * One turn while it is written, inside a transaction: events, their rows, the world after them. Facts of the
 * chat stand on a branch of their own, so that they neither fork the play nor go with a rewind.
 */
export class Writing {
  readonly events: DomainEvent[] = [];
  head: Position;
  world: World;
  facts: ChatFacts;
  readonly #parts: Parts;
  readonly #chat: string;
  readonly #how: { readonly actor: Actor; readonly at: string };
  #turn: string | null = null;
  #branch: number | null = null;
  #isNewFork = false;
  #sinceSnapshot = 0;
  #counted: SnapshotCount;

  constructor(parts: Parts, chat: string, how: { actor: Actor; at: string }, start: WritingPlace) {
    this.#parts = parts;
    this.#chat = chat;
    this.#how = how;
    this.head = start.place;
    this.world = start.world;
    this.facts = start.facts;
    this.#counted = start.counted;
  }

  add(fact: NewEvent): void {
    const { log, tree } = this.#parts;
    const { actor, at } = this.#how;
    const isOfChat = isFactKind(fact.kind);
    const branch = isOfChat ? tree.factsBranch(this.#chat) : this.#playBranch();
    const event = log.append(fact, { chat: this.#chat, branch, turn: this.#turn, actor, at });
    if (this.#isNewFork && !isOfChat) {
      tree.nameFork(this.#chat, branch, event.id);
      this.#isNewFork = false;
    }
    this.#turn = event.turn;
    this.events.push(event);
    this.facts = evolveFacts(this.facts, event);
    if (!isOfChat) this.#project(event);
  }

  #project(event: DomainEvent): void {
    const { worlds } = this.#parts;
    this.world = project(this.#parts, this.world, event);
    this.head = { branch: event.branch, seq: event.seq };
    this.#sinceSnapshot += 1;
    if (this.#sinceSnapshot >= worlds.everyEvents) this.snapshot();
  }

  /** Counts what was written since the last call and makes the snapshot that may be due. What counts for the next one. */
  snapshot(): SnapshotCount {
    if (this.#sinceSnapshot === 0) return this.#counted;
    const { head, world } = this;
    const counted = { ...this.#counted, since: this.#counted.since + this.#sinceSnapshot };
    this.#counted = this.#parts.worlds.whenDue(this.#chat, counted, this.#how.at, { ...head, world });
    this.#sinceSnapshot = 0;
    return this.#counted;
  }

  /** The head's own branch while it is at the tip, else a fork at the head. */
  #playBranch(): number {
    if (this.#branch !== null) return this.#branch;
    const { tree } = this.#parts;
    const { branch, seq } = this.head;
    const isAtTip = tree.tip(this.#chat, branch) === seq;
    if (!isAtTip) tree.forget(this.#chat);
    this.#isNewFork = !isAtTip;
    this.#branch = isAtTip ? branch : tree.fork(this.#chat, this.head);
    return this.#branch;
  }
}
