import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DomainEvent, NewEvent } from '../../../src/domain/events/events.ts';
import { upcast } from '../../../src/domain/events/upcast.ts';
import type { Position } from '../../../src/domain/lineage.ts';
import { evolve } from '../../../src/domain/world/evolve.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';
import { writeTurn } from '../../../src/play/jobs/write-turn.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { stateHash, worldHash } from '../../../src/store/log/verify.ts';
import type { Store } from '../../../src/store/store.ts';
import { anything, type Command, carryOut, talk } from '../../commands.ts';
import { freshFolder, openStore, patience, runs, Scene } from '../../histories.ts';
import { type Asked, bookkeeper } from './bookkeeper.ts';

/** What happens to the jobs: one is begun in a process, its answer comes, its process is taken for dead, or is killed. */
type Fate = { readonly type: 'begin' | 'arrive' | 'stall' | 'kill'; readonly who: 0 | 1 };

const fate: fc.Arbitrary<Fate> = fc.record({
  type: fc.constantFrom('begin', 'begin', 'arrive', 'arrive', 'stall', 'kill' as const),
  who: fc.constantFrom(0, 1 as const),
});
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
  #settling: Promise<void> | null = null;
  #isKilled = false;

  constructor(scene: Booked, everAsked: string[]) {
    this.#scene = scene;
    this.#store = openStore(dirname(scene.store.file), { snapshots: often });
    const { kind, asked } = bookkeeper(() => scene.who('Maren'));
    this.#asked = asked;
    const run: typeof kind.run = (job, at) => {
      const known = { job: kind.kind, about: job.about, source: job.source };
      expect(this.#store.outcomes.from(scene.id, known)).toEqual([]);
      everAsked.push(job.source);
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
      for await (const _ of this.#play.settle());
      this.#settling = null;
    };
    this.#settling ??= settle().catch((error) => {
      if (!this.#isKilled) throw error;
    });
  }

  arrive(): void {
    const asked = this.#asked.shift();
    asked?.answer(`After ${asked.source}`);
  }

  /** Whoever has the jobs of the chat now is taken for dead by the others. */
  stall(): void {
    const { leases } = this.#scene.store.jobs;
    const holder = leases.of(this.#scene.id);
    if (holder) leases.hand({ ...holder, pid: deadPid });
  }

  /** Ends all at once: nothing of it is written any more. */
  kill(): void {
    this.stall();
    this.#isKilled = true;
    this.#store.close();
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
  expect(worldHash(state.world)).toBe(worldHash(foldedAt(scene, state.head)));
  const beside = new Set(store.tree.playBranches(id).map((branch) => branch.id));
  for (const { branch, seq } of store.log.all({ chat: id })) {
    if (!beside.has(branch)) continue;
    const expected = worldHash(foldedAt(scene, { branch, seq }));
    expect(worldHash(store.worlds.at(id, { branch, seq }))).toBe(expected);
    expect(worldHash(store.worlds.fromScratch(id, { branch, seq }))).toBe(expected);
  }
  const known = store.view(id, 'everyone', state.head).records('');
  expect(store.verify(state)).toMatchObject({ differences: [], hash: stateHash(state.world, known) });
}

const isFate = (step: Command | Fate): step is Fate => 'who' in step && typeof step.who === 'number';

async function play(scene: Booked, steps: readonly (Command | Fate)[]): Promise<{ late: number }> {
  const everAsked: string[] = [];
  const terminals = [new Terminal(scene, everAsked), new Terminal(scene, everAsked)] as const;
  const open: [Terminal, Terminal] = [...terminals];
  for (const step of steps) {
    if (!isFate(step)) await carryOut(scene, step);
    else if (step.type === 'kill') {
      open[step.who].kill();
      open[step.who] = new Terminal(scene, everAsked);
    } else open[step.who][step.type]();
    await aMoment();
    const { head, world } = scene.state;
    expect(worldHash(scene.store.worlds.at(scene.id, head))).toBe(worldHash(world));
  }
  isSound(scene);
  const late = everAsked.length;
  await Promise.all(open.map((terminal) => terminal.finish()));
  isSound(scene);
  expect(scene.store.jobs.of(scene.id, ['waiting', 'running'])).toEqual([]);
  for (const { attempts } of scene.store.jobs.of(scene.id, ['failed'])) expect(attempts).toBe(3);
  const before = everAsked.length;
  const again = new Terminal(scene, everAsked);
  await again.finish();
  expect(everAsked).toHaveLength(before);
  for (const terminal of [...open, again]) terminal.kill();
  return { late };
}

test(
  'invariant 1 RP-082: for all histories with jobs that end late, never, twice, elsewhere or after a kill, outcomes are in the turns that they belong to, and no model is asked for what is known',
  async () => {
    const { folder, remove } = freshFolder();
    const store = openStore(folder, { snapshots: often });
    let chats = 0;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        chats += 1;
        const scene = new Booked(store, { title: `The quay ${chats}` });
        const { kind } = bookkeeper(() => scene.who('Maren'));
        Object.assign(scene.parts, { jobs: [kind] });
        asked += (await play(scene, steps)).late;
      }),
      runs(50),
    );
    expect(asked).toBeGreaterThan(40);
    store.close();
    remove();
  },
  patience,
);
