import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a soak for so many minutes ends when they are over, and is good where nothing was found', () => {
  const run = fileURLToPath(new URL('run.ts', import.meta.url));
  const args = [
    '--import',
    'tsx',
    run,
    'canary',
    '--turns',
    '3',
    '--count',
    '1000000',
    '--workers',
    '1',
    '--minutes',
    '0',
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toMatch(
    /canary: \d+ of 1000000 in \d+ s, \d+ checked, 0 found\n\d+ cases ran by --seed \d+, nothing was found\n$/,
  );
  expect(status).toBe(0);
});
