import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { until } from '../../until.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const story = 'Once upon a time there was a ferry, and nobody knew whose it was. '.repeat(50);

const started = (data: string, server: string[], lingers = false): PtyRun => {
  const run = new PtyRun([builtProgram(), '--data', data, ...server], {}, lingers);
  onTestFinished(() => run.kill());
  return run;
};

/** The built program while a reply streams and a draft is half written. */
async function midway(lingers = false): Promise<{ data: string; run: PtyRun }> {
  const data = mkdtempSync(join(tmpdir(), 'sotto-endings-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const { url, close } = await startFakeServer({ tokensPerSecond: 40, script: () => ({ text: story }) });
  onTestFinished(close);
  const run = started(data, ['--backend', 'llamacpp', '--url', url], lingers);
  await run.shows('llamacpp');
  run.program.write('Whose is it?\r');
  await run.shows('Once upon a time there was a ferry');
  run.program.write('half a thou');
  await run.shows('> half a thou');
  return { data, run };
}

/** Waits until the store has this draft. */
const isWritten = (data: string, draft: string) =>
  until(() => {
    const store = new Database(join(data, 'sotto.db'), { readonly: true });
    const rows = store.prepare('SELECT drafts FROM draft').pluck().all();
    store.close();
    expect(JSON.stringify(rows)).toContain(draft);
  });

const isGone = (pid: number) => until(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));

/** What was there when it ended is there at the next start: what was said, the reply as far as it came, the draft. */
async function isKept(data: string, draft = '> half a thou'): Promise<void> {
  const next = started(data, ['--backend', 'understudy']);
  await next.shows('understudy: no model');
  await next.shows(draft);
  await next.shows('Once upon a time there was a ferry');
  await next.shows('cut short');
  expect(next.text()).toContain('Whose is it?');
}

test.each<[string, (run: PtyRun) => void, number]>([
  ['SIGTERM', (run) => run.program.kill('SIGTERM'), 143],
  ['SIGHUP', (run) => run.program.kill('SIGHUP'), 129],
  ['SIGINT', (run) => run.program.kill('SIGINT'), 130],
])(
  'RP-041 %s in the midst of a reply gives the terminal back and keeps reply and draft',
  async (_, end, code) => {
    const { data, run } = await midway();
    end(run);
    expect(await run.ended).toBe(code);
    await run.isIn('normal');
    run.isRestored();
    await isKept(data);
  },
);

test('RP-041 Ctrl+C twice in the midst of a reply gives the terminal back and keeps reply and draft', async () => {
  const { data, run } = await midway(true);
  run.program.write('\x03');
  await run.hides('is writing');
  await run.shows('press Ctrl+C again to quit');
  run.program.write('\x03');
  await run.shows('[ended 0]');
  await run.isIn('normal');
  run.isRestored();
  await isKept(data);
});

test('RP-041 a kill in the midst of a reply takes neither the draft that was written nor what came of the reply', async () => {
  const { data, run } = await midway();
  await isWritten(data, 'half a thou');
  run.kill();
  await run.ended;
  await isKept(data);
});

test('RP-041 /quit in the midst of a reply gives the terminal back and keeps the reply', async () => {
  const { data, run } = await midway();
  run.program.write('\x15/quit\r');
  expect(await run.ended).toBe(0);
  await run.isIn('normal');
  run.isRestored();
  await isKept(data, 'write, or /to NAME');
});

test('RP-041 a terminal that is closed in the midst of a reply ends the program, and reply and draft are kept', async () => {
  const { data, run } = await midway();
  const { pid } = run.program;
  run.close();
  await isGone(pid);
  await isKept(data);
});

test('RP-041 stopped and continued in the midst of a reply, the draft and what came of the reply are there', async () => {
  const { data, run } = await midway();
  run.program.kill('SIGTSTP');
  await run.isIn('normal');
  run.isRestored();
  await run.continues();
  await run.shows('> half a thou');
  expect(run.title).toContain('sotto: ');
  run.program.write('ght\x03');
  await run.hides('is writing');
  await run.shows('press Ctrl+C again to quit');
  run.program.write('\x03');
  expect(await run.ended).toBe(0);
  await isKept(data, '> half a thought');
});
