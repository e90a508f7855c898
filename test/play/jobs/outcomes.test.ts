import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DomainEvent, NewEvent } from '../../../src/domain/events/events.ts';
import { upcast } from '../../../src/domain/events/upcast.ts';
import type { Position } from '../../../src/domain/lineage.ts';
import { evolve } from '../../../src/domain/world/evolve.ts';
import { initialWorld, opened, type World } from '../../../src/domain/world/world.ts';
import { writeTurn } from '../../../src/play/chat/write-turn.ts';
import { failuresSeen, retry } from '../../../src/play/director/failures.ts';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { stateHash, worldHash } from '../../../src/store/chats/verify.ts';
import type { StoredJob } from '../../../src/store/jobs/jobs.ts';
import type { Store } from '../../../src/store/store.ts';
import { holdsOften, patience } from '../../cases.ts';
import { anything, type Command, carryOut, talk } from '../../commands.ts';
import { freshFolder, openStore, Scene } from '../../histories.ts';
import { type Asked, bookkeeper } from './bookkeeper.ts';

/**
 * What happens to the jobs: one is begun in a process, its answer comes, or never will, or its model fails, what failed is put
 * back by hand, nobody waits any longer, its process is taken for dead, or is killed.
 */
const fates = ['begin', 'arrive', 'forget', 'fail', 'retry', 'stop', 'stall', 'kill'] as const;
type Fate = { readonly type: (typeof fates)[number]; readonly who: 0 | 1 };

const fate: fc.Arbitrary<Fate> = fc.record({
  type: fc.constantFrom<Fate['type'][]>('begin', 'begin', 'begin', 'arrive', 'arrive', ...fates),
  who: fc.constantFrom(0, 1 as const),
});

/** How often an answer came when the play had gone on, never, or when it was known; a job was begun by a second process, failed, or was killed. */
type Tally = Record<'late' | 'never' | 'twice' | 'elsewhere' | 'failed' | 'killed', number>;

/** What all processes of a chat share: what was ever asked, how far the history is, and what was seen so far. */
interface Witness {
  readonly tally: Tally;
  readonly everAsked: string[];
  /** Who asked last for a job. */
  readonly askers: Map<string, Terminal>;
  step: number;
}
const histories = fc.array(
  fc.oneof<fc.WeightedArbitrary<Command | Fate>[]>(
    { arbitrary: talk, weight: 3 },
    { arbitrary: anything, weight: 4 },
    { arbitrary: fate, weight: 5 },
  ),
  { minLength: 12, maxLength: 36, size: 'max' },
);

const often = { everyEvents: 3, everyMinutes: 30, keep: 2, preRewindDays: 14 };
const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
const aMoment = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A chat whose turns cause jobs, whoever writes them. */
class Booked extends Scene {
  override given(fact: NewEvent, actor: 'human' | 'model' = 'human'): string {
    this.at += 60_000;
    const how = { actor, at: this.parts.now() };
    return writeTurn(this.parts, this.id, how, () => [fact]).events[0]?.id ?? '';
  }
}

/** A process that has the chat open, as far as the store can tell, and the questions that its jobs asked. */
class Terminal {
  readonly #scene: Booked;
  readonly #store: Store;
  readonly #play: Play;
  readonly #asked: Asked[];
  readonly #witness: Witness;
  /** The jobs that asked, in the order of what was asked, and when they did. */
  readonly #begun: { readonly job: StoredJob; readonly step: number }[] = [];
  #isForgetful = false;
  #settling: Promise<void> | null = null;
  #isKilled = false;

