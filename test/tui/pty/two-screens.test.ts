import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const main = builtProgram();
const card = fileURLToPath(new URL('../../../cards/the-last-ferry.json', import.meta.url));
let folder: string;
const runs: PtyRun[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-two-'));
});
afterEach(() => {
  for (const run of runs.splice(0)) run.kill();
  rmSync(folder, { recursive: true, force: true });
});

const screen = (as: string, server: readonly string[] = ['--backend', 'understudy']): PtyRun => {
  const run = new PtyRun([main, 'play', '--as', as, '--data', folder, ...server]);
  runs.push(run);
  return run;
};

/** Makes a chat; the names of its cast. */
function newCast(): [string, string, string] {
  const words = [main, 'new', card, '--json', '--data', folder];
  const { stdout } = spawnSync(process.execPath, words);
  return (JSON.parse(stdout.toString()) as { cast: [string, string, string] }).cast;
}

test('RP-021 RP-099 two people at two terminals: words, whispers, replies, typing and rewinds', async () => {
  const { url, close } = await startFakeServer({ tokensPerSecond: 20 });
  onTestFinished(close);
  const server = ['--backend', 'llamacpp', '--url', url];
  const [ann, ben, model] = newCast();
  const one = screen(ann, server);
  const two = screen(ben, server);
  await one.shows(`you are ${ann}`);
  await two.shows(`you are ${ben}`);
  one.program.write('Good evening');
  await two.shows(`${ann} is typing`);
  one.program.write(`, ${model}.\r`);
  await two.shows(`Good evening, ${model}.`);
  await two.hides('is typing');
  await two.shows(`${model} is writing`);
  await two.shows(new RegExp(`^${model}`, 'm'));
  await two.hides('is writing');
  await one.hides('is writing');
  one.program.write(`/to ${model} the key is under the mat\r`);
  await one.shows('the key is under the mat');
  await two.shows('2 unheard');
  await one.hides('is writing');
  expect(two.output).not.toContain('under the mat');
  two.program.write('I was about to say');
  await one.shows(`${ben} is typing`);
  one.program.write('/rewind 4\r');
  await one.shows('Rewind 4 turns?');
  one.program.write('y');
  await two.hides('Good evening');
  expect(two.text()).toContain('I was about to say');
});

test('RP-021 nobody is typing at a terminal that is stopped with Ctrl+Z', async () => {
  const [ann, ben] = newCast();
  const one = screen(ann);
  const two = screen(ben);
  await one.shows(`you are ${ann}`);
  await two.shows(`you are ${ben}`);
  one.program.write('Good evening');
  await two.shows(`${ann} is typing`);
  one.program.write('\x1a');
  await one.isIn('normal');
  await two.hides('is typing');
});
