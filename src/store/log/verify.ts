import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { canonicalJson } from '../../domain/canonical.ts';
import type { DomainEvent, StoredEvent } from '../../domain/events/events.ts';
import { transcriptRow } from '../../domain/events/projection.ts';
import { upcast } from '../../domain/events/upcast.ts';
import { sideBranches } from '../../domain/lineage.ts';
import { type ChatFacts, evolveFacts, initialFacts } from '../../domain/world/chat-facts.ts';
import { evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import { snapshot } from '../database/schema.ts';
import type { ChatState, Parts } from '../state.ts';
import { asArrival } from '../transcript/arrivals.ts';
import { asMessage } from '../transcript/transcript.ts';

/** Hash by which two worlds are compared. */
export const worldHash = (world: World): string =>
  createHash('sha256').update(canonicalJson(world)).digest('hex').slice(0, 32);

/** What a replay of a chat's whole log found. */
export interface Verification {
  readonly events: number;
  /** Hash of the world at the head, folded from nothing. */
  readonly hash: string;
  /** One line each; empty when live projection, snapshots and replay agree. */
  readonly differences: readonly string[];
  /** Kinds or versions that this program does not know, with their count. */
  readonly unreadable: Readonly<Record<string, number>>;
}

const placeKey = (branch: number | null, seq: number): string => `${branch}:${seq}`;

/** Replays every branch of one chat, in the order of the log. */
class Replay {
  readonly #parts: Parts;
  readonly #state: ChatState;
  /** World of each branch at its newest event so far. */
  readonly #worlds = new Map<number, World>();
  /** Worlds at the places where branches fork, and at the head. */
  readonly #marked = new Map<string, World | null>();
  readonly #snapshots: Map<string, World>;
  /** What jobs found, by the seq of what it is about, and the branch that it stands on. */
  readonly #outcomes = new Map<number, DomainEvent[]>();
  #beside = -1;
  readonly differences: string[] = [];
  readonly unreadable: Record<string, number> = {};
  events = 0;
  facts: ChatFacts = initialFacts;

  constructor(parts: Parts, state: ChatState) {
    this.#parts = parts;
    this.#state = state;
    const { connection, tree } = parts;
    for (const { parent, forkSeq } of tree.branches(state.id).values()) {
      this.#marked.set(placeKey(parent, forkSeq), null);
    }
    this.#marked.set(this.#headKey, null);
    const rows = connection.db.select().from(snapshot).where(eq(snapshot.chat, state.id)).all();
    this.#snapshots = new Map(rows.map((row) => [placeKey(row.branch, row.seq), row.world]));
  }

  get #headKey(): string {
    const { branch, seq } = this.#parts.tree.canonical(this.#state.id, this.#state.head);
    return placeKey(branch, seq);
  }

  get headWorld(): World {
    return this.#marked.get(this.#headKey) ?? initialWorld;
  }

  #worldBefore(branch: number): World {
    const known = this.#worlds.get(branch);
    if (known) return known;
    const own = this.#parts.tree.branches(this.#state.id).get(branch);
    return (own && this.#marked.get(placeKey(own.parent, own.forkSeq))) ?? initialWorld;
  }

  #readable(stored: StoredEvent): DomainEvent | null {
    const event = upcast(stored);
    if (!('unreadable' in event)) return event;
    const what = `${stored.kind} v${stored.version} (${event.unreadable})`;
    this.unreadable[what] = (this.unreadable[what] ?? 0) + 1;
    return null;
  }

  /** What jobs found stands beside the play, but counts where it is about. */
  #keepOutcome(stored: StoredEvent): void {
    const event = this.#readable(stored);
    const about = event?.outcome && this.#parts.log.byId(stored.chat, event.outcome.about);
    if (!event?.outcome || !about) return;
    const { seq, chat, outcome } = event;
    const { job, source } = outcome;
    const expected = { seq, chat, job, source, branch: about.branch, aboutSeq: about.seq };
    if (!isDeepStrictEqual(this.#parts.outcomes.row(seq), expected))
      this.differences.push(`the outcome ${event.kind} ${event.id} differs from its row`);
    this.#outcomes.set(about.seq, [...(this.#outcomes.get(about.seq) ?? []), event]);
  }

  /** Takes in all that jobs found, before the play is replayed. */
  begin(): void {
    const { tree, log } = this.#parts;
    const beside = [...tree.branches(this.#state.id).values()].find(
      ({ name }) => name === sideBranches.outcomes,
    );
    if (!beside) return;
    this.#beside = beside.id;
    for (const stored of log.all({ branch: beside.id })) this.#keepOutcome(stored);
  }

  feed(stored: StoredEvent): void {
    this.events += 1;
    if (stored.branch === this.#beside) return;
    let world = this.#worldBefore(stored.branch);
    const event = this.#readable(stored);
    if (event) {
      if (!this.#isProjected(world, event))
        this.differences.push(`${event.kind} ${event.id} differs from its row`);
      world = evolve(world, event);
      this.facts = evolveFacts(this.facts, event);
    }
    for (const found of this.#outcomes.get(stored.seq) ?? []) world = evolve(world, found);
    this.#worlds.set(stored.branch, world);
    const place = placeKey(stored.branch, stored.seq);
    if (this.#marked.has(place)) this.#marked.set(place, world);
    const saved = this.#snapshots.get(place);
    if (saved && worldHash(saved) !== worldHash(world)) {
      this.differences.push(`the snapshot after event ${stored.seq} differs from the replay`);
    }
  }

  #isProjected(world: World, event: DomainEvent): boolean {
    const { transcript, arrivals } = this.#parts;
    const row = transcriptRow(world, event);
    if (!row) return true;
    if (row.table === 'message') {
      return isDeepStrictEqual(transcript.message(event.seq), asMessage(event, row));
    }
    if (row.table === 'arrival') {
      return isDeepStrictEqual(arrivals.at(event.seq), asArrival(event, row));
    }
    const target = transcript.byId(row.message);
    if (!target) return true;
    const { table: _, message: __, ...rest } = row;
    const expected = { ...rest, seq: event.seq, branch: event.branch, messageSeq: target.seq };
    return isDeepStrictEqual(transcript.revision(event.seq), expected);
  }
}

/** Replays a chat's log and compares it with what the store holds (invariant 1). */
export function verifyChat(parts: Parts, state: ChatState): Verification {
  parts.tree.forget(state.id);
  const replay = new Replay(parts, state);
  replay.begin();
  for (const stored of parts.log.all({ chat: state.id })) replay.feed(stored);
  const { events, differences, unreadable } = replay;
  const hash = worldHash(replay.headWorld);
  const live = worldHash(state.world);
  if (hash !== live) differences.push(`the world at the head is ${live}, its replay ${hash}`);
  if (canonicalJson(replay.facts) !== canonicalJson(state.facts)) {
    differences.push('title, played character or persona differ from their events');
  }
  return { events, hash, differences, unreadable };
}
