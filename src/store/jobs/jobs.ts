import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { Leases } from '../terminals/leases.ts';
import { job, jobLease } from './schema-jobs.ts';

/** A job as it stands in the store. */
export type StoredJob = typeof job.$inferSelect;
/**
 * How far a job is. One whose turn has left the line is cancelled, and waits again when the turn comes back; one is covered
 * while a newer one of its owner finds out what it would.
 */
export type JobState = StoredJob['state'];
/** A job that is wanted: what it is about, what it is made from, and from whose view. */
export type WantedJob = Pick<StoredJob, 'chat' | 'kind' | 'about' | 'source' | 'owner' | 'priority'>;

const idOf = ({ chat, kind, about, source, owner }: WantedJob): string =>
  createHash('sha256')
    .update(JSON.stringify([chat, kind, about, source, owner]))
    .digest('hex')
    .slice(0, 16);

/** The bookkeeping of all chats, and which terminal does that of which. */
export class Jobs {
  readonly leases: Leases;
  readonly #db: Connection['db'];
  readonly #log: Log;

  constructor(connection: Connection, log: Log) {
    this.#db = connection.db;
    this.#log = log;
    this.leases = new Leases(connection, jobLease);
  }

  /** Adds a job that waits; the same job is added once, and one about nothing that is in the chat is none. */
  add(wanted: WantedJob, at: string): void {
    const about = this.#log.byId(wanted.chat, wanted.about);
    if (!about) return;
    const place = { branch: about.branch, aboutSeq: about.seq };
    const row = { ...wanted, ...place, id: idOf(wanted), state: 'waiting' as const };
    this.#db
      .insert(job)
      .values({ ...row, addedAt: at, changedAt: at })
      .onConflictDoNothing()
      .run();
  }

  /** Jobs of a chat in any of these states, in the order in which they are run. */
  of(chat: string, states: readonly JobState[]): StoredJob[] {
    return this.#db
      .select()
      .from(job)
      .where(and(eq(job.chat, chat), inArray(job.state, [...states])))
      .orderBy(asc(job.priority), asc(job.aboutSeq), asc(job.id))
      .all();
  }

  /** At most so many jobs in these states about what was written after a place in the log, the newest first. */
  newest(
    chat: string,
    states: readonly JobState[],
    {
      priority,
      after,
      most,
    }: Pick<StoredJob, 'priority'> & { readonly after: number; readonly most: number },
  ): StoredJob[] {
    const isAfter = and(eq(job.priority, priority), gt(job.aboutSeq, after));
    return this.#db
      .select()
      .from(job)
      .where(and(eq(job.chat, chat), inArray(job.state, [...states]), isAfter))
      .orderBy(desc(job.aboutSeq))
      .limit(most)
      .all();
  }

  /** The job of this id. */
  byId(id: string): StoredJob | undefined {
    return this.#db.select().from(job).where(eq(job.id, id)).get();
  }

  /** Notes how far a job is. */
  change(id: string, at: string, to: Partial<Pick<StoredJob, 'state' | 'attempts' | 'yields'>>): void {
    this.#db
      .update(job)
      .set({ ...to, changedAt: at })
      .where(eq(job.id, id))
      .run();
  }
}
