import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { DomainEvent, StoredEvent } from '../../domain/events/events.ts';
import type { Outcome } from '../../domain/events/outcome.ts';
import { canonicalJson } from '../../domain/json/canonical.ts';
import type { Lineage, Position } from '../../domain/lineage.ts';
import type { KnownRecord, RecordRow } from '../../domain/record.ts';
import { transcriptRow } from '../../domain/rows/projection.ts';
import { recordsOf } from '../../domain/rows/records.ts';
import type { AnyView } from '../../domain/view.ts';
import { type ChatFacts, evolveFacts, initialFacts } from '../../domain/world/chat-facts.ts';
import { opened, type World } from '../../domain/world/world.ts';
import { worldShape } from '../log/world-shape.ts';
import { snapshot } from '../schema/schema.ts';
import { asArrival } from '../transcript/arrivals.ts';
import { asMessage, wordsBy } from '../transcript/stored.ts';
import { openView } from '../transcript/views.ts';
import { BranchWorlds, type ReplayStep } from './branch-worlds.ts';
import type { ChatState, Parts } from './state.ts';

const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32);

/** Hash by which two worlds are compared. */
export const worldHash = (world: World): string => hashOf(world);

/** Hash by which two heads are compared: their worlds, and what everyone together knows there beside messages. */
export const stateHash = (world: World, records: readonly KnownRecord[]): string =>
  hashOf({ world, records });

/** What a replay of a chat's whole log found. */
export interface Verification {
  readonly events: number;
  /** Hash of world and records at the head, folded from nothing. */
  readonly hash: string;
  /** One line each; empty when live projection, snapshots and replay agree. */
  readonly differences: readonly string[];
  /** Kinds or versions that this program does not know, with their count. */
  readonly unreadable: Readonly<Record<string, number>>;
}

const placeKey = ({ branch, seq }: Position): string => `${branch}:${seq}`;

/** Replays every branch of one chat, in the order of the log. */
class Replay {
  readonly #parts: Parts;
  readonly #worlds: BranchWorlds;
  readonly #head: Position;
  readonly #snapshots: Map<string, World>;
  /** What events made known, oldest first. */
  readonly #known: { readonly place: Position; readonly rows: readonly RecordRow[] }[] = [];
  readonly differences: string[] = [];
  readonly unreadable: Record<string, number> = {};
  events = 0;
  records = 0;
  acts = 0;
  facts: ChatFacts = initialFacts;

  constructor(parts: Parts, { id, head }: ChatState) {
    this.#parts = parts;
    const { connection, tree } = parts;
    this.#head = tree.canonical(id, head);
    this.#worlds = new BranchWorlds(parts, id, [this.#head]);
    const own = and(eq(snapshot.chat, id), eq(snapshot.shape, worldShape()));
    const rows = connection.db.select().from(snapshot).where(own).all();
    this.#snapshots = new Map(rows.map((row) => [placeKey(row), row.world]));
  }

  get headWorld(): World {
    return this.#worlds.at(this.#head);
  }

  feed(stored: StoredEvent): void {
    this.events += 1;
    const { steps, after, unreadable } = this.#worlds.feed(stored);
    if (unreadable) {
      const what = `${stored.kind} v${stored.version} (${unreadable})`;
      this.unreadable[what] = (this.unreadable[what] ?? 0) + 1;
    }
    for (const step of steps) this.#compare(step, stored);
    const saved = this.#snapshots.get(placeKey(stored));
    if (saved && worldHash(saved) !== worldHash(after))
      this.differences.push(`the snapshot after event ${stored.seq} differs from the replay`);
  }

