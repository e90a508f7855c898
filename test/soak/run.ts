import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from '../bundled.ts';
import { quickest } from '../folders.ts';
import { allProperties } from './properties.ts';
import { type Progress, type Share, soak } from './shard.ts';

const usage = `npm run soak -- [properties|non-interference|doors|across|canary|picnic|scenes|kills|evenings] [--count N] [--turns N] [--workers N] [--seed N] [--minutes N]
All, one after the other, when none is named; the tests with all cases of their properties (--count N: N times all), 100000 histories,
all doors of 500, 2000 lives over several chats, 500 chats of 200 turns, 500 plays
around occasions and 500 of scenes with whispers, 1000 kills of three processes on one store, 100 of one that plays an
evening of twelve scenes. With --minutes each but the properties ends when its equal part of them is over. Ctrl+C stops it.`;

const counts = {
  'non-interference': 100_000,
  doors: 500,
  across: 2000,
  canary: 500,
  picnic: 500,
  scenes: 500,
  kills: 1000,
  evenings: 100,
} as const;
const everySeconds = 10;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs one share in this process and tells the parent, until its time is over. */
async function work(share: Share): Promise<void> {
  for await (const progress of soak(share)) {
    process.send?.(progress);
    if (share.until !== null && Date.now() > share.until) break;
  }
  process.disconnect();
}

const settled = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** What came of one kind of work. */
interface Outcome {
  readonly cases: number;
  readonly isGood: boolean;
}

/** Begins a share in a process of its own, which adds what it did to `total`. */
function begun(
  program: string,
  share: Share,
  total: Record<'done' | 'checked' | 'trouble', number>,
): ChildProcess {
  const child = fork(program, ['--share', JSON.stringify(share)]);
  child.on('message', ({ done, checked, trouble }: Progress) => {
    total.done += done;
    total.checked += checked;
    total.trouble += trouble.length;
    for (const one of trouble) say(one);
  });
  return child;
}

/** One process does no more than this: under Node 24 it grows with each store that it opens. */
const casesEach = 2000;

/** Spreads the work over all workers, which run this program bundled, and tells how it goes. */
async function spread(wanted: Omit<Share, 'shard' | 'of'>, workers: number): Promise<Outcome> {
  const program = await bundled(fileURLToPath(import.meta.url));
  const startedAt = performance.now();
  const total = { done: 0, checked: 0, trouble: 0 };
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const tell = () =>
    say(
      `${wanted.what}: ${total.done} of ${wanted.count} in ${seconds()} s, ${total.checked} checked, ${total.trouble} found`,
    );
  const of = Math.max(workers, Math.ceil(wanted.count / casesEach));
  const left = Array.from({ length: of }, (_, shard) => shard);
  const children = new Set<ChildProcess>();
  const oneByOne = async (): Promise<number[]> => {
    const codes: number[] = [];
    for (let shard = left.shift(); shard !== undefined; shard = left.shift()) {
      const child = begun(program, { ...wanted, of, shard }, total);
      children.add(child);
      codes.push(await settled(child));
      children.delete(child);
      if (wanted.until !== null && Date.now() > wanted.until) break;
    }
    return codes;
  };
  const stop = () => {
    left.length = 0;
    for (const child of children) child.kill();
  };
  process.once('SIGINT', stop);
  const ticking = setInterval(tell, everySeconds * 1000);
  const codes = (await Promise.all(Array.from({ length: workers }, oneByOne))).flat();
  clearInterval(ticking);
  process.off('SIGINT', stop);
  tell();
  return { cases: total.done, isGood: total.trouble === 0 && codes.every((code) => code === 0) };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    turns: { type: 'string', default: '200' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: { type: 'string' },
    share: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const properties = 'properties';
const kinds = [properties, ...(Object.keys(counts) as Share['what'][])] as const;
const isKnown = (what: string): what is (typeof kinds)[number] => (kinds as readonly string[]).includes(what);

/** Does one kind of work, which may take its part of the time where there is a limit. */
function done(what: (typeof kinds)[number], parts: number): Promise<Outcome> {
  const seed = Number(values.seed);
  if (what === properties) return allProperties(seed, Number(values.count ?? 1));
  const until = values.minutes === undefined ? null : Date.now() + (60_000 * Number(values.minutes)) / parts;
  const count = Number(values.count ?? counts[what]);
  return spread({ what, count, turns: Number(values.turns), seed, until }, Number(values.workers));
}

async function main(): Promise<number> {
  if (values.share !== undefined) {
    await work(JSON.parse(values.share) as Share);
    return 0;
  }
  const wanted = positionals.length > 0 ? positionals : kinds;
  if (values.help || !wanted.every(isKnown)) {
    say(usage);
    return values.help ? 0 : 2;
  }
  const outcomes: Outcome[] = [];
  for (const what of wanted.filter(isKnown)) outcomes.push(await done(what, wanted.length));
  const cases = outcomes.reduce((sum, one) => sum + one.cases, 0);
  const isGood = outcomes.every((one) => one.isGood);
  say(`${cases} cases ran by --seed ${values.seed}, ${isGood ? 'nothing' : 'something'} was found`);
  return isGood ? 0 : 1;
}

process.env.TMPDIR = quickest();
process.exitCode = await main();
