import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Decisions } from '../../src/outside/extensions/decisions.ts';
import { extensionTool } from '../../src/outside/extensions/extension.ts';
import { extensionsIn, readExtension } from '../../src/outside/extensions/found.ts';
import { Outside } from '../../src/outside/outside.ts';
import type { AnyCaller, Outcome } from '../../src/tools/tool.ts';

const runner = fileURLToPath(new URL('../../bin/extension.mjs', import.meta.url));
const bounds = { startMs: 10_000, callMs: 10_000, result: 64_000, messages: 1 };

/** A data directory with these files in its folder of tools. */
function placed(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'sotto-tools-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'tools');
  mkdirSync(folder);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) put(name, text);
  return { folder, root, put, decisions: join(root, 'tools-allowed.json') };
}

const caller = {
  who: { id: 'c1', name: 'Odile' },
  now: '2026-01-31T12:00:00.000Z',
  known: {
    cast: [
      { id: 'c1', name: 'Odile', present: true, card: { id: 'secret card' } },
      { id: 'c2', name: 'Maren', present: false },
    ],
    view: {
      last: (limit: number) => [
        { speaker: 'c2', role: 'character', text: `Hello (${limit}).`, at: 'then', reasoning: 'a thought' },
        { speaker: 'c1', role: 'character', text: 'For people.', at: 'then', hidden: true },
      ],
    },
    mind: { world: { weather: 'fog' } },
  },
} as unknown as AnyCaller;

const module = (run: string) =>
  `export const description = 'Does it.';
  export const parameters = { type: 'object', properties: { text: { type: 'string' } } };
  export const run = ${run};`;

/** What an extension that runs this answers. */
async function answer(run: string, given: unknown = {}, more: Partial<typeof bounds> = {}, before = '') {
  const { folder } = placed({ 'one.mjs': `${before}${module(run)}` });
  const held = { ...bounds };
  const tool = await extensionTool(runner, readExtension(folder, 'one'), held);
  // What it is has been read by then, however long that took.
  Object.assign(held, more);
  return ((await tool.run(given, caller)) as Outcome).result;
}

describe('HC-44 an extension', () => {
  test('is a tool: its name, its description, what it is given and what it answers', async () => {
    const { folder } = placed({
      'say-it.mjs': module('({ text }) => ({ result: text + "!", text: "[said]", for: "line" })'),
    });
    const tool = await extensionTool(runner, readExtension(folder, 'say-it'), bounds);
    expect(tool).toMatchObject({ name: 'say_it', description: 'Does it.' });
    expect(await tool.run({ text: 'Hello' }, caller)).toEqual({
      result: 'Hello!',
      text: '[said]',
      for: 'line',
    });
  });

  test('is handed a copy of what its caller knows, and nothing wider', async () => {
    expect(JSON.parse(await answer('async (_, caller) => JSON.stringify(caller)'))).toEqual({
      name: 'Odile',
      now: '2026-01-31T12:00:00.000Z',
      cast: [
        { name: 'Odile', present: true },
        { name: 'Maren', present: false },
      ],
      messages: [{ speaker: 'Maren', text: 'Hello (50).', at: 'then' }],
      mind: { world: { weather: 'fog' } },
    });
  });

  test('keeps nothing from one call to the next', async () => {
    const { folder } = placed({ 'one.mjs': `let calls = 0; ${module('() => String(++calls)')}` });
    const tool = await extensionTool(runner, readExtension(folder, 'one'), bounds);
    expect(await tool.run({}, caller)).toEqual({ result: '1' });
    expect(await tool.run({}, caller)).toEqual({ result: '1' });
  });

  test('sees no variable of the environment but the usual ones', async () => {
    process.env.SOTTO_TEST_SECRET = 'x';
    const seen = await answer('() => Object.keys(process.env).join()');
    delete process.env.SOTTO_TEST_SECRET;
    expect(seen).toContain('PATH');
    expect(seen).not.toContain('SECRET');
  });

  test.each([
    [
      'hangs',
      '() => new Promise(() => setInterval(() => {}, 1000))',
      { callMs: 1500 },
      'it took too long and was stopped',
    ],
    ['spins', '() => { for (;;); }', { callMs: 1500 }, 'it took too long and was stopped'],
    ['ends', '() => process.exit(3)', {}, 'it ended without an answer'],
    ['throws', '() => { throw new Error("no\\u001b[2J luck") }', {}, 'no luck'],
    ['says too much', '() => "x".repeat(9_000_000)', {}, 'it said too much and was stopped'],
    [
      'takes all memory',
      '() => { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }',
      {},
      'it ended without an answer',
    ],
  ])('that %s is stopped, and its caller is told', async (_, run, more, why) => {
    expect(await answer(run, {}, more)).toBe(`ERROR: one did not answer: ${why}`);
  });

  test('that answers neither text nor result is told of', async () => {
    expect(await answer('() => 7')).toBe('ERROR: one answered neither a text nor a result');
  });

  test('can write what it likes beside its answer, which is cut and can do nothing to a terminal', async () => {
    const run =
      '() => { console.log("noise"); console.error("noise"); return "\\u001b[2J" + "y".repeat(5000) }';
    const result = await answer(run, {}, { result: 1000 });
    expect(result.length).toBeLessThanOrEqual(1000);
    expect(result).toMatch(/^y+…$/);
  });
});

