import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { StoredJob } from '../../store/jobs/jobs.ts';
import { type JobKind, Later } from '../chat/job-kind.ts';
import type { PlayParts } from '../chat/parts.ts';
import { causeFurther } from '../chat/write-turn.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { mostTries } from './job-queue.ts';

const tryAgainMs = 250;

/** Resolves a moment later, or as soon as the signal aborts. */
export function pause({ after }: PlayParts, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(tryAgainMs, () => end());
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    signal?.addEventListener('abort', end);
  });
}

/** What was found by a job, and who waits until it is kept. */
interface Kept {
  readonly job: StoredJob;
  readonly facts: readonly NewEvent[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** What a worker asks and tells of the jobs around it. */
interface Beside {
  /** The older jobs that are done with one. */
  readonly coveredBy: (job: StoredJob) => readonly StoredJob[];
  /** Hears, inside the transaction, of jobs whose outcomes are written. */
  readonly done: (jobs: readonly StoredJob[]) => void;
  /** Hears of one that waits again, for it would cost too much now. */
  readonly postponed: (job: StoredJob) => void;
}

const nothing: NewEvent = { kind: 'judged', payload: { answer: '' } };

/** Does single jobs: finds out what is wanted, and keeps it; what is found at the same time is written together. */
export class JobWorker {
  readonly #chat: OpenChat;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #done: Beside['done'];
  readonly #coveredBy: Beside['coveredBy'];
  readonly #postponed: Beside['postponed'];
  #found: Kept[] = [];
  #isClosed = false;

  constructor(chat: OpenChat, kinds: ReadonlyMap<string, JobKind>, { coveredBy, done, postponed }: Beside) {
    this.#coveredBy = coveredBy;
    this.#chat = chat;
    this.#kinds = kinds;
    this.#done = done;
    this.#postponed = postponed;
  }

  /** Notes, inside the caller's transaction, that those of these that still wait are begun. Returns them as they were before. */
  begin(jobs: readonly StoredJob[]): StoredJob[] {
    const { store, now } = this.#chat.parts;
    const waiting = this.#now(jobs, 'waiting');
    for (const { id, attempts } of waiting)
      if (attempts < mostTries) store.jobs.change(id, now(), { state: 'running', attempts: attempts + 1 });
    return waiting;
  }

  /** Those of these that are so now. */
  #now(jobs: readonly StoredJob[], state: StoredJob['state']): StoredJob[] {
    return this.#chat.parts.store.jobs.ofIds(jobs.map(({ id }) => id)).filter((job) => job.state === state);
  }

  /** Notes that those of these that run were told to end. */
  leave(jobs: readonly StoredJob[], state: 'waiting' | 'cancelled', isYield: boolean): void {
    const { store, now } = this.#chat.parts;
    if (this.#isClosed) return;
    store.ifWritableUnsynced(() => {
      const running = new Set(this.#now(jobs, 'running').map(({ id }) => id));
      for (const { id, attempts, yields } of jobs)
        if (running.has(id))
          store.jobs.change(id, now(), { state, attempts, yields: yields + Number(isYield) });
    });
  }

  /**
   * Does a job to its end. One that fails leaves no outcome; what one found that was told to end is kept all the same, for its
   * turn may come back.
   */
  async work(job: StoredJob, signal: AbortSignal): Promise<void> {
    try {
      const hasMore = this.#kinds.get(job.kind)?.hasMore;
      const found = await this.#find(job, signal);
      await (hasMore ? this.#endPart(job, hasMore(job, this.#chat)) : this.#keep(job, found));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Later) this.#postpone(job);
      else this.#fail(job);
    }
  }

  /** What is known from the same source, else what is found now. */
  async #find(job: StoredJob, signal: AbortSignal): Promise<readonly NewEvent[]> {
    const { store } = this.#chat.parts;
    const { chat, kind, about, source, branch, aboutSeq } = job;
    const known = store.outcomes.from(chat, { job: kind, about, source });
    if (known.length > 0) return known.map(({ kind, payload }) => ({ kind, payload }) as NewEvent);
    if (job.attempts >= mostTries)
      throw new SottoError(
        'failed',
        'job_given_up',
        `${kind} was started ${mostTries} times and never finished`,
      );
    const covered = this.#coveredBy(job);
    const at = { chat: this.#chat, store, place: { branch, seq: aboutSeq }, covered, signal };
    return this.#holds(job) ? ((await this.#kinds.get(kind)?.run(job, at)) ?? []) : [];
  }

  #holds(job: StoredJob): boolean {
    return this.#kinds.get(job.kind)?.holds?.(job, this.#chat) ?? true;
  }

  /** Resolves once it is noted that a part of a job is done: it waits again while there is more, else it is done. */
  async #endPart(job: StoredJob, hasMore: boolean): Promise<void> {
    const { parts } = this.#chat;
    const { store, now } = parts;
    const { id, attempts } = job;
    const note = () =>
      store.atomically(() => {
        if (this.#now([job], 'running').length > 0)
          store.jobs.change(id, now(), hasMore ? { state: 'waiting', attempts } : { state: 'done' });
        this.#done([job]);
      });
    while (!this.#isClosed && !store.attempt(note)) await pause(parts);
  }

  /** Resolves once an outcome is written, that nothing was found, too. */
  #keep(job: StoredJob, facts: readonly NewEvent[]): Promise<void> {
    return new Promise((done, failed) => {
      this.#found.push({ job, facts, done, failed });
      if (this.#found.length === 1) setImmediate(() => void this.#write());
    });
  }

  /** Writes what was found meanwhile in one go; as soon as no other program holds the store. */
  async #write(): Promise<void> {
    const found = this.#found;
    this.#found = [];
    try {
      await this.#conclude(found);
      for (const { done } of found) done();
    } catch (error) {
      if (found.length === 1) return found[0]?.failed(error);
      for (const one of found) await this.#conclude([one]).then(one.done, one.failed);
    }
  }

  async #conclude(found: readonly Kept[]): Promise<void> {
    const { parts, id } = this.#chat;
    const { store, now } = parts;
    const outcomeOf = ({ job, facts }: Kept) => {
      const { kind, about, source } = job;
      const isKept = facts.length > 0 && this.#holds(job);
      return { job: kind, about, source, facts: isKept ? facts : [nothing] };
    };
    const keep = () =>
      store.atomically(() => {
        const written = store.chats.conclude(id, { actor: 'model', at: now() }, ...found.map(outcomeOf));
        causeFurther(parts, id, written);
        for (const { job } of found) store.jobs.change(job.id, now(), { state: 'done' });
        this.#done(found.map(({ job }) => job));
      });
    while (!this.#isClosed && !store.attemptUnsynced(keep)) await pause(parts);
    if (!this.#isClosed) this.#chat.takeOutcomes();
  }

  #postpone(job: StoredJob): void {
    this.leave([job], 'waiting', false);
    this.#postponed(job);
  }

  #fail({ id }: StoredJob): void {
    const { store, now } = this.#chat.parts;
    if (!this.#isClosed) store.ifWritable(() => store.jobs.change(id, now(), { state: 'failed' }));
  }

  /** From now on nothing is written. */
  close(): void {
    this.#isClosed = true;
  }
}
