import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { Bookkeeping, Work } from '../chat/bookkeeping.ts';
import type { JobKind } from '../chat/job-kind.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { JobLease } from './job-lease.ts';
import { JobQueue } from './job-queue.ts';
import { JobWorker, pause } from './job-worker.ts';
import { Lull } from './lull.ts';

const lookAgainMs = 1000;

/** Jobs about one thing that are under way here, and how to end them: what they are then. */
interface Running {
  readonly jobs: readonly StoredJob[];
  readonly end: (state: 'waiting' | 'cancelled', isYield?: boolean) => void;
  /** Lets those wait again whose questions wait for a place at the server. */
  readonly endUnsent: () => void;
  readonly heard: (job: string, isSent: boolean) => void;
  readonly inTurn: Work['inTurn'];
  readonly over: Promise<void>;
}

const whose = ({ kind, owner }: StoredJob): string => `${kind} ${owner}`;

/** Lets what is asked wait for what was asked before, however that ends. */
function inTurn(): Work['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (ask) => {
    const asked = last.then(ask);
    last = asked.catch(() => {});
    return asked;
  };
}

/** Behind which place in the log the newest of each owner's jobs of a kind is about. */
function newestOf(jobs: readonly StoredJob[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const job of jobs) newest.set(whose(job), Math.max(job.aboutSeq, newest.get(whose(job)) ?? 0));
  return newest;
}

/**
 * Runs the jobs of a chat, one after the other, those of several owners about one thing side by side: in the pauses of a
 * screen, or all of them for whoever waits for that.
 */
export class JobRunner implements Bookkeeping {
  readonly #chat: OpenChat;
  readonly #lease: JobLease;
  readonly #queue: JobQueue;
  readonly #worker: JobWorker;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #lull: Lull;
  readonly #inParts: ReadonlySet<string>;
  /** Jobs that were told to end and have not yet: they are not begun again here. */
  readonly #ending = new Set<string>();
  /** Whose jobs of which kind would cost too much before the play pauses, or the server has read more. */
  readonly #postponed = new Set<string>();
  #running: Running | null = null;
  #holds = 0;
  #settling: AbortController | null = null;
  #cancelLook: (() => void) | null = null;
  /** Whether what was given up has been tried again here: once is enough for one process. */
  #hasTriedAll = false;
  #isClosed = false;

