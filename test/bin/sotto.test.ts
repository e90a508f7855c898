import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** A copy of bin with a program of its own beside it; runs it on what says it is Node `version`. */
const run = (program: string | null, version = process.versions.node) => {
  const root = mkdtempSync(join(tmpdir(), 'sotto-bin-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL('../../bin', import.meta.url)), join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'dist'));
  if (program !== null) writeFileSync(join(root, 'dist/main.js'), program);
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(root, 'bin/sotto.js'),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, 'a', 'b'], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

const program = 'console.log(process.argv.slice(2).join()); process.exitCode = 3;';

test('the program gets the arguments and decides the exit code', () => {
  expect(run(program)).toEqual({ status: 3, stdout: 'a,b\n', stderr: '' });
});

test.each(['18.20.4', '20.18.9'])(
  'on Node %s one line says which is needed, and nothing is run',
  (version) => {
    const { status, stdout, stderr } = run(program, version);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^sotto: Node\.js [\d.]+ is too old: sotto needs 20\.19 or newer: .*\n$/);
  },
);

test.each(['20.19.0', '22.0.0', '100.1.0'])('Node %s is new enough', (version) => {
  expect(run(program, version).status).toBe(3);
});

test('without a build one line says how to get one', () => {
  const { status, stderr } = run(null);
  expect(status).toBe(1);
  expect(stderr).toBe('sotto: the program is not built: dist is missing: run `npm run build`\n');
});
