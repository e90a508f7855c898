import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../cli/built.ts';
import { isWindows } from '../windows.ts';

const folder = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'sotto-bin-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

/** The rule above the composer. */
const rule = '─'.repeat(40);

/** What a Node process has written to its terminal when the composer is there, or when it ended without one. */
const drawn = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const child = pty.spawn(process.execPath, [...args], { cols: 80, rows: 24 });
    let output = '';
    child.onData((data) => {
      output += data;
      if (output.includes(rule)) child.kill('SIGKILL');
    });
    child.onExit(() => resolve(output));
  });

/** A copy of bin with a program of its own beside it; runs it on what says it is Node `version`. */
const run = (program: string | null, version = process.versions.node) => {
  const root = folder();
  cpSync(fileURLToPath(new URL('../../bin', import.meta.url)), join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'dist'));
  if (program !== null) writeFileSync(join(root, 'dist/main.cjs'), program);
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

test('RP-030 a program that has ended leaves with all that it printed, whatever is still under way', () => {
  const endless = `setInterval(() => {}, 1000); process.stdout.write('x'.repeat(300_000)); exports.ended = Promise.resolve(); ${program}`;
  const { status, stdout } = run(endless);
  expect([status, stdout]).toEqual([3, `${'x'.repeat(300_000)}a,b\n`]);
});

test('without a build one line says how to get one', () => {
  const { status, stderr } = run(null);
  expect(status).toBe(1);
  expect(stderr).toBe('sotto: the program is not built: dist is missing: run `npm run build`\n');
});

describe('the code that the build has kept', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  /** A copy of the built package with its code changed, and what it then says of its version, with this folder for caches. */
  const changed = (change: (file: string) => void, cache = folder()) => {
    builtProgram();
    const copy = folder();
    for (const part of ['bin', 'dist', 'drizzle', 'package.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    for (const name of readdirSync(join(copy, 'dist')).filter((name) => name.endsWith('.code')))
      change(join(copy, 'dist', name));
    const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
    const start = () => {
      const args = [join(copy, 'bin/sotto.js'), '--version'];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
      return { status, stdout, stderr };
    };
    return { cache, start };
  };
  const says = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' };

  test('is there for this Node, and used', () => {
    builtProgram();
    const compiled = `const vm = require('node:vm');
      vm.Script = class extends vm.Script {
        constructor(text, how) {
          super(text, how);
          console.log(how.filename, this.cachedDataRejected);
        }
      };
      const { load } = require('./bin/load.js');
      load(require('node:path').resolve('dist/drawing.cjs'));
      process.argv = ['node', 'sotto', '--version'];
      load(require('node:path').resolve('dist/main.cjs'));`;
    // In a Node as a person starts it: V8 refuses code that was made under other flags, and a worker of the tests has its own.
    const { stdout } = spawnSync(process.execPath, ['--eval', compiled], { cwd: root, encoding: 'utf8' });
    expect(stdout).toMatch(/^dist\/drawing\.cjs false\ndist\/main\.cjs false\n\d/);
  });

  test('RP-020 draws the screen, whose parts are imported, and so does the program without it', async ({
    skip,
  }) => {
    skip(isWindows, 'a terminal as Unix has it');
    builtProgram();
    const data = folder();
    writeFileSync(join(data, 'config.toml'), '[backend]\nkind = "understudy"\n');
    const flags = ['--data', data, '--config', join(data, 'config.toml')];
    expect(await drawn([join(root, 'bin/sotto.js'), ...flags])).toContain(rule);
    expect(await drawn([join(root, 'dist/main.cjs'), ...flags])).toContain(rule);
  });

  test.each<[string, (file: string) => void]>([
    ['is missing, as it is for another Node', (file) => rmSync(file)],
    ['is cut off', (file) => truncateSync(file, 1000)],
    ['is of another program', (file) => writeFileSync(file, 'no code at all')],
    ['is empty', (file) => writeFileSync(file, '')],
  ])('is kept anew in a folder of the person when it %s, and used from there', (_, change) => {
    const { start, cache } = changed(change);
    expect(start()).toEqual(says);
    const [code = '', ...others] = readdirSync(join(cache, 'sotto'));
    expect(code).toMatch(/^[0-9a-f]{16}-main-v.*\.code$/);
    expect(others).toEqual([]);
    const { mtimeMs } = statSync(join(cache, 'sotto', code));
    expect(start()).toEqual(says);
    expect(statSync(join(cache, 'sotto', code)).mtimeMs).toBe(mtimeMs);
  });

  test('is done without where no folder can be written', () => {
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    expect(changed((code) => rmSync(code), file).start()).toEqual(says);
  });
});