  constructor(chat: OpenChat) {
    const kinds = new Map((chat.parts.jobs ?? []).map((kind) => [kind.kind, kind]));
    this.#chat = chat;
    this.#inParts = new Set([...kinds.values()].flatMap(({ kind, hasMore }) => (hasMore ? [kind] : [])));
    this.#kinds = kinds;
    this.#lull = new Lull(chat);
    this.#lease = new JobLease(chat.parts, chat.id);
    this.#queue = new JobQueue(chat, kinds);
    this.#worker = new JobWorker(chat, kinds, {
      coveredBy: (job) => this.#queue.coveredBy(job),
      done: (jobs) => this.#leaveAfter(jobs),
      postponed: (job) => this.#postponed.add(whose(job)),
    });
  }

  hold(): () => void {
    this.#lull.end();
    if (this.#chat.parts.asksApart?.()) return () => this.look();
    this.#holds += 1;
    this.#running?.end('waiting', true);
    return () => {
      this.#holds -= 1;
      this.#postponed.clear();
      this.#lull.end();
      this.look();
    };
  }

  look(): void {
    const { session, parts, id } = this.#chat;
    const { mirror, readAhead } = session;
    if (this.#isClosed || !mirror || !parts.store.chats.has(id)) return;
    this.#cancelLook?.();
    this.#cancelLook = null;
    this.#tellWhatIsOff();
    this.#sortOut();
    this.#lull.look();
    if (this.#settling) return;
    if (this.#lull.isTyping) this.#running?.endUnsent();
    if (this.#running) return;
    const waiting = this.#waiting();
    const newest = newestOf(waiting);
    const next = this.#together(waiting.filter((job) => this.#mayRun(job, newest)));
    const begun = next.length > 0 ? this.#take(next) : null;
    if (begun) return void this.#run(begun).then(() => this.look());
    if (!this.#isHeld) readAhead?.rest();
    if (waiting.length > 0) this.#cancelLook = this.#chat.parts.after(lookAgainMs, () => this.look());
  }

  #tellWhatIsOff(): void {
    for (const { isOff } of this.#chat.parts.jobs ?? []) {
      const why = isOff?.() ?? '';
      if (why !== '') this.#chat.tellOnce(why);
    }
  }

  get #isHeld(): boolean {
    if (this.#chat.parts.asksApart?.()) return false;
    return this.#holds > 0 || (this.#chat.session.mirror?.writing ?? null) !== null;
  }

  /**
   * Nothing begins while somebody types; what is not worth its cost yet waits until the play pauses, or until its piece is full and
   * its owner's next has begun: later it would cost more, and what is newer would be found first.
   */
  #mayRun(job: StoredJob, newest: ReadonlyMap<string, number>): boolean {
    if (this.#isHeld || this.#lull.isTyping) return false;
    if (this.#lull.isOn) return true;
    if (this.#postponed.has(whose(job))) return false;
    const { isDue, pieces } = this.#kinds.get(job.kind) ?? {};
    const isBehind = (newest.get(whose(job)) ?? 0) > job.aboutSeq;
    return (
      (pieces !== undefined && isBehind) || (isDue?.(job, this.#queue.coveredBy(job), this.#chat) ?? true)
    );
  }

  work(job: string): Work | undefined {
    const running = this.#running;
    if (!running?.jobs.some(({ id }) => id === job)) return undefined;
    return {
      isQuiet: () => this.#settling !== null || this.#lull.isOn,
      mayBegin: () => this.#settling !== null || !this.#lull.isTyping,
      inTurn: running.inTurn,
      sent: (isSent) => running.heard(job, isSent),
    };
  }

  #waiting(): StoredJob[] {
    return this.#queue.of('waiting', 'running').filter(({ id }) => !this.#ending.has(id));
  }

  /** The first, and those of its kind about the same. */
  #together([first, ...others]: readonly StoredJob[]): StoredJob[] {
    if (!first) return [];
    return [first, ...others.filter(({ kind, about }) => kind === first.kind && about === first.about)];
  }

  /** Takes the right to run these and begins those that still wait; null where it cannot be taken now. */
  #take(jobs: readonly StoredJob[]): readonly StoredJob[] | null {
    let begun: readonly StoredJob[] = [];
    const isTaken = this.#lease.take(() => {
      begun = this.#worker.begin(jobs);
    });
    return isTaken ? begun : null;
  }

  /** With the last of what runs its right to run is given back, in the same transaction. */
  #leaveAfter(done: readonly StoredJob[]): void {
    const ended = new Set(done.map(({ id }) => id));
    const isOver = ({ id }: StoredJob) => ended.has(id) || !this.#ending.has(id);
    if (this.#running?.jobs.every(isOver)) this.#lease.leave();
  }

  #sortOut(): void {
    const stands = this.#queue.sortOut();
    const [job] = this.#running?.jobs ?? [];
    if (job && !stands(job)) this.#running?.end('cancelled');
  }

  async *settle(since = 0): AsyncGenerator<StoredJob> {
    this.#settling ??= new AbortController();
    const settling = this.#settling;
    const { jobs } = this.#chat.parts.store;
    const inPart = new Set<string>();
    if (since === 0) {
      this.#queue.tryAgain(!this.#hasTriedAll);
      this.#queue.goOn(!this.#hasTriedAll);
    }
    this.#hasTriedAll ||= since === 0;
    const isMeant = ({ id, aboutSeq }: StoredJob) => aboutSeq > since && (since === 0 || !inPart.has(id));
    try {
      while (!settling.signal.aborted && !this.#isClosed) {
        await this.#running?.over;
        this.#sortOut();
        const left = this.#queue.of('waiting', 'running').filter(isMeant);
        if (left.length === 0) return;
        const next = this.#together(left.filter(({ id }) => !this.#ending.has(id)));
        const isFree = next.length > 0 && !this.#isHeld && !this.#running;
        const begun = isFree ? this.#take(next) : null;
        if (begun) {
          await this.#run(begun);
          for (const { id, kind } of begun) if (this.#inParts.has(kind)) inPart.add(id);
          const ended = jobs.ofIds(begun.map(({ id }) => id));
          yield* ended.filter(({ state }) => state === 'done' || state === 'failed');
        } else await pause(this.#chat.parts, settling.signal);
      }
    } finally {
      if (this.#settling === settling) this.#settling = null;
      this.look();
    }
  }

  /** Runs jobs under the lease until they are over or ended; what arrives of them later is kept as well. */
  async #run(jobs: readonly StoredJob[]): Promise<void> {
    const abort = new AbortController();
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const end: Running['end'] = (state, isYield = false) => {
      if (abort.signal.aborted) return;
      abort.abort();
      this.#worker.leave(jobs, state, isYield);
      isOver();
    };
    const unsent = new Map<StoredJob, AbortController>();
    const heard: Running['heard'] = (id, isSent) => {
      const job = jobs.find((one) => one.id === id);
      if (job && isSent) unsent.delete(job);
      else if (job) unsent.set(job, own.get(job) ?? abort);
    };
    const endUnsent = () => {
      for (const one of unsent.values()) one.abort();
      this.#worker.leave([...unsent.keys()], 'waiting', true);
      unsent.clear();
    };
    const own = new Map(jobs.map((job) => [job, new AbortController()]));
    this.#running = { jobs, end, endUnsent, heard, inTurn: inTurn(), over };
    for (const { id } of jobs) this.#ending.add(id);
    const begin = async (job: StoredJob) => {
      const signals = [abort, own.get(job) ?? abort].map(({ signal }) => signal);
      await this.#worker.work(job, AbortSignal.any(signals));
      this.#ending.delete(job.id);
    };
    const work = this.#chat.parts.store.reading(() => jobs.map(begin));
    void Promise.all(work).finally(() => {
      isOver();
      if (abort.signal.aborted) this.look();
    });
    await over;
    const ended = this.#chat.parts.store.jobs.ofIds(jobs.map(({ id }) => id));
    if (ended.some(({ state }) => state === 'done') && this.#settling === null) this.#queue.tryAgain(false);
    this.#running = null;
    this.#lease.release();
    this.#chat.session.readAhead?.overtaken(ended.reduce((sum, { read }) => sum + read, 0));
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
