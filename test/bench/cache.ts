import { SottoError } from '../../src/domain/errors.ts';
import type { Usage } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { patience, played, type Reply, type Source } from './cached-play.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';

/** Tokens that a server reads while somebody types: five seconds at 1,000 a second. */
const readWhileTyping = 5000;
const realUrl = process.env.SOTTO_BENCH_URL;

/** The servers that people run, by how they are started with `-c 32768`. */
const servers: Readonly<Record<string, FakeServerOptions>> = {
  '-np 3': { slots: 3, contextSize: 10_922 },
  default: { slots: 4, contextSize: 32_768, unified: true },
  '-np 1': { slots: 1, contextSize: 32_768 },
  'sliding window': { slots: 4, contextSize: 32_768, unified: true, slidingWindow: 512 },
};

/** Share of all prompt tokens that the server did not have to read again for the replies. */
function reusedShare(replies: readonly Reply[]): number {
  const sum = (of: (usage: Usage) => number) => replies.reduce((total, { usage }) => total + of(usage), 0);
  return sum(({ reusedTokens }) => reusedTokens) / sum(({ promptTokens }) => promptTokens);
}

const fresh = ({ promptTokens, reusedTokens }: Usage): number => promptTokens - reusedTokens;

/** Tokens that the server reads while somebody waits for a reply. */
const waited = ({ usage, ahead }: Reply): number =>
  fresh(usage) + (ahead ? Math.max(0, fresh(ahead) - readWhileTyping) : 0);

/** A server, freshly started where it is the fake one, for one play. */
async function on<T>(
  url: string | null,
  serve: FakeServerOptions,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url) return work(url);
  const served = await startFakeServer({ ...serve, whispers: true });
  return work(served.url).finally(() => served.close());
}

async function measured(scene: Scene, name: string, serve: FakeServerOptions): Promise<Measured[]> {
  const play = (from: Source, order: 'cache' | 'classic' = 'cache') =>
    on(realUrl ?? null, serve, (url) => played(scene, url, { from, order }));
  const results: Measured[] = [];
  const classic = [reusedShare(await play('scripts', 'classic'))];
  for (const from of ['scripts', 'the screen'] as const) {
    const replies = await play(from);
    const about = `${name}, ${from}`;
    results.push({ case: about, unit: 'share', samples: [reusedShare(replies)], baseline: classic });
    results.push({ case: `${about}, waiting`, unit: 'tokens', samples: replies.map(waited) });
  }
  return results;
}

/** Throws when no llama.cpp server answers there. */
async function checkServer(url: string): Promise<void> {
  const { ok, finding } = await (await openBackend({ kind: 'llamacpp', url, ...patience })).probe();
  if (!ok) throw new SottoError('server', 'unreachable', finding);
}

/**
 * Share of prompt tokens that the server still has in its cache, against the literal order with a sliding window, and
 * the tokens that it reads while somebody waits: from scripts, a process for each reply, and on the screen, where somebody
 * types for five seconds before each reply. By the fake server's emulation of the servers that people run, or by the
 * llama.cpp server at $SOTTO_BENCH_URL; $SOTTO_BENCH_TURNS replies, by default 210.
 */
export async function cache(scene: Scene): Promise<Measured[]> {
  if (realUrl) {
    await checkServer(realUrl);
    return measured(scene, 'server', {});
  }
  const results: Measured[] = [];
  for (const [name, serve] of Object.entries(servers)) results.push(...(await measured(scene, name, serve)));
  return results;
}
