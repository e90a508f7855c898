import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Context } from '../../src/cli/context.ts';
import { Output } from '../../src/cli/output.ts';
import { serveUnderstudy } from '../../src/inference/understudy/server.ts';
import { atTheInn } from './inn.ts';
import { ended, type Stage, start } from './sotto.ts';

/** A server that takes its time, so that another process comes while it writes. */
async function slowly(): Promise<string[]> {
  const { url, close } = await serveUnderstudy({ tokensPerSecond: 4 });
  onTestFinished(close);
  return ['--backend', 'llamacpp', '--url', url];
}

/** A process that says something and has stored and printed it; its answer, by this character, comes later. */
async function speaking(stage: Stage, server: readonly string[], text: string, by: string) {
  const args = ['say', text, '--json', '--reply', by, '--max-tokens', '12', ...server];
  const child = start(args, stage);
  onTestFinished(() => void child.kill('SIGKILL'));
  const run = ended(child);
  await once(child.stdout ?? child, 'data');
  return { child, run };
}

/** Waits until something of an answer is in the store and in no message yet. */
async function hasBegun({ data }: Stage): Promise<void> {
  const context = new Context({ data }, new Output(true, process.stdout, process.stderr));
  onTestFinished(() => context.close());
  await vi.waitFor(() => expect(context.store.scratch.all()[0]?.text).toMatch(/\w/), { timeout: 30_000 });
}

const lastFour = async (stage: Stage) => {
  const log = await stage.json('log', '--all', '--tail', '4');
  return log.map(({ speaker, truncated }) => `${speaker}${truncated ? ' cut' : ''}`);
};

test('RP-021 the answer of a second process comes after that of the first, which it has read', async () => {
  const stage = await atTheInn();
  const server = await slowly();
  const first = await speaking(stage, server, 'One.', 'Bob');
  const second = await speaking(stage, server, 'Two.', 'Carl');
  const runs = await Promise.all([first.run, second.run]);
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }));
  expect(await lastFour(stage)).toEqual(['Alice', 'Alice', 'Bob', 'Carl']);
  await stage.isSound();
});

test('RP-021 invariant 8 a process that is killed while it writes is replaced by the one that waits', async () => {
  const stage = await atTheInn();
  const server = await slowly();
  const first = await speaking(stage, server, 'One.', 'Bob');
  const second = await speaking(stage, server, 'Two.', 'Carl');
  await hasBegun(stage);
  first.child.kill('SIGKILL');
  expect(await second.run).toMatchObject({ code: 0, stderr: '' });
  expect(await lastFour(stage)).toEqual(['Alice', 'Alice', 'Bob cut', 'Carl']);
  await stage.isSound();
});
