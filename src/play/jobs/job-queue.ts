import type { Lineage, Position } from '../../domain/lineage.ts';
import type { JobState, StoredJob } from '../../store/jobs/jobs.ts';
import type { JobKind } from '../chat/job-kind.ts';
import type { OpenChat } from '../open/open-chat.ts';

/** So many jobs are looked at first for where those that wait begin, then each time so many times as many, and no more than so many. */
const lookedAt = { first: 64, times: 8, most: 4096 } as const;

/** The jobs of each owner, oldest first. */
function byOwner(jobs: readonly StoredJob[]): StoredJob[][] {
  const owners = new Map<string | null, StoredJob[]>();
  for (const job of [...jobs].sort((a, b) => a.aboutSeq - b.aboutSeq))
    owners.set(job.owner, [...(owners.get(job.owner) ?? []), job]);
  return [...owners.values()];
}

/** So often a job is begun before it is left alone. */
export const mostTries = 3;

const states: readonly JobState[] = ['waiting', 'covered', 'running', 'done', 'failed', 'cancelled'];
const isOpen = ({ state, attempts }: StoredJob): boolean =>
  state === 'failed' ? attempts < mostTries : state !== 'running' && state !== 'done';

/** Those of an owner's jobs behind the last that has begun. */
const notBegun = (jobs: readonly StoredJob[]): StoredJob[] =>
  jobs.slice(jobs.findLastIndex((job) => !isOpen(job)) + 1);

/** The jobs of a chat that wait to be run: those whose turns stand on its line, and that are done with no newer one. */
export class JobQueue {
  readonly #chat: OpenChat;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  /** Where the head was when it was looked last. */
  #seen: Position | null = null;

  constructor(chat: OpenChat, kinds: ReadonlyMap<string, JobKind>) {
    this.#chat = chat;
    this.#kinds = kinds;
  }

  /** Jobs of the kinds that are run now, in the order in which they are. */
  of(...states: readonly JobState[]): StoredJob[] {
    const isRun = (kind?: JobKind) => kind !== undefined && (kind.isOff?.() ?? null) === null;
    const { id, parts } = this.#chat;
    return parts.store.jobs.of(id, states).filter(({ kind }) => isRun(this.#kinds.get(kind)));
  }

  /**
   * Cancels what is about turns that have left the line, and lets wait again what has come back; of jobs that are done in pieces
   * the newest of each piece alone waits. Whether the turn of a job stands on the line.
   */
  sortOut(): (job: StoredJob) => boolean {
    const { id, parts } = this.#chat;
    const { head } = parts.store.chats.mark(id);
    const lineage = parts.store.tree.lineage(id, head);
    const stands = ({ branch, aboutSeq }: StoredJob) => lineage.contains({ branch, seq: aboutSeq });
    const stateOf = (job: StoredJob): JobState => (stands(job) ? 'waiting' : 'cancelled');
    const all = this.of('waiting', 'cancelled').map((job) => ({ job, state: stateOf(job) }));
    const changes = new Map(all.map((one) => [one.job.id, one]));
    for (const kind of this.#kinds.values()) {
      if (!kind.pieces) continue;
      const waits = all.some(({ job, state }) => job.kind === kind.kind && state === 'waiting');
      if (!waits && this.#isOn(lineage)) continue;
      for (const jobs of byOwner(this.#newest(kind, stands)))
        for (const piece of kind.pieces(notBegun(jobs), parts.store))
          for (const job of piece)
            changes.set(job.id, { job, state: job === piece.at(-1) ? 'waiting' : 'covered' });
    }
    this.#seen = head;
    this.#write([...changes.values()].filter(({ job, state }) => job.state !== state));
    return stands;
  }

  /** Whether the head has gone on from where it was. */
  #isOn(lineage: Lineage): boolean {
    return this.#seen !== null && lineage.contains(this.#seen);
  }

  /** The newest jobs of a kind that stand, back to where for each owner one has begun. */
  #newest({ kind, priority }: JobKind, stands: (job: StoredJob) => boolean): StoredJob[] {
    const { id, parts } = this.#chat;
    for (let most: number = lookedAt.first; ; most *= lookedAt.times) {
      const rows = parts.store.jobs.newest(id, states, { priority, after: 0, most });
      const jobs = rows.filter((job) => job.kind === kind && stands(job));
      const isWhole = jobs.length > 0 && byOwner(jobs).every((own) => own.some((job) => !isOpen(job)));
      if (isWhole || rows.length < most || most >= lookedAt.most) return jobs;
    }
  }

  /** The jobs that are done with one, oldest first. */
  coveredBy(job: StoredJob): StoredJob[] {
    const kind = this.#kinds.get(job.kind);
    if (!kind?.pieces) return [];
    const { id, parts } = this.#chat;
    const lineage = parts.store.tree.lineage(id, { branch: job.branch, seq: job.aboutSeq });
    const isEarlier = (one: StoredJob) =>
      one.owner === job.owner &&
      one.id !== job.id &&
      lineage.contains({ branch: one.branch, seq: one.aboutSeq });
    const [before = []] = byOwner(this.#newest(kind, isEarlier));
    return before.slice(before.findLastIndex(({ state }) => state !== 'covered') + 1);
  }

  /** Lets those wait again that failed: all of them, or those that have tries left; what is done in parts goes on by itself. */
  tryAgain(isAll: boolean): void {
    const { store, now } = this.#chat.parts;
    const isMeant = ({ kind, attempts }: StoredJob) =>
      !this.#kinds.get(kind)?.hasMore && (isAll || attempts < mostTries);
    const failed = this.of('failed').filter(isMeant);
    if (failed.length === 0) return;
    store.ifWritableUnsynced(() => {
      for (const { id, attempts } of failed)
        store.jobs.change(id, now(), { state: 'waiting', attempts: isAll ? 0 : attempts });
    });
  }

  /** Lets what is done in parts wait, where there is more of it though no turn has caused that; what failed only with `isAll`. */
  goOn(isAll: boolean): void {
    const { parts, id: chat } = this.#chat;
    const { store, now } = parts;
    const [last] = this.#chat.view().last(1);
    const left = isAll ? [] : (['failed'] as const);
    const waiting = new Set(this.of('waiting', 'running', ...left).map(({ kind }) => kind));
    const more = [...this.#kinds.values()].filter(
      ({ kind, isOff, hasMore }) =>
        !waiting.has(kind) && (isOff?.() ?? null) === null && hasMore?.(this.#chat) === true,
    );
    if (!last || more.length === 0) return;
    store.ifWritableUnsynced(() => {
      for (const { kind, priority } of more) {
        store.jobs.add({ chat, kind, priority, about: last.id, source: last.id, owner: null }, now());
        const added = store.jobs
          .of(chat, ['done', 'failed', 'cancelled'])
          .find((job) => job.kind === kind && job.about === last.id);
        if (added) store.jobs.change(added.id, now(), { state: 'waiting' });
      }
    });
  }

  #write(changes: readonly { readonly job: StoredJob; readonly state: JobState }[]): void {
    const { store, now } = this.#chat.parts;
    if (changes.length === 0) return;
    store.ifWritableUnsynced(() => {
      for (const { job, state } of changes) store.jobs.change(job.id, now(), { state });
    });
  }
}
