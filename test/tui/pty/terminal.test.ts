import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { bundled } from '../../bundled.ts';
import { until } from '../../until.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const child = await bundled(fileURLToPath(new URL('child.ts', import.meta.url)));
const started: PtyRun[] = [];

afterEach(() => {
  for (const run of started.splice(0)) run.kill();
});

const given = async (env: Record<string, string> = {}): Promise<PtyRun> => {
  const run = new PtyRun([child], env);
  started.push(run);
  await run.shows('Alice >');
  await run.shows('Good morning from the child.');
  await until(() => expect(run.output).toContain('\x1b[>4;1m'));
  return run;
};

const isRestored = async (run: PtyRun, last: string): Promise<void> => {
  await run.shows(last);
  run.isRestored();
};

describe('in a real terminal', () => {
  test('the screen takes the terminal, and Ctrl+C twice gives it back with 0', async () => {
    const run = await given();
    expect(run.terminal.buffer.active.type).toBe('alternate');
    expect(run.terminal.modes).toMatchObject({
      bracketedPasteMode: true,
      mouseTrackingMode: 'drag',
      sendFocusMode: true,
    });
    expect(run.title).toBe('sotto: At the fair');
    run.program.write('\x03');
    await run.shows('press Ctrl+C again to quit');
    run.program.write('\x03');
    expect(await run.ended).toBe(0);
    await isRestored(run, 'after the screen');
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ])('%s gives the terminal back and ends with %i', async (signal, code) => {
    const run = await given();
    run.program.kill(signal);
    expect(await run.ended).toBe(code);
    await run.isIn('normal');
    expect(run.output).toContain('\x1b[?1049l');
    expect(run.output.split('\x1b[?1049l').length).toBe(2);
    await isRestored(run, '');
  });

  test.each([
    ['an exception', '/redo\r', '(a wheel came off)'],
    ['a rejection', '/reply Bob\r', 'a promise was broken'],
    ['an exception in a component', '/undo\r', 'Cannot read properties of null'],
  ])('%s that nobody caught: the terminal first, then the error, then 70', async (_, typed, error) => {
    const run = await given();
    run.program.write(typed);
    expect(await run.ended).toBe(70);
    await isRestored(run, error);
    expect(run.output).not.toContain('aGk=');
    expect(run.output.indexOf(error)).toBeGreaterThan(run.output.indexOf('\x1b[?1049l'));
  });

  test('stopped and continued, the screen comes back whole', async () => {
    const run = await given();
    run.program.kill('SIGTSTP');
    await run.isIn('normal');
    await isRestored(run, '');
    await run.continues();
    await run.shows('Good morning from the child.');
    run.program.write('still here');
    await run.shows('Alice > still here');
    expect([run.title, run.terminal.modes.sendFocusMode]).toEqual(['sotto: At the fair', true]);
  });

  test('a resize is followed', async () => {
    const run = await given();
    run.terminal.resize(60, 24);
    run.program.resize(60, 24);
    await until(() => expect(run.text()).toMatch(/^─{60}\s*$/m));
  });

  test('Ctrl+G writes in the editor of the human and comes back with the text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sotto-editor-'));
    const editor = join(folder, 'editor');
    writeFileSync(editor, '#!/bin/sh\nprintf "%s from the editor\\n" "$(cat "$1")" > "$1"\n');
    chmodSync(editor, 0o755);
    const run = await given({ EDITOR: editor, VISUAL: '' });
    run.program.write('hello');
    await run.shows('Alice > hello');
    run.program.write('\x07');
    await run.shows('Alice > hello from the editor');
    expect(run.title).toBe('sotto: At the fair');
    expect(run.terminal.buffer.active.type).toBe('alternate');
    rmSync(folder, { recursive: true });
  });
});
