import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../bundled.ts';
import { builtProgram } from '../cli/built.ts';

const run = fileURLToPath(new URL('run.ts', import.meta.url));

test('every bench runs at its smallest, and prints lines of the shape that `--json` promises', async () => {
  builtProgram();
  const { status, stdout, stderr } = spawnSync(process.execPath, [await bundled(run), '--json'], {
    env: { ...process.env, SOTTO_BENCH_SMALLEST: '1' },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [first, ...others] = new Set(lines.map(({ bench }) => bench));
  expect(first).toBe('append');
  expect(others).toContain('recall');
  for (const line of lines)
    expect(line).toMatchObject({
      case: expect.stringMatching(/./),
      median: expect.any(Number),
      p95: expect.any(Number),
      unit: expect.stringMatching(/^(?:ms|bytes|MiB|share|tokens|count)$/),
      runs: expect.any(Number),
    });
});
