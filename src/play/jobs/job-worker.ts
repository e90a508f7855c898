import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { StoredJob } from '../../store/jobs/jobs.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { PlayParts } from '../chat/parts.ts';
import type { JobKind } from './job-kind.ts';

const tryAgainMs = 250;
/** So often a job is begun that ends with its process before it is left alone. */
const mostTries = 3;

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

/** Does single jobs: finds out what is wanted, and keeps it. */
export class JobWorker {
  readonly #chat: OpenChat;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  #isClosed = false;

  constructor(chat: OpenChat, kinds: ReadonlyMap<string, JobKind>) {
    this.#chat = chat;
    this.#kinds = kinds;
  }

  /**
   * Does a job to its end. One that fails leaves no outcome; what one found that was told to end is kept all the same, for its
   * turn may come back.
   */
  async work(job: StoredJob, signal: AbortSignal): Promise<void> {
    try {
      await this.#keep(job, await this.#found(job, signal));
    } catch {
      if (!signal.aborted) this.change(job, { state: 'failed' });
    }
  }

  /** What is known from the same source, else what is found now. */
  async #found(job: StoredJob, signal: AbortSignal): Promise<readonly NewEvent[]> {
    const { store } = this.#chat.parts;
    const { chat, kind, about, source, branch, aboutSeq } = job;
    const known = store.outcomes.from(chat, { job: kind, about, source });
    if (known.length > 0) return known.map(({ kind, payload }) => ({ kind, payload }) as NewEvent);
    if (job.attempts >= mostTries)
      throw new SottoError('failed', 'job_given_up', `${kind} was begun ${mostTries} times and never ended`);
    this.change(job, { state: 'running', attempts: job.attempts + 1 });
    const place = { branch, seq: aboutSeq };
    return (await this.#kinds.get(kind)?.run(job, { store, place, signal })) ?? [];
  }

  /** Writes an outcome, that nothing was found, too; as soon as no other program holds the store. */
  async #keep(job: StoredJob, facts: readonly NewEvent[]): Promise<void> {
    const { parts } = this.#chat;
    const { store, now } = parts;
    const { id, chat, kind, about, source } = job;
    const nothing: NewEvent = { kind: 'judged', payload: { answer: '' } };
    const found = { job: kind, about, source, facts: facts.length > 0 ? facts : [nothing] };
    const keep = () =>
      store.atomically(() => {
        store.chats.conclude(chat, { actor: 'model', at: now() }, found);
        store.jobs.change(id, now(), { state: 'done' });
      });
    while (!this.#isClosed && !store.attempt(keep)) await pause(parts);
    if (!this.#isClosed) this.#chat.takeOutcomes();
  }

  /** Notes how far a job is, where the store can be written now. */
  change({ id }: StoredJob, to: Partial<Pick<StoredJob, 'state' | 'attempts' | 'yields'>>): void {
    const { store, now } = this.#chat.parts;
    if (!this.#isClosed) store.ifWritable(() => store.jobs.change(id, now(), to));
  }

  /** From now on nothing is written. */
  close(): void {
    this.#isClosed = true;
  }
}
