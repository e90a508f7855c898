import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { until } from '../../until.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const main = builtProgram();
let folder: string;
const runs: PtyRun[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-drafts-'));
});
afterEach(() => {
  for (const run of runs.splice(0)) run.kill();
  rmSync(folder, { recursive: true, force: true });
});

const screen = async (): Promise<PtyRun> => {
  const run = new PtyRun([main, '--data', folder, '--backend', 'understudy']);
  runs.push(run);
  await run.shows('understudy: no model');
  return run;
};

const kept = (): string => {
  const store = new Database(join(folder, 'sotto.db'), { readonly: true });
  const rows = store.prepare('SELECT drafts FROM draft').pluck().all();
  store.close();
  return JSON.stringify(rows);
};

const isKept = (text: string) => until(() => expect(kept()).toContain(text));

test('a draft is there again after leaving, and is written before the process is suspended', async () => {
  const run = await screen();
  run.program.write('not yet\x1a');
  await run.isIn('normal');
  await isKept('not yet');
  await run.continues();
  run.program.write(' sent');
  await run.shows('> not yet sent');
  run.program.write('\x03\x03');
  expect(await run.ended).toBe(0);
  await (await screen()).shows('> not yet sent');
});

test('RP-104 the store removed under the screen: it says so, and the line that is sent stays in the composer', async () => {
  const run = await screen();
  rmSync(join(folder, 'sotto.db'));
  await run.shows('was removed while it was open');
  run.program.write('My long letter');
  await run.shows('> My long letter');
  run.program.write('\r');
  await run.shows('> My long letter');
  run.program.write(' goes on');
  await run.shows('goes on');
  await run.shows('> My long letter');
  run.program.write('\x03\x03');
  expect(await run.ended).toBe(0);
});