describe('the files of an extension', () => {
  test('are a module or a folder with an index', () => {
    const { folder } = placed({
      'one.mjs': '',
      'two/index.mjs': '',
      'README.md': '',
      'Three.mjs': '',
      '.four.mjs': '',
    });
    expect(extensionsIn(folder)).toEqual(['one', 'two']);
    expect(extensionsIn(join(folder, 'nowhere'))).toEqual([]);
  });

  test('are all in its hash, and where they lie', () => {
    const { folder, put } = placed({ 'two/index.mjs': 'a', 'two/more/b.mjs': 'b', 'one.mjs': 'c' });
    const before = readExtension(folder, 'two').hash;
    put('one.mjs', 'd');
    expect(readExtension(folder, 'two').hash).toBe(before);
    put('two/more/b.mjs', 'c');
    const changed = readExtension(folder, 'two').hash;
    put('two/more/b.mjs', 'b');
    put('two/b.mjs', '');
    expect(new Set([before, changed, readExtension(folder, 'two').hash]).size).toBe(3);
  });

  test('are ordinary ones, and there', () => {
    const { folder } = placed({ 'two/index.mjs': '', 'three/other.mjs': '' });
    symlinkSync('/etc/passwd', join(folder, 'two/link'));
    expect(() => readExtension(folder, 'two')).toThrow('is no ordinary file');
    expect(() => readExtension(folder, 'three')).toThrow('it has no ');
    expect(() => readExtension(folder, 'four')).toThrow('there is no extension "four"');
    expect(() => readExtension(folder, '../two')).toThrow('there is no extension');
  });

  test('are the only ones that it loads, as they were when they were read', async () => {
    const { folder, put } = placed({
      'two/index.mjs': `import { word } from './word.mjs'; ${module('() => word')}`,
      'two/word.mjs': 'export const word = "yes";',
      'three/index.mjs': `import '../two/word.mjs'; ${module('() => "no"')}`,
    });
    const tool = await extensionTool(runner, readExtension(folder, 'two'), bounds);
    expect(await tool.run({}, caller)).toEqual({ result: 'yes' });
    put('two/word.mjs', 'export const word = "changed";');
    expect(((await tool.run({}, caller)) as Outcome).result).toContain('is no part of what was agreed to');
    await expect(extensionTool(runner, readExtension(folder, 'three'), bounds)).rejects.toThrow(
      'is no part of what was agreed to',
    );
  });
});

describe('a yes to an extension', () => {
  const toolsOf = async (place: ReturnType<typeof placed>) => {
    const told: string[] = [];
    const outside = new Outside({ programs: {}, runner, tell: (line) => told.push(line), ...place });
    const names = (await outside.tools()).map(({ name }) => name);
    return { names, told };
  };

  test('is needed before anything of it is run, and again when it has changed', async () => {
    const marks = (place: { root: string }) => existsSync(join(place.root, 'ran'));
    const place = placed({});
    const text = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(place.root, 'ran'))}, ''); ${module('() => ""')}`;
    place.put('one.mjs', text);
    const refused = {
      names: [],
      told: ['the extension one is not used: it is not allowed as it is now: see `sotto tools allow one`'],
    };
    expect(await toolsOf(place)).toEqual(refused);
    expect(marks(place)).toBe(false);
    new Decisions(place.decisions).allow(readExtension(place.folder, 'one'));
    expect(await toolsOf(place)).toEqual({ names: ['one'], told: [] });
    expect(marks(place)).toBe(true);
    place.put('one.mjs', `${text}\n`);
    expect(await toolsOf(place)).toEqual(refused);
  });

  test('to a broken one is told of in one line, and the others are there', async () => {
    const place = placed({ 'one.mjs': 'export const run = 7', 'two.mjs': module('() => ""') });
    for (const name of ['one', 'two'])
      new Decisions(place.decisions).allow(readExtension(place.folder, name));
    expect(await toolsOf(place)).toEqual({
      names: ['two'],
      told: [
        'the extension one cannot be used: its module does not export a description and run(given, caller)',
      ],
    });
  });
});
