import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hopsIn, missingHops } from './architecture/hops.ts';
import { measure, quantile } from './architecture/measure.ts';
import { orders } from './architecture/orders.ts';
import { readSources } from './architecture/read-sources.ts';
import { layers, rules, violations } from './architecture/rules.ts';
import { samples } from './architecture/samples.ts';
import { takeApart } from './architecture/source.ts';

const src = readSources();

describe('src keeps every rule of the house', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
    expect(violations(src, [rule])).toEqual([]);
  });

  test('there is something to check', () => {
    expect(src.length).toBeGreaterThan(20);
    expect(new Set(src.map(({ path }) => path.split('/')[1]))).toContain('domain');
  });
});

test('the order of a room names the folders that are there, each once', () => {
  const paths = src.map(({ path }) => path.replace(/\/[^/]+$/, ''));
  const named = Object.entries(orders).flatMap(([room, order]) =>
    order.map((folder) => (folder === '.' ? `src/${room}` : `src/${room}/${folder}`)),
  );
  expect(named.filter((folder) => !paths.includes(folder))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

describe('the house as a whole', () => {
  const house = measure(src);

  test('no files import each other in a circle, types included: each can be read without the other', () => {
    expect(house.cycles).toEqual([]);
  });

  test('no folder holds more than sixteen files, so that its name says what is in it', () => {
    expect(house.folders.filter(([, files]) => files > 16)).toEqual([]);
  });

  test('functions stay small: 95 of 100 have at most 32 lines', () => {
    expect(quantile(house.functions, 0.95)).toBeLessThanOrEqual(32);
  });

  test('circles, full folders and long functions are seen', () => {
    const file = (name: string, imports: readonly string[], body = '') => ({
      path: `src/domain/${name}.ts`,
      text: `${imports.map((target) => `import type { X } from './${target}.ts';\n`).join('')}${body}`,
    });
    const circle = [file('a', ['b']), file('b', ['c']), file('c', ['a']), file('d', ['a'])];
    const { cycles } = measure(circle);
    expect(cycles.map((cycle) => [...cycle].sort())).toEqual([
      ['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts'],
    ]);
    expect(measure(circle).folders).toEqual([['src/domain', 4]]);
    const long = `const f = () => {\n${'  g();\n'.repeat(40)}};\n`;
    expect(measure([file('e', [], long)]).functions).toEqual([42]);
  });
});

describe('the way of a message, as the page of play lists it', () => {
  const text = readFileSync(new URL('../src/play/README.md', import.meta.url), 'utf8');
  const hops = hopsIn(text, 'The way of a message');

  test('has at most twenty steps, and each is a function that is there', () => {
    expect(hops.length).toBeGreaterThan(10);
    expect(hops.length).toBeLessThanOrEqual(20);
    expect(missingHops(hops, src)).toEqual([]);
  });

  test('a step that is not there is seen, also one that is only called there', () => {
    const path = 'src/play/a.ts';
    const calls = { path, text: 'const b = () => {\n  say(1);\n};\n' };
    expect(missingHops([{ path, name: 'say' }], [calls])).toEqual([{ path, name: 'say' }]);
    expect(missingHops([{ path, name: 'b' }], [calls])).toEqual([]);
    expect(missingHops([{ path: 'src/play/c.ts', name: 'b' }], [calls])).toHaveLength(1);
  });
});

describe('each rule can fail', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
    const { breaks, keeps } = samples[name] ?? { breaks: [], keeps: [] };
    expect(breaks.length).toBeGreaterThan(0);
    for (const [path, text] of breaks) {
      expect(violations([{ path, text }], [rule]), text || path).not.toEqual([]);
    }
    for (const [path, text] of keeps) expect(violations([{ path, text }], [rule])).toEqual([]);
  });

  test('a violation names the file, what is wrong and why it matters', () => {
    const [first] = violations([{ path: 'src/domain/a.ts', text: "import { x } from '../tui/b.ts';" }]);
    expect(first).toContain('src/domain/a.ts: domain imports tui (imports run downwards only: ');
  });

  test('no two folders may import each other, so that the layers are layers', () => {
    for (const [folder, { values, types }] of Object.entries(layers)) {
      for (const below of [...values, ...types]) {
        const back = layers[below];
        expect([...(back?.values ?? []), ...(back?.types ?? [])], `${below} → ${folder}`).not.toContain(
          folder,
        );
      }
    }
  });
});

describe('what src takes from outside', () => {
  const taken = src
    .map(takeApart)
    .flatMap(({ path, folder, imports }) =>
      imports
        .filter(({ target }) => !/^(?:src|\.\.)\//.test(target))
        .map(({ target }) => ({ path, folder, from: target.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1') })),
    );
  const takenBy = (wanted: (from: string) => boolean) => taken.filter(({ from }) => wanted(from));

  test('RP-007 RP-019 is one process with SQLite, files, words and the network of model servers: no service, container, microphone or speaker', () => {
    const packages = new Set(takenBy((from) => !from.startsWith('node:')).map(({ from }) => from));
    const known = [
      '@modelcontextprotocol/sdk',
      'better-sqlite3',
      'commander',
      'cosmiconfig',
      'drizzle-orm',
      'fastest-levenshtein',
      'fflate',
      'jsonc-parser',
    ];
    const screen = ['ink', 'ink-text-input', 'react', 'sixel', 'string-width'];
    expect([...packages].sort()).toEqual(
      [
        ...known,
        ...screen,
        '@dice-roller/rpg-dice-roller',
        're2js',
        'smol-toml',
        'stemmer',
        'undici',
        'zod',
      ].sort(),
    );
    const starts = src.filter(({ text }) => /child_process|worker_threads|node:cluster/.test(text));
    // A model server that a person asks for belongs to its keeper, and npm fetches an engine; the play needs neither.
    expect(starts.map(({ path }) => path).sort()).toEqual([
      'src/inference/templates/render.ts',
      'src/models/engine/install.ts',
      'src/models/server/hold.ts',
      'src/outside/extensions/run.ts',
      'src/outside/programs/own-group.ts',
      'src/tui/terminal/clipboard.ts',
      'src/tui/terminal/editor.ts',
      'src/web/extract.ts',
    ]);
  });

  test('RP-121 the libraries of the screen are known to the screen alone: what a play tells has names of its own', () => {
    const ofScreen = new Set(['ink', 'ink-text-input', 'react']);
    const folders = takenBy((from) => ofScreen.has(from)).map(({ folder }) => folder);
    expect(new Set(folders)).toEqual(new Set(['tui']));
    const told = takenBy((from) => !from.startsWith('node:')).filter(({ path }) =>
      /^src\/play\/(?:chat|open)\//.test(path),
    );
    expect(told).toEqual([]);
  });
});
