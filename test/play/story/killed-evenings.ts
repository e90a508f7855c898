import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { bundled } from '../../bundled.ts';
import { freshFolder } from '../../histories.ts';
import { appIn, begunIn, newEvening, playOn, stateOf } from './evening.ts';

/** What became of an evening whose process was killed again and again. */
export interface KilledEvening {
  readonly kills: number;
  /** How it differs from one that was never killed; empty where it does not. */
  readonly trouble: readonly string[];
}

/** How many kills there are to be, of plays of how many lines, after at most how many acts each, drawn from which seed. */
export interface Killing {
  readonly kills: number;
  readonly lines: number;
  readonly apart: number;
  readonly seed: number;
}

const child = fileURLToPath(new URL('evening-process.ts', import.meta.url));
const mostMs = 120;
const mostMoments = 10_000;

/** When a process is killed: so many milliseconds after the n-th act that it tells of. */
interface Moment {
  readonly acts: number;
  readonly ms: number;
}

const never: Moment = { acts: Number.POSITIVE_INFINITY, ms: 0 };

/** Plays on in a process of its own until it is killed at this moment, or to the end. Whether it was killed; throws what else went wrong. */
async function isKilled(args: readonly string[], { acts, ms }: Moment): Promise<boolean> {
  const player = spawn(process.execPath, [await bundled(child), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [told, wrong] = [0, ''];
  player.stderr.on('data', (text: Buffer) => {
    wrong += text;
  });
  player.stdout.on('data', (text: Buffer) => {
    const before = told;
    told += `${text}`.split('\n').length - 1;
    if (before < acts && told >= acts) setTimeout(() => player.kill('SIGKILL'), ms);
  });
  const [code, signal] = await once(player, 'close');
  if (signal === null && code !== 0) throw new Error(`a process left with ${code}: ${wrong}`);
  return signal !== null;
}

/** Plays evenings whose processes are killed at random moments and go on where they were, until there were so many kills. */
export async function* killingEvenings({
  kills,
  lines,
  apart,
  seed,
}: Killing): AsyncGenerator<KilledEvening> {
  const [fresh, whole] = [freshFolder(), freshFolder()];
  const app = appIn(fresh.folder);
  const id = newEvening(app);
  const begun = begunIn(app, id);
  app.close();
  cpSync(fresh.folder, whole.folder, { recursive: true });
  const unkilled = appIn(whole.folder);
  await playOn(unkilled, id, { lines, begun });
  const expected = JSON.stringify(stateOf(unkilled, id));
  unkilled.close();
  whole.remove();
  const moment = fc.record({ acts: fc.integer({ min: 1, max: apart }), ms: fc.nat(mostMs) });
  const moments = fc.sample(moment, { seed, numRuns: Math.min(mostMoments, kills) });
  try {
    while (moments.length > 0) {
      const own = freshFolder();
      cpSync(fresh.folder, own.folder, { recursive: true });
      const killed = await killedAgainAndAgain([own.folder, id, `${lines}`, `${begun}`], moments);
      const again = appIn(own.folder);
      const found = JSON.stringify(stateOf(again, id));
      again.close();
      own.remove();
      yield { kills: killed, trouble: found === expected ? [] : [`${found} is not ${expected}`] };
    }
  } finally {
    fresh.remove();
  }
}

/** Plays one to its end, killed at the first of these moments, which are used up; how often it was. */
async function killedAgainAndAgain(args: readonly string[], moments: Moment[]): Promise<number> {
  let kills = 0;
  while (await isKilled(args, moments[0] ?? never)) {
    moments.shift();
    kills += 1;
  }
  if (kills === 0) moments.shift();
  return kills;
}
