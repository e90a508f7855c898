import type { Lineage, Position } from '../../domain/lineage.ts';
import type { JobState, StoredJob } from '../../store/jobs/jobs.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { JobKind } from './job-kind.ts';

/** So many jobs are looked at for those that others cover, or do no more. */
const mostLookedAt = 500;
const begun: readonly JobState[] = ['running', 'done', 'failed'];

/** The newest of each owner. */
function newestByOwner(jobs: readonly StoredJob[]): Map<string | null, StoredJob> {
  const newest = new Map<string | null, StoredJob>();
  for (const job of jobs) {
    const known = newest.get(job.owner);
    if (!known || known.aboutSeq < job.aboutSeq) newest.set(job.owner, job);
  }
  return newest;
}

/** The jobs of a chat that wait to be run: those whose turns stand on its line, and that no newer one covers. */
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
   * Cancels what is about turns that have left the line, and lets wait again what has come back; of jobs where the newest of an
   * owner covers the older ones, that one alone waits. Whether the turn of such a job stands on the line.
   */
  sortOut(): (job: StoredJob) => boolean {
    const { id, parts } = this.#chat;
    const { head } = parts.store.chats.mark(id);
    const lineage = parts.store.tree.lineage(id, head);
    const stands = ({ branch, aboutSeq }: StoredJob) => lineage.contains({ branch, seq: aboutSeq });
    const all = this.of('waiting', 'cancelled');
    const stateOf = (job: StoredJob): JobState => (stands(job) ? 'waiting' : 'cancelled');
    const changes = new Map(all.map((job) => [job, stateOf(job)]));
    for (const kind of this.#kinds.values()) {
      if (!kind.isCumulative) continue;
      const waiting = all.filter((job) => job.kind === kind.kind && stands(job));
      for (const [job, state] of this.#covering(kind, waiting, { stands, isMoved: !this.#isOn(lineage) }))
        changes.set(job, state);
    }
    this.#seen = head;
    this.#write([...changes].filter(([job, state]) => job.state !== state));
    return stands;
  }

  /** Whether the head has gone on from where it was. */
  #isOn(lineage: Lineage): boolean {
    return this.#seen !== null && lineage.contains(this.#seen);
  }

  /** Which of these wait no longer, and which of those that were covered wait again. */
  #covering(
    { kind, priority }: JobKind,
    waiting: readonly StoredJob[],
    { stands, isMoved }: { readonly stands: (job: StoredJob) => boolean; readonly isMoved: boolean },
  ): [StoredJob, JobState][] {
    const { id, parts } = this.#chat;
    const newest = (states: readonly JobState[], after: number) =>
      parts.store.jobs
        .newest(id, states, { priority, after, most: mostLookedAt })
        .filter((job) => job.kind === kind && stands(job));
    const back = isMoved ? [...newestByOwner(newest(['covered'], 0)).values()] : [];
    const open = [...waiting, ...back];
    if (open.length === 0) return [];
    const oldest = open.reduce((least, { aboutSeq }) => Math.min(least, aboutSeq), Number.MAX_SAFE_INTEGER);
    const covers = newestByOwner([...open, ...newest(begun, oldest)]);
    return open.map((job) => [job, covers.get(job.owner) === job ? 'waiting' : 'covered']);
  }

  #write(changes: readonly (readonly [StoredJob, JobState])[]): void {
    const { store, now } = this.#chat.parts;
    if (changes.length === 0) return;
    store.ifWritableUnsynced(() => {
      for (const [job, state] of changes) store.jobs.change(job.id, now(), { state });
    });
  }
}
