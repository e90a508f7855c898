// Runs the fake server until it is stopped: `npm run fake-server -- --port 8080 --slots 4`.
import { Command, InvalidArgumentError, Option } from 'commander';
import { dialects } from '../../src/inference/sampling/sampler-rules.ts';
import { type FaultMode, faultModes } from './faults.ts';
import { startFakeServer } from './server.ts';
import type { FakeServerOptions } from './server-state.ts';
import { chunkings } from './stream-writer.ts';

interface Flags extends Omit<FakeServerOptions, 'fail' | 'embeddings'> {
  readonly tps?: number;
  readonly firstToken?: number;
  readonly ctx?: number;
  readonly fail?: FaultMode;
  readonly failAfter?: number;
  readonly failRequests?: number;
  readonly embeddings?: number;
}

const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
const positive = wholeNumber(1);

const optionsOf = (flags: Flags): FakeServerOptions => {
  const { tps, firstToken, ctx, fail, failAfter, failRequests, embeddings, ...same } = flags;
  return {
    ...same,
    ...(tps && { tokensPerSecond: tps }),
    ...(firstToken && { firstTokenMs: firstToken }),
    ...(ctx && { contextSize: ctx }),
    ...(embeddings && { embeddings: { dimension: embeddings } }),
    ...(fail && {
      fail: {
        mode: fail,
        ...(failAfter && { afterTokens: failAfter }),
        ...(failRequests && { requests: failRequests }),
      },
    }),
  };
};

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

await new Command('fake-server')
  .description("speaks llama.cpp's HTTP API, or another server's, on 127.0.0.1 without a model until stopped")
  .option('--port <n>', 'port; 0 = any free one', wholeNumber(0, 65_535), 8080)
  .option('--tps <n>', 'tokens per second; default as fast as possible', positive)
  .option('--first-token <ms>', 'delay of the first token', positive)
  .option('--slots <n>', 'number of slots', positive)
  .option('--ctx <n>', 'tokens of one slot', positive)
  .addOption(new Option('--fail <mode>', 'go wrong on purpose').choices(faultModes))
  .option('--fail-after <n>', 'go wrong after so many tokens', positive)
  .option('--fail-requests <n>', 'go wrong in the first so many requests only', positive)
  .addOption(new Option('--dialect <server>', 'whose API').choices(dialects).default('llamacpp'))
  .addOption(new Option('--chunking <mode>', 'how the stream is cut').choices(chunkings).default('plain'))
  .option('--embeddings <n>', 'embed texts by their words, in so many dimensions', positive)
  .option('--api-key <key>', 'key that clients must send')
  .option('--whispers', 'whisper now and then unasked')
  .option('--reasoning', 'think before each reply, where the API has a place for it')
  .option('--slot-save-path <folder>', 'keep slots in files there when asked to')
  .option('--unified', 'let all slots share one cache, as llama-server without -np')
  .action(async (flags: Flags) => {
    const stopped = stopSignal();
    const server = await startFakeServer(optionsOf(flags));
    process.stdout.write(`the fake server listens on ${server.url}\n`);
    await stopped;
    await server.close();
  })
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`fake-server: ${error.message}\n`);
    process.exitCode = 1;
  });
