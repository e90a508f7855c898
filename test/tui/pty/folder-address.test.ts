import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

let folder: string;
let run: PtyRun | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-folder-'));
});

afterEach(() => {
  run?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (): PtyRun =>
  new PtyRun([builtProgram(), '--data', join(folder, 'data')], { HOME: folder }, false, folder);

test('the screen asks once about an address that lies in the folder, and works without it until somebody says yes', async () => {
  const { url, close } = await startFakeServer();
  writeFileSync(join(folder, 'config.toml'), `[backend]\nkind = "llamacpp"\nurl = "${url}"\n`);
  const question = `  ${url}`;
  run = opened();
  await run.shows(question);
  await run.shows('Allow it? [y/N]');
  run.program.write('\r');
  await run.shows('is not used');
  await run.shows('no model');
  run.kill();
  await run.ended;
  run = opened();
  await run.shows(question);
  run.program.write('y\r');
  await run.shows('llamacpp');
  run.kill();
  await run.ended;
  run = opened();
  await run.shows('llamacpp');
  expect(run.output).not.toContain(question);
  await close();
});
