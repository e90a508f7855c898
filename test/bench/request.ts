import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Output } from '../../src/cli/output.ts';
import { printTalk } from '../../src/cli/print-talk.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { sized } from './size.ts';
import { repeated } from './timing.ts';

const runs = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 30), 1);
const messages = sized(Number(process.env.SOTTO_BENCH_MESSAGES ?? 100_000), 100);
const tokens = sized(4000, 20);
const fewMessages = Math.min(messages, 1000);
const fewRuns = Math.min(runs, 10);
const patience = { firstTokenTimeoutMs: 60_000, silenceTimeoutMs: 60_000 };
const sent = 'undici:request:bodySent';
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A server in a process of its own, so that its work is not counted; resolves when it has told its address. It ends with the bench. */
export async function serving(args: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const [line] = await once(child.stdout, 'data');
  const url = /http:[^\s"]+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`no address in ${line}`);
  return { url, child };
}

async function playing<T>(
  scene: Scene,
  { count, args }: { count: number; args: readonly string[] },
  work: (play: Play, reply: string) => Promise<T>,
): Promise<T> {
  const printed = createWriteStream(devNull) as unknown as NodeJS.WriteStream;
  const context = scene.context(scene.copyOf(count));
  const { url, child } = await serving(args);
  try {
    const backend = await openBackend({ kind: 'llamacpp', url, ...patience });
    const play = openPlay({ ...context.playParts, backend: async () => backend }, context.chatId());
    await play.connect();
    printTalk(context, new Output(true, printed, process.stderr), play);
    const { cast, playing } = play.state();
    return await work(play, cast.find(({ id }) => id !== playing.id)?.name ?? '');
  } finally {
    child.kill();
    printed.end();
    context.close();
  }
}

/** Milliseconds from the call to the last byte of the request for a reply. */
async function untilSent(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let sentAt = 0;
  const note = (message: unknown): void => {
    const { request } = message as { request: { path: string } };
    if (request.path === '/completion') sentAt = performance.now();
  };
  subscribe(sent, note);
  await work().finally(() => unsubscribe(sent, note));
  return sentAt - startedAt;
}

/**
 * The client's own share, printing JSON, of the wait for the first token, tokens counted by the server; and of each token.
 * `SOTTO_BENCH_MESSAGES` is the length of the chat, `SOTTO_BENCH_TURNS` how often it is measured.
 */
export async function request(scene: Scene): Promise<Measured[]> {
  const fakeServer = [fileOf('../fake-server/main.ts'), '--port', '0', '--slots', '4'];
  const enter = await playing(scene, { count: messages, args: fakeServer }, async (play, reply) => {
    await play.say('Is anybody there?', { reply: [reply] });
    return repeated(runs, (run) =>
      untilSent(() => play.say(`And now, for the ${run}th time?`, { reply: [reply] })),
    );
  });
  const long = [fileOf('./long-reply.ts'), String(tokens)];
  const perToken = await playing(scene, { count: fewMessages, args: long }, (play, reply) =>
    repeated(fewRuns, async () => {
      const before = process.cpuUsage();
      await play.reply(reply, tokens);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / tokens;
    }),
  );
  return [
    { case: `enter to sent, ${messages.toLocaleString('en')}`, unit: 'ms', samples: enter },
    { case: 'token of say --json, CPU', unit: 'ms', samples: perToken },
  ];
}
