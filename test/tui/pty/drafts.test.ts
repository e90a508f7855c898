import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { PtyRun } from './run-in-pty.ts';

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

const isKept = (text: string) =>
  vi.waitFor(() => expect(kept()).toContain(text), { timeout: 30_000, interval: 10 });

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