  constructor(scene: Booked, witness: Witness) {
    this.#scene = scene;
    this.#witness = witness;
    this.#store = openStore(dirname(scene.store.file), { snapshots: often });
    const { kind, asked } = bookkeeper(() => scene.who('Maren'));
    this.#asked = asked;
    const run: typeof kind.run = (job, at) => {
      const known = { job: kind.kind, about: job.about, source: job.source };
      expect(this.#store.outcomes.from(scene.id, known)).toEqual([]);
      witness.everAsked.push(job.source);
      this.#begun.push({ job, step: witness.step });
      if ((witness.askers.get(job.id) ?? this) !== this) witness.tally.elsewhere += 1;
      witness.askers.set(job.id, this);
      return kind.run(job, at);
    };
    // A process that is taken for dead has stood still: it does not beat.
    const after: typeof scene.parts.after = (milliseconds, work) => {
      const timer = milliseconds === 1000 ? undefined : setTimeout(work, 0);
      return () => clearTimeout(timer);
    };
    this.#play = openPlay({ ...scene.parts, store: this.#store, jobs: [{ ...kind, run }], after }, scene.id);
  }

  begin(): void {
    const settle = async (): Promise<void> => {
      for await (const _ of settleJobs(this.#play.chat));
      this.#settling = null;
    };
    this.#settling ??= settle().catch((error) => {
      if (!this.#isKilled) throw error;
    });
  }

  #next(): { readonly asked: Asked; readonly job: StoredJob; readonly step: number } | undefined {
    const [asked, begun] = [this.#asked.shift(), this.#begun.shift()];
    return asked && begun && { asked, ...begun };
  }

  arrive(): void {
    const next = this.#next();
    if (!next) return;
    const { asked, job, step } = next;
    const { tally } = this.#witness;
    const known = this.#store.outcomes.from(job.chat, { ...job, job: job.kind });
    if (this.#witness.step > step + 1) tally.late += 1;
    if (known[0]?.outcome?.about === job.about) tally.twice += 1;
    asked.answer(`After ${asked.source}`);
  }

  /** No answer will ever come. */
  forget(): void {
    if (!this.#next()) return;
    this.#isForgetful = true;
    this.#witness.tally.never += 1;
  }

  /** Its model fails, which is kept. */
  fail(): void {
    const next = this.#next();
    if (!next) return;
    const { asked, job } = next;
    const { tally } = this.#witness;
    tally.failed += 1;
    const about = {
      chat: job.chat,
      kind: job.kind,
      owner: job.owner,
      message: null,
      outcome: null,
      job: job.id,
    };
    const wrong = { model: 'small', reason: 'error', detail: 'down', raw: '' };
    const wanted = { type: 'json', schema: {} } as const;
    const row = { ...about, ...wrong, prompt: job.source, wanted, at: this.#scene.parts.now() };
    this.#store.failures.add(row, (attempt) => `${job.id} ${attempt}`);
    asked.fail();
  }

  /** Puts all back by hand that failed. */
  async retry(): Promise<void> {
    for (const { id } of failuresSeen(this.#play.chat, { all: true }))
      await retry(this.#play.chat, id, { all: true });
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#play.stop();
  }

  /** Whoever has the jobs of the chat now is taken for dead by the others. */
  stall(): void {
    const { leases } = this.#scene.store.jobs;
    const holder = leases.of(this.#scene.id);
    if (holder) leases.hand({ ...holder, pid: deadPid });
  }

  /** Ends all at once: nothing of it is written any more. */
  kill(): void {
    if (this.#asked.length > 0) this.#witness.tally.killed += 1;
    this.stall();
    this.#isKilled = true;
    this.#store.close();
  }

  /** Whether it waits for what will never come. */
  get isForgetful(): boolean {
    return this.#isForgetful;
  }

  /** Lets all that is asked be answered, to the end. */
  async finish(): Promise<void> {
    this.begin();
    while (this.#settling) {
      this.arrive();
      await aMoment();
    }
  }
}

/** The world at a place by a plain fold: each event of the history and, behind it, what was found about it. */
function foldedAt({ store, id }: Scene, place: Position): World {
  const found = new Map<string, DomainEvent[]>();
  const history: DomainEvent[] = [];
  const lineage = store.tree.lineage(id, place);
  for (const stored of store.log.all({ chat: id })) {
    const event = upcast(stored);
    if ('unreadable' in event) continue;
    const { outcome } = event;
    if (outcome) found.set(outcome.about, [...(found.get(outcome.about) ?? []), event]);
    else if (lineage.contains(event)) history.push(event);
  }
  const all = history.flatMap((event) => [event, ...(found.get(event.id) ?? [])]);
  return all.reduce(evolve, initialWorld);
}

/** Outcomes are where they belong at every place in the tree. */
function isSound(scene: Scene): void {
  const { store, id, state } = scene;
  expect(worldHash(opened(state.world))).toBe(worldHash(foldedAt(scene, state.head)));
  const beside = new Set(store.tree.playBranches(id).map((branch) => branch.id));
  for (const { branch, seq } of store.log.all({ chat: id })) {
    if (!beside.has(branch)) continue;
    const expected = worldHash(foldedAt(scene, { branch, seq }));
    expect(worldHash(opened(store.moment(id, { branch, seq }).whole))).toBe(expected);
    expect(worldHash(opened(store.worlds.fromScratch(id, { branch, seq })))).toBe(expected);
  }
  const known = store.view(id, 'everyone', state.head).records('');
  expect(store.verify(state)).toMatchObject({ differences: [], hash: stateHash(opened(state.world), known) });
}

/** Each finding stands once with what it is about, and each job that is done has its own. */
function isOnce({ store, id }: Scene): void {
  const found = [...store.log.all({ chat: id })].flatMap((stored) => {
    const event = upcast(stored);
    return 'unreadable' in event || !event.outcome ? [] : [`${event.outcome.about} ${event.outcome.source}`];
  });
  expect(new Set(found).size).toBe(found.length);
  const done = store.jobs.of(id, ['done']).map(({ about, source }) => `${about} ${source}`);
  expect(found).toEqual(expect.arrayContaining(done));
}

const isFate = (step: Command | Fate): step is Fate => 'who' in step && typeof step.who === 'number';

/** A new process in the place of one that is killed. */
function replaced(scene: Booked, witness: Witness, old: Terminal): Terminal {
  old.kill();
  return new Terminal(scene, witness);
}

/** Lets all be answered that waits, by processes that wait for nothing in vain. */
async function finished(scene: Booked, witness: Witness, open: readonly Terminal[]): Promise<Terminal[]> {
  const able = open.map((one) => (one.isForgetful ? replaced(scene, witness, one) : one));
  await Promise.all(able.map((terminal) => terminal.finish()));
  return able;
}

async function play(scene: Booked, steps: readonly (Command | Fate)[], tally: Tally): Promise<void> {
  const witness: Witness = { tally, everAsked: [], askers: new Map(), step: 0 };
  let open = [new Terminal(scene, witness), new Terminal(scene, witness)];
  for (const step of steps) {
    witness.step += 1;
    if (!isFate(step)) await carryOut(scene, step);
    else if (step.type === 'kill')
      open = open.map((one, at) => (at === step.who ? replaced(scene, witness, one) : one));
    else await open[step.who]?.[step.type]();
    await aMoment();
    const { head, world: whole } = scene.state;
    const world = opened(whole);
    expect(worldHash(opened(scene.store.moment(scene.id, head).whole))).toBe(worldHash(world));
  }
  isSound(scene);
  open = await finished(scene, witness, open);
  await open[0]?.retry();
  open = await finished(scene, witness, open);
  isOnce(scene);
  expect(scene.store.jobs.of(scene.id, ['waiting', 'running'])).toEqual([]);
  for (const { attempts } of scene.store.jobs.of(scene.id, ['failed'])) expect(attempts).toBe(3);
  const before = witness.everAsked.length;
  isSound(scene);
  const again = new Terminal(scene, witness);
  await again.finish();
  expect(witness.everAsked).toHaveLength(before);
  for (const terminal of [...open, again]) terminal.kill();
}

test(
  'invariant 1 RP-082: for all histories with jobs that end late, never, twice, elsewhere or after a kill, outcomes are in the turns that they belong to, and no model is asked for what is known',
  async () => {
    const { folder, remove } = freshFolder();
    const store = openStore(folder, { snapshots: often });
    let chats = 0;
    const tally: Tally = { late: 0, never: 0, twice: 0, elsewhere: 0, failed: 0, killed: 0 };
    await holdsOften(
      fc.asyncProperty(histories, async (steps) => {
        chats += 1;
        const scene = new Booked(store, { title: `The quay ${chats}` });
        const { kind } = bookkeeper(() => scene.who('Maren'));
        Object.assign(scene.parts, { jobs: [kind] });
        await play(scene, steps, tally);
      }),
      40,
      () => Object.fromEntries(Object.entries(tally).map(([what, times]) => [what, [times, 4] as const])),
    );
    store.close();
    remove();
  },
  patience,
);
