import { createHash } from 'node:crypto';
import type { Connection } from '../database/database.ts';
import { insertInto } from '../database/insert.ts';
import { lazy, limitOf } from '../database/lazy.ts';
import type { Log } from '../log/log.ts';
import { job, jobLease } from '../schema/schema-jobs.ts';
import { Leases } from '../terminals/leases.ts';

/** A job as it stands in the store. */
export type StoredJob = typeof job.$inferSelect;
/**
 * How far a job is. One whose turn has left the line is cancelled, and waits again when the turn comes back; one is covered
 * while a newer one of its owner finds out what it would.
 */
export type JobState = StoredJob['state'];
/** What the questions of jobs have cost: how many a server began with and how many were answered, and tokens. */
export type JobCost = Pick<StoredJob, 'asked' | 'answered' | 'read' | 'written'>;
/** A job that is wanted: what it is about, what it is made from, and from whose view. */
export type NewJob = Pick<StoredJob, 'chat' | 'kind' | 'about' | 'source' | 'owner' | 'priority'>;

const idOf = ({ chat, kind, about, source, owner }: NewJob): string =>
  createHash('sha256')
    .update(JSON.stringify([chat, kind, about, source, owner]))
    .digest('hex')
    .slice(0, 16);

const columns = `id, chat, kind, about, branch, about_seq AS aboutSeq, source, owner, state, priority, attempts, yields,
  asked, answered, read, written,   added_at AS addedAt, changed_at AS changedAt`;

const statements = (connection: Connection) => {
  const { sqlite } = connection;
  const inStates = `SELECT ${columns} FROM job WHERE chat = @chat AND state IN (SELECT value FROM json_each(@states))`;
  return lazy({
    add: () => insertInto(connection, job),
    of: () => sqlite.prepare<[object], StoredJob>(`${inStates} ORDER BY priority, about_seq, id`),
    newest: () =>
      sqlite.prepare<[object], StoredJob>(
        `${inStates} AND priority = @priority AND about_seq > @after ORDER BY about_seq DESC ${limitOf('most')}`,
      ),
    ofIds: () =>
      sqlite.prepare<[string], StoredJob>(
        `SELECT ${columns} FROM job WHERE id IN (SELECT value FROM json_each(?)) ORDER BY priority, about_seq, id`,
      ),
    spentSince: () =>
      sqlite.prepare<[object], StoredJob>(
        `SELECT ${columns} FROM job WHERE chat = @chat AND asked > 0 AND about_seq > @since AND state <> 'cancelled'`,
      ),
    spend: () =>
      sqlite.prepare<[object]>(
        `UPDATE job SET asked = asked + 1, answered = answered + @answered, read = read + @read,
           written = written + @written WHERE id = @id`,
      ),
    change: () =>
      sqlite.prepare<[object]>(
        `UPDATE job SET state = coalesce(@state, state), attempts = coalesce(@attempts, attempts),
           yields = coalesce(@yields, yields), changed_at = @at WHERE id = @id`,
      ),
  });
};

/** The bookkeeping of all chats, and which terminal does that of which. */
export class Jobs {
  readonly leases: Leases;
  readonly #log: Log;
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, log: Log) {
    this.#log = log;
    this.#statements = statements(connection);
    this.leases = new Leases(connection, jobLease);
  }

  /** Adds a job that waits; the same job is added once, and one about nothing that is in the chat is none. */
  add(wanted: NewJob, at: string): void {
    const about = this.#log.byId(wanted.chat, wanted.about);
    if (!about) return;
    const place = { branch: about.branch, aboutSeq: about.seq };
    const cost: JobCost = { asked: 0, answered: 0, read: 0, written: 0 };
    const begun = { ...cost, state: 'waiting', attempts: 0, yields: 0, addedAt: at, changedAt: at };
    this.#statements.add({ ...wanted, ...place, ...begun, id: idOf(wanted) });
  }

  /** Jobs of a chat in any of these states, in the order in which they are run. */
  of(chat: string, states: readonly JobState[]): StoredJob[] {
    return this.#statements.of.all({ chat, states: JSON.stringify(states) });
  }

  /** At most so many jobs in these states about what was written after a place in the log, the newest first. */
  newest(
    chat: string,
    states: readonly JobState[],
    among: Pick<StoredJob, 'priority'> & { readonly after: number; readonly most: number },
  ): StoredJob[] {
    return this.#statements.newest.all({ chat, states: JSON.stringify(states), ...among });
  }

  /** The jobs of these ids, as far as there are such, in the order in which they are run. */
  ofIds(ids: readonly string[]): StoredJob[] {
    return this.#statements.ofIds.all(JSON.stringify(ids));
  }

  /** Notes how far a job is. */
  change(id: string, at: string, to: Partial<Pick<StoredJob, 'state' | 'attempts' | 'yields'>>): void {
    this.#statements.change.run({ state: null, attempts: null, yields: null, ...to, id, at });
  }

  /** Jobs that have asked a model, about what was written behind a place in the log and has not left its line. */
  spentSince(chat: string, since: number): StoredJob[] {
    return this.#statements.spentSince.all({ chat, since });
  }

  /** Notes that a server began with a question of a job, and what it cost. */
  spend(id: string, { isAnswered, ...cost }: { isAnswered: boolean; read: number; written: number }): void {
    this.#statements.spend.run({ ...cost, answered: Number(isAnswered), id });
  }
}
