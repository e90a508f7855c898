import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { contender, stopped } from '../store/contender.ts';
import { until } from '../until.ts';
import { isWindows } from '../windows.ts';
import { atTheInn } from './inn.ts';
import { ended, ofType, type Stage, start } from './sotto.ts';

/** Tokens a second of a server for whom nobody need wait. */
const quick = 200;

/** A server that takes its time, so that another process comes while it writes. */
async function slowly(tokensPerSecond = 4): Promise<string[]> {
  const { url, close } = await startFakeServer({ tokensPerSecond });
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
  const context = new App({ data });
  onTestFinished(() => context.close());
  await until(() => expect(context.store.scratch.all()[0]?.text).toMatch(/\w/));
}

const lastFour = async (stage: Stage) => {
  const log = await stage.json('log', '--all', '--tail', '4');
  return log.map(({ speaker, truncated }) => `${speaker}${truncated ? ' cut' : ''}`);
};

test('RP-021 the answer of a second process comes after that of the first, which it has read', async () => {
  const stage = await atTheInn();
  const first = await speaking(stage, await slowly(), 'One.', 'Bob');
  const second = await speaking(stage, await slowly(quick), 'Two.', 'Carl');
  const runs = await Promise.all([first.run, second.run]);
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }));
  expect(await lastFour(stage)).toEqual(['Alice', 'Alice', 'Bob', 'Carl']);
  await stage.isSound();
});

test('RP-021 invariant 8 a process that is killed while it writes is replaced by the one that waits', async () => {
  const stage = await atTheInn();
  const first = await speaking(stage, await slowly(), 'One.', 'Bob');
  const second = await speaking(stage, await slowly(quick), 'Two.', 'Carl');
  await hasBegun(stage);
  first.child.kill('SIGKILL');
  expect(await second.run).toMatchObject({ code: 0, stderr: '' });
  expect(await lastFour(stage)).toEqual(['Alice', 'Alice', 'Bob cut', 'Carl']);
  await stage.isSound();
});

/** A stage where another program holds the lock of the store for a quarter of a second, again and again. */
async function contended(): Promise<Stage> {
  const stage = await atTheInn();
  const other = await contender(join(stage.data, 'sotto.db'), { hold: 250, pause: 60 });
  onTestFinished(() => stopped(other));
  return stage;
}

test.each([
  ['auto', ['auto', '--turns', '4'], 4],
  ['say', ['say', 'One.', '--reply', 'Bob', 'Carl', 'Bob'], 4],
])(
  'RP-021 RP-071 beside a program that writes again and again, `%s` ends every reply and says nothing of it',
  async (_, args, count) => {
    const stage = await contended();
    const { code, stderr, lines } = await stage.run(...args, '--json', ...(await slowly(60)));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(ofType(lines, 'message')).toHaveLength(count);
    expect(ofType(lines, 'message').filter(({ truncated }) => truncated)).toEqual([]);
  },
);

/** Waits until a process prints this. */
const isTold = (child: ChildProcess, wanted: RegExp): Promise<void> =>
  new Promise((resolve) => {
    child.stdout?.on('data', (text) => wanted.test(String(text)) && resolve());
  });

test('invariant 8 a store that is locked as a reply ends: the reply waits with a word and is kept whole', async () => {
  const stage = await atTheInn();
  const server = await slowly(20);
  const { child, run } = await speaking(stage, server, 'One.', 'Bob');
  await hasBegun(stage);
  const other = new Database(join(stage.data, 'sotto.db'));
  other.exec('BEGIN IMMEDIATE');
  await isTold(child, /another program is writing to the store; waiting/);
  other.exec('ROLLBACK');
  other.close();
  const { code, lines } = await run;
  expect(code).toBe(0);
  const [said] = ofType(lines, 'message').slice(-1);
  expect(said).toMatchObject({ speaker: 'Bob', truncated: false });
  expect((await stage.json('log', '--all')).at(-1)).toMatchObject({ text: said?.text, truncated: false });
  await stage.isSound();
});

test('invariant 8 who gives that wait up gets exit 5 and one line', async ({ skip }) => {
  skip(isWindows, 'Windows ends a process where Unix interrupts it');
  const stage = await atTheInn();
  const { child, run } = await speaking(stage, await slowly(20), 'One.', 'Bob');
  await hasBegun(stage);
  const other = new Database(join(stage.data, 'sotto.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  await isTold(child, /another program is writing/);
  child.kill('SIGINT');
  const { code, stderr } = await run;
  expect({ code, lines: stderr.split('\n').filter((line) => line.startsWith('sotto: ')) }).toEqual({
    code: 5,
    lines: [expect.stringMatching(/sotto\.db is locked by another program/)],
  });
});
