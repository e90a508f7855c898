import type { Usage } from '../../src/inference/backend.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { answering } from './answering.ts';
import { type Costs, everyday, played, type ServerAt, type Way } from './cached-play.ts';
import type { Reply } from './meter.ts';
import { type RealServer, realServer } from './real-server.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { isSmallest } from './size.ts';

/** The servers that people run, by how they are started with `-c 32768`: the usual first. */
const servers: Readonly<Record<string, FakeServerOptions>> = {
  default: { slots: 4, contextSize: 32_768, unified: true },
  '-np 3': { slots: 3, contextSize: 10_922 },
  '-np 1': { slots: 1, contextSize: 32_768 },
  'no host cache': { slots: 4, contextSize: 32_768, unified: true, hostTokens: 0 },
  '-c 12288': { slots: 4, contextSize: 12_288, unified: true },
  'sliding window': { slots: 4, contextSize: 32_768, unified: true, slidingWindow: 512 },
};

/** Share of all prompt tokens that the server did not have to read again for the replies. */
function reusedShare(replies: readonly Reply[]): number {
  const sum = (of: (usage: Usage) => number) => replies.reduce((total, { usage }) => total + of(usage), 0);
  return sum(({ reusedTokens }) => reusedTokens) / sum(({ promptTokens }) => promptTokens);
}

/** A server, freshly started where it is the fake one, for one play. */
async function on<T>(
  real: RealServer | null,
  serve: FakeServerOptions,
  work: (at: ServerAt) => Promise<T>,
): Promise<T> {
  if (real) return work({ url: real.url, apiKey: real.apiKey });
  const served = await startFakeServer({ ...serve, script: answering });
  return work({ url: served.url }).finally(() => served.close());
}

/** What is told of one play: of its replies, of the second ones to a line, and of its bookkeeping. */
function told(name: string, { replies, read, written }: Costs): Measured[] {
  const second = replies.filter(({ isSecond }) => isSecond);
  const ahead = replies.flatMap((reply) => (reply.ahead === null ? [] : [reply.ahead]));
  const each = (sum: number) => [sum / replies.length];
  const rows: Measured[] = [
    { case: name, unit: 'share', samples: [reusedShare(replies)] },
    {
      case: `${name}, waited`,
      unit: 'tokens',
      samples: replies.filter((one) => !one.isSecond).map((one) => one.waited),
    },
    {
      case: `${name}, mean prompt`,
      unit: 'tokens',
      samples: each(sumOf(replies, (one) => one.usage.promptTokens)),
    },
  ];
  if (second.length > 0)
    rows.push({
      case: `${name}, waited by the second`,
      unit: 'tokens',
      samples: second.map((one) => one.waited),
    });
  if (ahead.length > 0) rows.push({ case: `${name}, read ahead`, unit: 'tokens', samples: ahead });
  if (read > 0) {
    rows.push({ case: `${name}, read by bookkeeping`, unit: 'tokens', samples: each(read) });
    rows.push({ case: `${name}, written by bookkeeping`, unit: 'tokens', samples: each(written) });
  }
  return rows.filter(({ samples }) => samples.length > 0 && samples.every(Number.isFinite));
}

const sumOf = (replies: readonly Reply[], of: (reply: Reply) => number): number =>
  replies.reduce((sum, reply) => sum + of(reply), 0);

/** How it is played, by name: the everyday first, and then what differs in one thing. */
const ways: Readonly<Record<string, Way>> = {
  'the screen': everyday,
  scripts: { ...everyday, from: 'scripts' },
  'the screen, world off': { ...everyday, world: false },
  'the screen, a note at depth 4': { ...everyday, note: true },
  'the screen, six characters': { ...everyday, isSix: true },
  'scripts, the literal order': { ...everyday, from: 'scripts', order: 'classic' },
  'scripts, world off': { ...everyday, from: 'scripts', world: false },
  'scripts, six characters': { ...everyday, from: 'scripts', isSix: true },
};

/** The servers on which more than the everyday is played. */
const inAllWays = new Set(['default']);

/** The ways that are played on a server: at the smallest one, and another one on each. */
function waysOn(name: string): readonly [string, Way][] {
  const all = Object.entries(ways);
  if (!isSmallest) return all.slice(0, inAllWays.has(name) ? undefined : 2);
  const place = Math.max(0, Object.keys(servers).indexOf(name));
  return all.slice(place, place + 1);
}

async function measured(
  scene: Scene,
  { name, serve = {}, real = null }: { name: string; serve?: FakeServerOptions; real?: RealServer | null },
): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const [how, way] of waysOn(name)) {
    const costs = await on(real, serve, (at) => played(scene, at, way));
    results.push(...told(`${name}, ${how}`, costs));
  }
  return results;
}

/**
 * Share of prompt tokens that the server still has in its cache, and the tokens that it reads while somebody waits, with the world,
 * scenes and memories of older chats on, and the bookkeeping settled between lines: on the screen, where somebody reads each answer for
 * six seconds and types for four, and from scripts, a process for each. By the fake server's emulation of the servers that people run,
 * each run alike, or by a real one (`real-server.ts`); $SOTTO_BENCH_TURNS replies, by default 210.
 */
export async function cache(scene: Scene): Promise<Measured[]> {
  const real = await realServer(scene);
  if (real) return measured(scene, { name: real.name, real }).finally(() => real.close());
  const results: Measured[] = [];
  for (const [name, serve] of Object.entries(servers))
    results.push(...(await measured(scene, { name, serve })));
  return results;
}
