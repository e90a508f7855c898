import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../architecture/read-sources.ts';
import { takeApart } from '../architecture/source.ts';
import { copied, installed, npm } from './package.ts';

// Without types: it is a script of the build.
const { licencesOf } = await import(new URL('../../bin/licences.mjs', import.meta.url).href);

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let copy: string;
let consumer: string;
/** Paths of what the package file holds. */
let packed: readonly string[];

beforeAll(() => {
  copy = copied();
  const { status, stdout, stderr } = npm(copy, 'npm', 'pack', '--json', '--foreground-scripts=false');
  expect(stderr).not.toContain('error');
  expect(status).toBe(0);
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  packed = files.map(({ path }: { path: string }) => path);
  consumer = installed(join(copy, filename));
});

afterAll(() => {
  for (const folder of [copy, consumer]) rmSync(folder, { recursive: true, force: true });
});

describe('the package that `npm pack` makes', () => {
  test('runs in an empty folder', () => {
    const { status, stdout } = npm(consumer, 'npx', '--no', 'sotto', 'demo');
    expect(status).toBe(0);
    expect(stdout).toContain('── as Maren ──');
  });

  test('is a library there', () => {
    const example = readFileSync(at('docs/example.mjs'), 'utf8');
    writeFileSync(join(consumer, 'example.mjs'), example.replace('../cards/', './node_modules/sotto/cards/'));
    const said = execFileSync(process.execPath, ['example.mjs'], { cwd: consumer, encoding: 'utf8' });
    expect(said).toContain('Odile perceived 3 messages; whisper in the prompt: false');
  });

  test.each(['nodenext', 'bundler'])(
    'has types that a strict program with moduleResolution %s compiles against, looking into all of them, with nothing else installed',
    (moduleResolution) => {
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        target: 'es2023',
        module: moduleResolution === 'nodenext' ? 'nodenext' : 'preserve',
        moduleResolution,
        types: [],
        noEmit: true,
      };
      writeFileSync(
        join(consumer, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
      );
      writeFileSync(join(consumer, 'consumer.ts'), readFileSync(new URL('consumer.txt', import.meta.url)));
      const compiler = at('node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', consumer], { encoding: 'utf8' });
      expect(stdout).toBe('');
    },
  );

  test('holds what it needs, and nothing of the tests or the sources', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'dist/main.cjs',
        'dist/sotto.mjs',
        'types/app/sotto.d.ts',
      ]),
    );
    expect(packed.filter((path) => /^(?:src|test|node_modules)\//.test(path))).toEqual([]);
  });
});

describe('the licences of what is bundled', () => {
  const licences = () => readFileSync(join(consumer, 'node_modules/sotto/dist/licences.txt'), 'utf8');

  test('travel with the package: name, version, licence and its text', () => {
    const version = (name: string) =>
      JSON.parse(readFileSync(at(`node_modules/${name}/package.json`), 'utf8')).version;
    for (const [name, licence, text] of [
      ['zod', 'MIT', 'node_modules/zod/LICENSE'],
      ['ink', 'MIT', 'node_modules/ink/license'],
      ['smol-toml', 'BSD-3-Clause', 'node_modules/smol-toml/LICENSE'],
      ['@alcalzone/ansi-tokenize', 'MIT', 'node_modules/@alcalzone/ansi-tokenize/LICENSE'],
      ['drizzle-orm', 'Apache-2.0', 'bin/licences/drizzle-orm.txt'],
    ] as const)
      expect(licences()).toContain(
        `${name} ${version(name)} (${licence})\n\n${readFileSync(at(text), 'utf8').trim()}\n`,
      );
  });

  test('are there for each package that the sources import', () => {
    const imports = readSources().flatMap((file) => takeApart(file).imports);
    const names = imports
      .filter(({ target, typeOnly }) => !typeOnly && !/^(?:src\/|\.\.\/|node:|sqlite-vec)/.test(target))
      .map(({ target }) => target.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1'));
    expect(names).toContain('undici');
    for (const name of names) expect(licences()).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  /** Puts a package beside the program of the copy, which imports it. */
  const importing = (about: object, licence?: string) => {
    const folder = join(copy, 'src/cli/node_modules/other');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const stated = { name: 'other', version: '1.2.3', main: 'index.js', ...about };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(stated));
    writeFileSync(join(folder, 'index.js'), 'globalThis.other = 1;');
    if (licence !== undefined) writeFileSync(join(folder, 'LICENSE'), licence);
    writeFileSync(join(copy, 'src/cli/with-other.ts'), "import 'other';\n");
  };
  const found = async () => {
    const entryPoints = [join(copy, 'src/cli/with-other.ts')];
    const options = { absWorkingDir: copy, entryPoints, bundle: true, write: false, metafile: true } as const;
    return licencesOf([(await build(options)).metafile], copy);
  };

  test.each([
    ['copyleft', { license: 'GPL-3.0-only' }, 'All may copy.', 'its licence is "GPL-3.0-only"'],
    [
      'a choice, which somebody has to make',
      { license: '(MIT OR GPL-3.0)' },
      '',
      'its licence is "(MIT OR GPL-3.0)"',
    ],
    ['not stated', {}, 'All may copy.', 'its licence is "not stated"'],
    ['one without its text', { license: 'MIT' }, undefined, 'it has no text of its licence (MIT)'],
  ])('are refused where one is %s', async (_, about, licence, said) => {
    importing(about, licence);
    await expect(found()).rejects.toThrow(`other 1.2.3 cannot be bundled: ${said}`);
  });

  test('are taken with their text where they are permissive', async () => {
    importing({ license: 'ISC' }, 'All may copy.\r\nSo be it.\r\n');
    expect(await found()).toBe('other 1.2.3 (ISC)\n\nAll may copy.\nSo be it.\n');
  });

  test('fail the build where one is refused, and nothing is built', () => {
    importing({ license: 'GPL-3.0-only' }, 'All may copy.');
    writeFileSync(join(copy, 'src/cli/main.ts'), "import './with-other.ts';\n");
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'bin/build.mjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('other 1.2.3 cannot be bundled: its licence is "GPL-3.0-only"');
    expect([status, existsSync(join(copy, 'dist'))]).toEqual([1, false]);
  });
});
