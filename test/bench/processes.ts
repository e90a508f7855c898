import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';

const processor = fileURLToPath(new URL('processor.cjs', import.meta.url));

/** What a measured process is given: no certificates to read, which cost bare node as much as all that sotto does. */
const environment = (): Record<string, string> => {
  const { CI: _, NO_COLOR: __, NODE_EXTRA_CA_CERTS: ___, ...env } = process.env;
  return { ...(env as Record<string, string>), TERM: 'xterm-256color' };
};

/** Milliseconds from start to end of a node process without a terminal. */
export const headless = (args: readonly string[], env = environment()): Promise<number> =>
  new Promise((resolve, reject) => {
    const before = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - before);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });

/** Milliseconds until each of `signs` stood in the output of a node process in a terminal; its end without signs. */
export const inTerminal = (
  args: readonly string[],
  signs: readonly string[],
  env = environment(),
): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const before = performance.now();
    const child = pty.spawn(process.execPath, [...args], { cols: 80, rows: 24, env });
    const seen: number[] = [];
    let output = '';
    child.onData((data) => {
      output += data;
      while (seen.length < signs.length && output.includes(signs[seen.length]!))
        seen.push(performance.now() - before);
      if (signs.length > 0 && seen.length === signs.length) child.kill('SIGKILL');
    });
    child.onExit(({ exitCode }) => {
      if (signs.length === 0) resolve([performance.now() - before]);
      else if (seen.length === signs.length) resolve(seen);
      else reject(new Error(`sotto ended with ${exitCode} before it had painted:\n${output}`));
    });
  });

/** Milliseconds of processor time, of all threads, until a node process in a terminal had printed each of `signs`; without signs, and without a terminal, until its end. */
export async function processorOf(args: readonly string[], signs: readonly string[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-processor-'));
  const file = join(folder, 'times');
  const env = { ...environment(), BENCH_PROCESSOR: JSON.stringify({ file, signs }) };
  const run = ['--require', processor, ...args];
  try {
    await (signs.length > 0 ? inTerminal(run, [], env) : headless(run, env));
    return readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
