import { type Command, Option } from 'commander';
import { SottoError } from '../../domain/errors.ts';
import { type Dialect, dialects } from '../../inference/sampling/sampler-rules.ts';
import type { Chunking } from '../../inference/understudy/server/faces/face.ts';
import type { FaultMode, FaultOptions } from '../../inference/understudy/server/faults.ts';
import type { ServeOptions } from '../../inference/understudy/server/server.ts';
import { run } from '../run.ts';
import { positive } from './chat/talk.ts';

const faults: readonly FaultMode[] = [
  'loading',
  'busy',
  'limited',
  'hang',
  'stall',
  'die',
  'error',
  'overflow',
  'exceed',
  'reset',
  'html',
  'eof',
  '500',
  '401',
];
const chunkings: readonly Chunking[] = ['plain', 'byte', 'crlf', 'comments', 'unterminated', 'merged'];

interface ServeFlags {
  port?: string;
  tps?: string;
  firstToken?: string;
  slots?: string;
  ctx?: string;
  fail?: FaultMode;
  failAfter?: string;
  failRequests?: string;
  chunking: Chunking;
  dialect: Dialect;
  apiKey?: string;
  whispers?: boolean;
  reasoning?: boolean;
  clearsIdleSlots?: boolean;
}

function faultOf({ fail, failAfter, failRequests }: ServeFlags): FaultOptions | undefined {
  if (!fail) return undefined;
  const afterTokens = positive('--fail-after', failAfter);
  const requests = positive('--fail-requests', failRequests);
  return { mode: fail, ...(afterTokens && { afterTokens }), ...(requests && { requests }) };
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 8080);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SottoError(
    'usage',
    'bad_number',
    `--port ${text} is no port; write one from 0 (any free one) to 65535`,
  );
}

function optionsOf(flags: ServeFlags): ServeOptions {
  const fail = faultOf(flags);
  const tokensPerSecond = positive('--tps', flags.tps);
  const firstTokenMs = positive('--first-token', flags.firstToken);
  const slots = positive('--slots', flags.slots);
  const contextSize = positive('--ctx', flags.ctx);
  return {
    port: portOf(flags.port),
    chunking: flags.chunking,
    dialect: flags.dialect,
    whispers: flags.whispers === true,
    reasoning: flags.reasoning === true,
    clearsIdleSlots: flags.clearsIdleSlots === true,
    ...(tokensPerSecond && { tokensPerSecond }),
    ...(firstTokenMs && { firstTokenMs }),
    ...(slots && { slots }),
    ...(contextSize && { contextSize }),
    ...(flags.apiKey && { apiKey: flags.apiKey }),
    ...(fail && { fail }),
  };
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** `sotto understudy serve`. */
export function registerUnderstudy(program: Command): void {
  const understudy = program.command('understudy').description('the built-in stand-in for a model');
  understudy
    .command('serve')
    .description("speak llama.cpp's protocol, or another server's, on 127.0.0.1 until stopped")
    .option('--port <n>', 'port; 0 = any free one', '8080')
    .option('--tps <n>', 'tokens per second; default as fast as possible')
    .option('--first-token <ms>', 'delay of the first token')
    .option('--slots <n>', 'number of slots')
    .option('--ctx <n>', 'tokens of one slot')
    .addOption(new Option('--fail <mode>', 'go wrong on purpose').choices(faults))
    .option('--fail-after <n>', 'go wrong after so many tokens')
    .option('--fail-requests <n>', 'go wrong in the first so many requests only')
    .addOption(new Option('--dialect <server>', 'whose protocol').choices(dialects).default('llamacpp'))
    .addOption(new Option('--chunking <mode>', 'how the stream is cut').choices(chunkings).default('plain'))
    .option('--api-key <key>', 'key that clients must send')
    .option('--whispers', 'whisper now and then unasked')
    .option('--reasoning', 'think before each reply, where the protocol has a place for it')
    .option('--clears-idle-slots', 'forget one slot when another is used, as llama-server without -np')
    .action(
      run<ServeFlags>(async (app, _, flags) => {
        const { serveUnderstudy } = await import('../../inference/understudy/server/server.ts');
        const options = optionsOf(flags);
        const stopped = stopSignal();
        const served = await serveUnderstudy(options);
        app.out.result({ type: 'serving', url: served.url }, `the understudy listens on ${served.url}`);
        await stopped;
        await served.close();
      }),
    );
}
