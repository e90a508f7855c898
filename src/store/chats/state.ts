import type { Actor, DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { ChatFacts } from '../../domain/world/chat-facts.ts';
import type { Whole } from '../../domain/world/world.ts';
import type { Acts } from '../acts/acts.ts';
import type { Connection } from '../database/database.ts';
import type { ReadCopy } from '../database/read-only.ts';
import type { IdSource, Log } from '../log/log.ts';
import type { Outcomes } from '../log/outcomes.ts';
import type { Tree } from '../log/tree.ts';
import type { SnapshotPolicy, Worlds } from '../log/worlds.ts';
import type { RecallIndex } from '../recall/recall-index.ts';
import type { LoadVectors } from '../recall/vectors/sqlite-vec.ts';
import type { KnownRecords } from '../records/known-records.ts';
import type { Records } from '../records/records.ts';
import type { Arrivals } from '../transcript/arrivals.ts';
import type { Between } from '../transcript/between.ts';
import type { Transcript } from '../transcript/transcript.ts';

export type { ChatEntry } from './chat-entry.ts';

/** A chat at its head. */
export interface ChatState {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly facts: ChatFacts;
  readonly head: Position;
  /** Seq of the newest event, wherever in the tree it is. */
  readonly newest: number;
  readonly world: Whole;
}

/** What differs whenever something happened in a chat: its head, the newest of its facts and of what jobs found. */
export interface ChatMark {
  readonly head: Position;
  readonly facts: number;
  readonly outcomes: number;
}

/** What is written, by whom, and where: at the head unless told otherwise. */
export interface Append {
  readonly actor: Actor;
  readonly at: string;
  /** At this place, beside what may follow it already. */
  readonly place?: Position;
  /** The world at that place, where it is at hand. */
  readonly worldThere?: Whole;
  /** Whether the head stays where it is instead of going where this is written. */
  readonly headStays?: boolean;
}

/** What an append wrote, and the place and world after it. */
export interface AppendResult {
  readonly events: readonly DomainEvent[];
  readonly head: Position;
  readonly world: Whole;
}

/** The parts of an open store that chats are made of. */
export interface Parts {
  readonly connection: Connection;
  readonly log: Log;
  readonly tree: Tree;
  readonly transcript: Transcript;
  readonly arrivals: Arrivals;
  readonly acts: Acts;
  readonly records: Records;
  readonly known: KnownRecords;
  readonly between: Between;
  readonly worlds: Worlds;
  readonly outcomes: Outcomes;
  readonly recallIndex: RecallIndex;
  readonly ids: IdSource;
}

/** An event, all that jobs found about it, and the source of those outcomes that are meant. */
export interface FoundAbout {
  readonly about: DomainEvent;
  readonly outcomes: readonly DomainEvent[];
  readonly source: string;
}

/** Where a store is and what it is handed from outside. */
export interface StoreOptions {
  readonly file: string;
  /** A copy that is read in its place, for it cannot be written. */
  readonly copy?: ReadCopy;
  /** Folder of the generated migrations. */
  readonly migrations: string;
  readonly ids: IdSource;
  readonly snapshots: SnapshotPolicy;
  /** What loads what compares vectors; absent: sqlite-vec, as far as it runs here. */
  readonly loadVectors?: LoadVectors;
  /** Milliseconds to wait for another process that writes; 3000 unless told. */
  readonly busyTimeoutMs?: number;
}
