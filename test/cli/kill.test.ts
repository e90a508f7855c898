import type { ChildProcess } from 'node:child_process';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { messageLine } from '../../src/app/chats/message-line.ts';
import { App } from '../../src/app/run/app.ts';
import { messagesOf } from '../../src/domain/view.ts';
import { runs } from '../cases.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { openStore } from '../histories.ts';
import { atTheInn } from './inn.ts';
import { killing } from './kills.ts';
import { ended, type Line, type Stage, start } from './sotto.ts';

// A hundred and more in a soak: `SOTTO_SOAK=N`.
const { numRuns: kills } = runs(14);
const lanes = 4;

/**
 * Milliseconds after the start of a process, after its first word, after its first reply when others stream, or after words of a
 * reply that streams are in the store; seeded.
 */
const moment = fc.record({
  after: fc.constantFrom('start', 'first word', 'first reply', 'words in the store'),
  ms: fc.integer({ min: 0, max: 700 }),
});
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;
/** In each lane one as soon as words of a reply are in the store, so that some are cut; the others are drawn. */
const inAReply = Array<Moment>(lanes).fill({ after: 'words in the store', ms: 0 });
const moments = [...inAReply, ...fc.sample(moment, kills)];

/** Calls once so many messages are printed. */
function whenPrinted({ stdout }: ChildProcess, messages: number, then: () => void): void {
  let printed = '';
  const look = (chunk: Buffer): void => {
    printed += chunk;
    if (printed.split('"type":"message"').length <= messages) return;
    stdout?.off('data', look);
    then();
  };
  stdout?.on('data', look);
}

/** Calls once words of a reply that streams are in the store, unless the process ends before. */
function whenKept(child: ChildProcess, { data }: Stage, then: () => void): void {
  const store = openStore(data);
  const looking = setInterval(() => {
    if (!store.scratch.all().some(({ text }) => text !== '')) return;
    clearInterval(looking);
    then();
  }, 10);
  child.once('exit', () => {
    clearInterval(looking);
    store.close();
  });
}

/** Plays a line and five replies in one process, kills it at a moment, returns the messages that it had printed. */
async function playUntilKilled(stage: Stage, url: string, { after, ms }: Moment): Promise<Line[]> {
  const speakers = ['Bob', 'Carl', 'Bob', 'Carl', 'Bob'];
  const server = ['--backend', 'llamacpp', '--url', url];
  const child = start(['say', `At ${ms}.`, '--json', ...server, '--reply', ...speakers], stage);
  const arm = () => setTimeout(() => child.kill('SIGKILL'), ms);
  const lines = { 'first word': 1, 'first reply': 2 };
  if (after === 'start') arm();
  else if (after === 'words in the store') whenKept(child, stage, arm);
  else whenPrinted(child, lines[after], arm);
  const { stdout } = await ended(child);
  const whole = stdout.split('\n').slice(0, -1);
  return whole.map((line): Line => JSON.parse(line)).filter(({ type }) => type === 'message');
}

/** The omniscient log, read as the next start of the program reads it, from a store that must be sound. */
function logAfterwards({ data }: Stage): Line[] {
  const context = new App({ data });
  try {
    const state = context.store.chats.read(context.chatId());
    expect(context.store.verify(state).differences).toEqual([]);
    expect(context.store.scratch.all()).toEqual([]);
    const known = context.store.moment(state.id, state.head).known('everyone');
    const messages = [...messagesOf(known.view)];
    return messages.map((message) => messageLine(message, known) as unknown as Line);
  } finally {
    context.close();
  }
}

/** A reply that is not marked as cut short must be whole: the understudy always ends its sentences. */
const isHalf = ({ speaker, text, truncated }: Line): boolean =>
  speaker !== 'Alice' && !truncated && !/[.?!]\*?$/.test(text);

async function lane(url: string, own: readonly Moment[]): Promise<number> {
  const stage = await atTheInn();
  const printed: Line[] = [];
  for (const one of own) {
    printed.push(...(await playUntilKilled(stage, url, one)));
    const log = logAfterwards(stage);
    expect(log).toEqual(expect.arrayContaining(printed));
    expect(log.filter(isHalf)).toEqual([]);
  }
  return logAfterwards(stage).filter(({ truncated }) => truncated).length;
}

test('invariant 8: killed at many moments, the store opens, what was printed is there, a cut reply is kept as such', async () => {
  const { url, close } = await startFakeServer({ tokensPerSecond: 100, slots: lanes });
  onTestFinished(close);
  const shares = Array.from({ length: lanes }, (_, n) => moments.filter((__, at) => at % lanes === n));
  const cut = await Promise.all(shares.map((own) => lane(url, own)));

  expect(cut.reduce((sum, one) => sum + one)).toBeGreaterThan(0);
});

test('invariant 8: of three processes on one store, beside a program that holds its lock at random, those that are killed lose nothing of what the others write', async () => {
  const trouble: string[] = [];
  for await (const found of killing(runs(4).numRuns, Number(process.env.SOTTO_SEED)))
    trouble.push(...found.trouble);
  expect(trouble).toEqual([]);
});
