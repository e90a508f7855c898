import type { DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Moment } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, ChatId } from '../../domain/message.ts';
import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { Store } from '../../store/store.ts';

/** A turn that was just written, in the transaction that wrote it. */
export interface WrittenTurn {
  readonly chat: ChatId;
  readonly events: readonly DomainEvent[];
  /** The place after it, and the chat there. */
  readonly head: Position;
  readonly moment: Moment;
  readonly store: Store;
}

/** What is to be found out because of a turn. */
export interface JobAbout {
  /** The event that it is about: a message, or what was last done to it; of several the last. */
  readonly about: string;
  /** A hash of all that it is made from: the same source is never worked out twice. */
  readonly source: string;
  /** Whose view it is made from; absent = from what all know who perceive what it is about. */
  readonly owner?: CharacterId;
}

/** A job would cost more than may be spent while the play goes on: it waits until the play pauses, or the server has read more. */
export class Later extends Error {}

/** Where a job is done; what it asks a model for goes there behind all else (the priority `job`). `Chat` is the open chat. */
export interface AtWork<Chat = unknown> {
  readonly chat: Chat;
  readonly store: Store;
  /** What it is about stands here: a job reads what was there then, not what came later. */
  readonly place: Position;
  /** Older jobs of its owner that are done with it, oldest first. */
  readonly covered: readonly StoredJob[];
  /** Aborts when somebody waits for something else, or the turn has left the line. */
  readonly signal: AbortSignal;
}

/** A kind of bookkeeping: which jobs a turn causes, and how one is done. */
export interface JobKind<Chat = unknown> {
  readonly kind: string;
  /** The lower, the earlier it is run. */
  readonly priority: number;
  /**
   * Jobs of one owner on one line of play, oldest first, in pieces: the newest of each is done for all of it, and the older ones
   * are not run. Absent: each is done by itself.
   */
  pieces?(jobs: readonly StoredJob[], store: Store): readonly (readonly StoredJob[])[];
  /**
   * Whether it is worth its cost while the play goes on, with the older jobs that are done with it: made out from its owner's view
   * alone. Else it waits until the play pauses. Absent: it is.
   */
  isDue?(job: StoredJob, covered: readonly StoredJob[], chat: Chat): boolean;
  /** Why none is made or run now, to be told once to whoever looks on, or nothing; null while they are. Absent: they are. */
  isOff?(): string | null;
  of(turn: WrittenTurn): readonly JobAbout[];
  /** Whether what it reads is still so at the head: if not, nothing is found. Asked before it is run and when it is kept. Absent: it is. */
  holds?(job: StoredJob, chat: Chat): boolean;
  /**
   * Whether there is more of it to be done. Absent: what is found is kept in the log. Else nothing is, and the job is done in parts,
   * behind others that wait: it waits again while there is more.
   */
  hasMore?(chat: Chat): boolean;
  /**
   * What was found; nothing is a finding, too. Rejects when it could not be done: then there is no outcome; with
   * `Later` it waits. Until it first waits for something it only reads: jobs that begin together read the same state of the store.
   */
  run(job: StoredJob, at: AtWork<Chat>): Promise<readonly NewEvent[]>;
}
