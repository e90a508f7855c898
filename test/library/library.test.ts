import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('the package is a library: its example runs on what `exports` offers, and the whisper stays with who heard it', () => {
  const said = execFileSync(process.execPath, [at('docs/example.mjs')], { encoding: 'utf8', cwd: at('.') });
  expect(said.split('\n').slice(-3)).toEqual([
    'Ansel perceived 4 messages; whisper in the prompt: true',
    'Odile perceived 3 messages; whisper in the prompt: false',
    '',
  ]);
});

test('the page of the library shows the example as it is run', () => {
  expect(readFileSync(at('docs/library.md'), 'utf8')).toContain(
    readFileSync(at('docs/example.mjs'), 'utf8').trim(),
  );
});