  #compare({ event, before, after }: ReplayStep, place: Position): void {
    const { kind, id, outcome } = event;
    const isSame = outcome ? this.#isPlaced(event, outcome, place) : this.#isProjected(before, event);
    const what = outcome ? `the outcome ${kind}` : kind;
    if (!isSame) this.differences.push(`${what} ${id} differs from its row`);
    if (!this.#isKnown(event, recordsOf(before, event, after), place))
      this.differences.push(`${what} ${id} differs from its records`);
    if (!this.#isPerceived(event, before, after))
      this.differences.push(`${what} ${id} differs from who perceived it`);
    if (!outcome) this.facts = evolveFacts(this.facts, event);
  }

  #isKnown(event: DomainEvent, rows: readonly RecordRow[], place: Position): boolean {
    if (rows.length === 0) return true;
    this.#known.push({ place, rows });
    this.records += this.#parts.records.rowsOf(event, rows, place);
    return this.#parts.records.isSame(event, rows, place);
  }

  #isPerceived(event: DomainEvent, before: World, after: World): boolean {
    const { acts } = this.#parts;
    const witnesses = acts.witnesses(before, event, after);
    this.acts += witnesses.length;
    return witnesses.length === 0 || acts.isSame(event, witnesses, after);
  }

  #isPlaced({ seq, chat }: DomainEvent, { job, source }: Outcome, about: Position): boolean {
    const expected = { seq, chat, job, source, branch: about.branch, aboutSeq: about.seq };
    return isDeepStrictEqual(this.#parts.outcomes.row(seq), expected);
  }

  /** What everyone together knows at the head, where `view` is theirs. */
  knownIn(view: AnyView, lineage: Lineage): KnownRecord[] {
    const latest = new Map<string, RecordRow>();
    for (const { place, rows } of this.#known) {
      for (const row of lineage.contains(place) ? rows : [])
        if (row.audience.type !== 'message' || view.find(row.audience.message)) latest.set(row.key, row);
    }
    const known = [...latest.values()].flatMap(({ key, value, owner }) =>
      value === null ? [] : [{ key, value, owner }],
    );
    return known.sort((a, b) => (a.key < b.key ? -1 : 1));
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
    const at = { seq: event.seq, branch: event.branch, messageSeq: target.seq };
    const isAnew = event.kind === 'message_edited' && event.payload.anew === true;
    const expected = { ...rest, ...at, words: wordsBy(event.kind, isAnew) };
    return isDeepStrictEqual(transcript.revision(event.seq), expected);
  }
}

/** Replays a chat's log and compares it with what the store holds (invariant 1). */
export function verifyChat(parts: Parts, state: ChatState): Verification {
  const replay = new Replay(parts, state);
  for (const stored of parts.log.all({ chat: state.id })) replay.feed(stored);
  const { events, differences, unreadable } = replay;
  const { tree, records } = parts;
  const lineage = tree.lineage(state.id, state.head);
  const view = openView({ ...parts, chat: state.id, branchName: () => '' }, lineage, 'everyone');
  const known = replay.knownIn(view, lineage);
  const [hash, live] = [worldHash(replay.headWorld), worldHash(opened(state.world))];
  if (hash !== live) differences.push(`the world at the head is ${live}, its replay ${hash}`);
  if (canonicalJson(known) !== canonicalJson(view.records('')))
    differences.push('what is known at the head differs from its events');
  const count = records.count(state.id);
  if (count !== replay.records)
    differences.push(`there are ${count} rows of records, but their events make ${replay.records}`);
  const acts = parts.acts.count(state.id);
  if (acts !== replay.acts)
    differences.push(`${acts} rows say who perceived acts, but their events make ${replay.acts}`);
  const misread = parts.recallIndex.differing(state.id);
  if (misread > 0) differences.push(`${misread} rows of the recall index differ from the log`);
  const misplaced = parts.recallIndex.differingVectors(state.id);
  if (misplaced > 0) differences.push(`${misplaced} vectors of the recall index differ from the log`);
  if (canonicalJson(replay.facts) !== canonicalJson(state.facts)) {
    differences.push('title, played character or persona differ from their events');
  }
  return { events, hash: stateHash(replay.headWorld, known), differences, unreadable };
}
