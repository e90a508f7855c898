import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../cases.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { freshFolder } from '../histories.ts';
import { contender, stopped } from '../store/contender.ts';
import { builtProgram } from './built.ts';

const lanes = 3;
const inARound = Math.min(6, runs(8).numRuns);
const answerers = ['Bob', 'Carl', 'Bob'];
const card = {
  title: 'The Inn',
  role: 'Alice',
  chars: ['Alice', 'Bob', 'Carl'],
  first_msg: 'It rains, and the fire is low.',
};

/** When a process is killed: so many milliseconds after it started, or after it printed for the n-th time; null = it is left to end. */
const moment = fc.option(fc.record({ prints: fc.nat({ max: 5 }), ms: fc.integer({ min: 0, max: 900 }) }), {
  freq: 3,
});
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

interface Line {
  readonly type: string;
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  readonly truncated: boolean;
  readonly kind: string;
  readonly payload: { readonly answers?: string | null; readonly text?: string };
}

interface Played {
  readonly text: string;
  readonly isKilled: boolean;
  readonly code: number | null;
  readonly stderr: string;
  readonly printed: readonly Line[];
}

/** How many processes were killed, how many replies that cut short, and all that should not have happened. */
export interface Killed {
  readonly kills: number;
  readonly cut: number;
  readonly trouble: readonly string[];
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** One store that three processes play on at once, with a model server that takes its time. */
class Inn {
  readonly #folder: string;
  readonly #url: string;

  constructor(folder: string, url: string) {
    this.#folder = folder;
    this.#url = url;
  }

  #start(args: readonly string[]): ChildProcess {
    const server = ['--backend', 'llamacpp', '--url', this.#url];
    const all = [builtProgram(), '--data', this.#folder, '--json', ...args, ...server];
    const env = { PATH: process.env.PATH, HOME: this.#folder };
    return spawn(process.execPath, all, { cwd: this.#folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** What a process left behind, run to its end or until it is killed. */
  async run(args: readonly string[], when: Moment): Promise<Played> {
    const child = this.#start(args);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    let left = when?.prints ?? Number.POSITIVE_INFINITY;
    const count = () => {
      if (left === 0) setTimeout(() => child.kill('SIGKILL'), when?.ms);
      left -= 1;
    };
    count();
    child.stdout?.on('data', count);
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once('close', (...how) => resolve(how)),
    );
    const printed = linesOf(said.stdout);
    return { text: args[1] ?? '', isKilled: signal !== null, code, stderr: said.stderr, printed };
  }

  /** Somebody says this and three replies are wanted. */
  say(text: string, when: Moment): Promise<Played> {
    return this.run(['say', text, '--reply', ...answerers], when);
  }

  async read(...args: string[]): Promise<readonly Line[]> {
    const { code, stderr, printed } = await this.run(args, null);
    if (code !== 0) throw new Error(`${args.join(' ')} left with ${code}: ${stderr}`);
    return printed;
  }
}

/** The words that an event goes back to, by what it and those before it answer. */
function rootOf(events: ReadonlyMap<string, Line>, id: string): string {
  const event = events.get(id);
  const { answers } = event?.payload ?? {};
  return answers ? rootOf(events, answers) : (event?.payload.text ?? '');
}

const isReply = ({ type, speaker }: Line): boolean => type === 'message' && speaker !== 'Alice';

/** What is wrong with what a process said and how it ended. */
function troubleOf({ text, isKilled, code, stderr, printed }: Played): string[] {
  const replies = printed.filter(isReply);
  const trouble: string[] = [];
  if (/\n\s+at .*:\d+/.test(stderr)) trouble.push(`${text} a stack: ${stderr}`);
  if (!isKilled && code !== 0) trouble.push(`${text} left with ${code}: ${stderr}`);
  if (!isKilled && replies.length !== answerers.length) trouble.push(`${text} ${replies.length} replies`);
  return trouble;
}

/** What is wrong with the store after these were played, with how many replies that were cut short. */
async function judged(inn: Inn, played: readonly Played[]): Promise<Omit<Killed, 'kills'>> {
  const log = await inn.read('log', '--all');
  const events = new Map((await inn.read('events')).map((event) => [event.id, event]));
  const kept = new Map(log.map((line) => [line.id, line]));
  const trouble = played.flatMap(troubleOf);
  for (const { printed } of played)
    for (const { type, id, text, truncated } of printed)
      if (type === 'message' && (kept.get(id)?.text !== text || kept.get(id)?.truncated !== truncated))
        trouble.push(`lost: ${text}`);
  const stoppedWords = new Set(played.filter(({ isKilled }) => isKilled).map(({ text }) => text));
  const cut = log.filter(({ truncated }) => truncated);
  for (const { id, text } of cut)
    if (!stoppedWords.has(rootOf(events, id))) trouble.push(`cut though nobody stopped it: ${text}`);
  for (const line of log)
    if (isReply(line) && !line.truncated && !/[.?!]["”*]?$/.test(line.text))
      trouble.push(`half: ${line.text}`);
  for (const line of await inn.read('verify'))
    if (!(line as unknown as { ok: boolean }).ok) trouble.push(`verify: ${JSON.stringify(line)}`);
  return { cut: cut.length, trouble };
}

/**
 * Lets three processes at a time play on one store, beside a program that holds its lock at random, and kills most of
 * them: a round after the other, each on a store of its own.
 */
export async function* killing(kills: number, seed: number): AsyncGenerator<Killed> {
  const { url, close } = await startFakeServer({ tokensPerSecond: 100, slots: lanes });
  try {
    let left = kills;
    for (let round = 0; left > 0; round += 1) {
      const found = await killedRound(
        url,
        fc.sample(moment, { seed: seed + round, numRuns: lanes * inARound }),
      );
      left -= found.kills;
      yield found;
    }
  } finally {
    await close();
  }
}

async function killedRound(url: string, moments: readonly Moment[]): Promise<Killed> {
  const { folder, remove } = freshFolder();
  const inn = new Inn(folder, url);
  writeFileSync(join(folder, 'inn.json'), JSON.stringify(card));
  await inn.read('new', join(folder, 'inn.json'));
  const other = await contender(join(folder, 'sotto.db'), { hold: 500, pause: 120, isRandom: true });
  const lane = async (first: number): Promise<Played[]> => {
    const played: Played[] = [];
    for (let at = first; at < moments.length; at += lanes)
      played.push(await inn.say(`Word ${at}.`, moments[at] ?? null));
    return played;
  };
  try {
    const played = (await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))).flat();
    await stopped(other);
    const kills = played.filter(({ isKilled }) => isKilled).length;
    return { kills, ...(await judged(inn, played)) };
  } finally {
    other.kill('SIGKILL');
    remove();
  }
}
