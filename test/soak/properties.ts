import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs the tests with all cases of their properties, so many times; how many cases that were, and whether all held. */
export async function allProperties(
  seed: number,
  times: number,
): Promise<{ readonly cases: number; readonly isGood: boolean }> {
  const env = { ...process.env, SOTTO_SOAK: String(times), SOTTO_SEED: String(seed) };
  const args = ['vitest', 'run', '--config', 'test/vitest.config.ts'];
  const child = spawn('npx', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  let cases = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    cases = Number(/^Properties drew (\d+) cases/.exec(line)?.[1] ?? cases);
    process.stdout.write(`${line}\n`);
  }
  return { cases, isGood: (await code) === 0 };
}
