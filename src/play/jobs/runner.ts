import type { JobState, StoredJob } from '../../store/jobs/jobs.ts';
import type { Bookkeeping } from '../chat/bookkeeping.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { JobKind } from './job-kind.ts';
import { JobLease } from './job-lease.ts';
import { JobWorker, pause } from './job-worker.ts';

const lookAgainMs = 1000;
/** Who gave way so often waits until nobody is typing either. */
const patientAfter = 2;

/** A job under way here, and how to end it: what it is then. */
interface Running {
  readonly job: StoredJob;
  readonly end: (state: 'waiting' | 'cancelled', isYield?: boolean) => void;
  readonly over: Promise<void>;
}

/** Runs the jobs of a chat, one after the other: in the pauses of a screen, or all of them for whoever waits for that. */
export class JobRunner implements Bookkeeping {
  readonly #chat: OpenChat;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #lease: JobLease;
  readonly #worker: JobWorker;
  /** Jobs that were told to end and have not yet: they are not begun again here. */
  readonly #ending = new Set<string>();
  #running: Running | null = null;
  #holds = 0;
  #settling: AbortController | null = null;
  #cancelLook: (() => void) | null = null;
  #isClosed = false;

  constructor(chat: OpenChat) {
    this.#chat = chat;
    this.#kinds = new Map((chat.parts.jobs ?? []).map((kind) => [kind.kind, kind]));
    this.#lease = new JobLease(chat.parts, chat.id);
    this.#worker = new JobWorker(chat, this.#kinds);
  }

  hold(): () => void {
    this.#holds += 1;
    this.#running?.end('waiting', true);
    return () => {
      this.#holds -= 1;
      this.look();
    };
  }

  look(): void {
    const { mirror } = this.#chat.session;
    if (this.#isClosed || !mirror || this.#kinds.size === 0) return;
    this.#cancelLook?.();
    this.#cancelLook = null;
    this.#sortOut();
    if (this.#running || this.#settling) return;
    const waiting = this.#waiting();
    const next = waiting.find((job) => this.#mayRun(job));
    if (next && this.#lease.take()) void this.#run(next).then(() => this.look());
    else if (waiting.length > 0) this.#cancelLook = this.#chat.parts.after(lookAgainMs, () => this.look());
  }

  get #isHeld(): boolean {
    return this.#holds > 0 || (this.#chat.session.mirror?.writing ?? null) !== null;
  }

  #mayRun({ yields }: StoredJob): boolean {
    const { draft, mirror } = this.#chat.session;
    const isQuiet = draft === '' && (mirror?.typing.length ?? 0) === 0;
    return !this.#isHeld && (yields < patientAfter || isQuiet);
  }

  #of(...states: readonly JobState[]): StoredJob[] {
    const { store } = this.#chat.parts;
    return store.jobs.of(this.#chat.id, states).filter(({ kind }) => this.#kinds.has(kind));
  }

  #waiting(): StoredJob[] {
    return this.#of('waiting', 'running').filter(({ id }) => !this.#ending.has(id));
  }

  /** Cancels what is about turns that have left the line, and lets wait again what has come back. */
  #sortOut(): void {
    const { id, parts } = this.#chat;
    const { store, now } = parts;
    const lineage = store.tree.lineage(id, store.chats.mark(id).head);
    const stands = ({ branch, aboutSeq }: StoredJob) => lineage.contains({ branch, seq: aboutSeq });
    const moved = this.#of('waiting', 'cancelled').filter(
      (job) => stands(job) === (job.state === 'cancelled'),
    );
    if (moved.length > 0)
      store.ifWritable(() => {
        for (const job of moved)
          store.jobs.change(job.id, now(), { state: stands(job) ? 'waiting' : 'cancelled' });
      });
    if (this.#running && !stands(this.#running.job)) this.#running.end('cancelled');
  }

  async *settle(since = 0): AsyncGenerator<StoredJob> {
    this.#settling ??= new AbortController();
    const settling = this.#settling;
    try {
      while (!settling.signal.aborted && !this.#isClosed) {
        await this.#running?.over;
        this.#sortOut();
        const left = this.#of('waiting', 'running').filter(({ aboutSeq }) => aboutSeq > since);
        if (left.length === 0) return;
        const next = left.find(({ id }) => !this.#ending.has(id));
        if (next && !this.#isHeld && !this.#running && this.#lease.take()) {
          await this.#run(next);
          const ended = this.#chat.parts.store.jobs.byId(next.id);
          if (ended?.state === 'done' || ended?.state === 'failed') yield ended;
        } else await pause(this.#chat.parts, settling.signal);
      }
    } finally {
      if (this.#settling === settling) this.#settling = null;
      this.look();
    }
  }

  /** Runs a job under the lease until it is over or ended; what arrives of it later is kept as well. */
  async #run({ id }: StoredJob): Promise<void> {
    const { jobs } = this.#chat.parts.store;
    const job = jobs.byId(id);
    if (job?.state !== 'waiting') return this.#lease.release();
    const abort = new AbortController();
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const end: Running['end'] = (state, isYield = false) => {
      if (abort.signal.aborted) return;
      abort.abort();
      if (jobs.byId(job.id)?.state === 'running')
        this.#worker.change(job, { state, attempts: job.attempts, yields: job.yields + Number(isYield) });
      isOver();
    };
    this.#running = { job, end, over };
    this.#ending.add(job.id);
    void this.#worker.work(job, abort.signal).finally(() => {
      this.#ending.delete(job.id);
      isOver();
      if (abort.signal.aborted) this.look();
    });
    await over;
    this.#running = null;
    this.#lease.release();
  }

  stop(): void {
    if (!this.#settling) return;
    this.#settling.abort();
    this.#running?.end('waiting');
  }

  async close(): Promise<void> {
    this.stop();
    this.#cancelLook?.();
    const running = this.#running;
    running?.end('waiting');
    this.#isClosed = true;
    this.#worker.close();
    await running?.over;
  }
}
