import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';

const child = fileURLToPath(new URL('child.ts', import.meta.url));
const started: pty.IPty[] = [];

const start = (env: Record<string, string> = {}) => {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  const { CI: _, ...rest } = process.env;
  const program = pty.spawn(process.execPath, ['--import', 'tsx', child], {
    cols: 80,
    rows: 24,
    env: { ...(rest as Record<string, string>), TERM: 'xterm-256color', ...env },
  });
  started.push(program);
  let output = '';
  program.onData((data) => {
    output += data;
    terminal.write(data);
  });
  terminal.onData((answer) => program.write(answer));
  const ended = new Promise<number>((resolve) => program.onExit(({ exitCode }) => resolve(exitCode)));
  const text = (): string => {
    const { active } = terminal.buffer;
    return Array.from({ length: 24 }, (__, row) =>
      active.getLine(active.baseY + row)?.translateToString(true),
    ).join('\n');
  };
  const shows = (wanted: string): Promise<void> =>
    vi.waitFor(() => expect(text()).toContain(wanted), { timeout: 30_000, interval: 10 });
  return { program, terminal, ended, shows, text, output: () => output };
};

afterEach(() => {
  for (const program of started.splice(0)) program.kill('SIGKILL');
});

const given = async (env: Record<string, string> = {}) => {
  const run = start(env);
  await run.shows('Alice >');
  await run.shows('Good morning from the child.');
  return run;
};

const isRestored = async ({ terminal, shows }: ReturnType<typeof start>, last: string): Promise<void> => {
  await shows(last);
  expect(terminal.buffer.active.type).toBe('normal');
  expect(terminal.modes).toMatchObject({
    bracketedPasteMode: false,
    mouseTrackingMode: 'none',
    wraparoundMode: true,
  });
};

describe('in a real terminal', () => {
  test('the screen takes the terminal, and Ctrl+C twice gives it back with 0', async () => {
    const run = await given();
    expect(run.terminal.buffer.active.type).toBe('alternate');
    expect(run.terminal.modes).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: 'vt200' });
    run.program.write('\x03');
    await run.shows('Ctrl+C again leaves');
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
    await vi.waitFor(() => expect(run.terminal.buffer.active.type).toBe('normal'));
    expect(run.output()).toContain('\x1b[?1049l');
    expect(run.output().split('\x1b[?1049l').length).toBe(2);
  });

  test.each([
    ['an exception', '/redo\r', 'a wheel came off'],
    ['a rejection', '/reply Bob\r', 'a promise was broken'],
  ])('%s that nobody caught: the terminal first, then the error, then 70', async (_, typed, error) => {
    const run = await given();
    run.program.write(typed);
    expect(await run.ended).toBe(70);
    await isRestored(run, error);
    expect(run.output().indexOf(error)).toBeGreaterThan(run.output().indexOf('\x1b[?1049l'));
  });

  test('stopped and continued, the screen comes back whole', async () => {
    const run = await given();
    run.program.kill('SIGTSTP');
    await vi.waitFor(() => expect(run.terminal.buffer.active.type).toBe('normal'), { timeout: 10_000 });
    run.program.kill('SIGCONT');
    await vi.waitFor(() => expect(run.terminal.buffer.active.type).toBe('alternate'), { timeout: 10_000 });
    await run.shows('Good morning from the child.');
    run.program.write('still here');
    await run.shows('Alice > still here');
  });

  test('a resize is followed', async () => {
    const run = await given();
    run.terminal.resize(60, 24);
    run.program.resize(60, 24);
    await vi.waitFor(() => expect(run.text()).toMatch(/^─{60}\s*$/m), { timeout: 10_000 });
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
    expect(run.terminal.buffer.active.type).toBe('alternate');
    rmSync(folder, { recursive: true });
  });
});
