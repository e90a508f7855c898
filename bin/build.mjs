// Bundles src/cli/main.ts into dist/main.cjs, what is loaded apart into modules of its own and the library into dist/sotto.mjs,
// with the licences of all that is bundled beside them; keeps V8's code beside what runs on it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { drawingWithLayout, quickInk } from './ink.mjs';
import { licencesOf } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = `${root}/dist/main.cjs`;

/** Settings are TOML alone: what reads other formats, or runs a file as a program, is not part of sotto. */
const cosmiconfigWithoutLoaders = {
  name: 'cosmiconfig-without-loaders',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]cosmiconfig[\\/]dist[\\/]loaders\.js$/ }, () => ({
      contents:
        'const refuse = () => { throw new Error("only TOML is read"); };' +
        'exports.loaders = { loadJs: refuse, loadJson: refuse, loadYaml: refuse };',
    }));
  },
};

/** What is imported as undici is the part of it that is used. */
const partOfUndici = {
  name: 'part-of-undici',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: `${root}/bin/undici.js` }));
  },
};

const drawing = 'src/tui/drawing.tsx';

/** Modules of their own, and by what they are imported: Ink, loaded after the first frame; large libraries that few chats need. */
const apart = {
  'throwing.mjs': 'src/tools/set/throwing.ts',
  'mcp-sdk.mjs': 'src/outside/programs/mcp-sdk.ts',
  'sixel.mjs': 'src/tui/pictures/sixel.ts',
};

const loadedApart = {
  name: 'loaded-apart',
  setup: ({ onResolve }) => {
    for (const [name, entry] of Object.entries({ ...apart, 'drawing.cjs': drawing })) {
      const file = entry.slice(entry.lastIndexOf('/') + 1).replace('.', '\\.');
      onResolve({ filter: new RegExp(`/${file}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `../dist/${name}`, external: true },
      );
    }
  },
};

/** What takes milliseconds to load and few commands need: loaded when it is first used. */
const seldomUsed = [
  'node:child_process',
  'node:crypto',
  'node:dns/promises',
  'node:fs/promises',
  'node:http',
  'node:net',
  'node:readline/promises',
  'node:timers/promises',
  'node:v8',
  'node:worker_threads',
  'node:zlib',
  'fflate',
  'jsonc-parser',
  're2js',
];
/** The same of our own: readers of other programs' files, what runs models, and tools, whose schemas are made when they are loaded. */
const ownSeldomUsed =
  /[\\/]src[\\/](?:interop|models|tools[\\/]set|app[\\/](?:sillytavern|doctor|models|chats|cards[\\/]character-template|presets[\\/](?:templates|quick-replies)))\b/;

/** Names of the values that a module exports. */
const exportsOf = async (path) =>
  ownSeldomUsed.test(path)
    ? [
        ...readFileSync(path, 'utf8').matchAll(/^export (?:async )?(?:function\*? |const |class )(\w+)/gm),
      ].map(([, name]) => name)
    : Object.keys(await import(path)).filter((name) => name !== 'default' && name !== 'module.exports');

const loadedWhenUsed = {
  name: 'loaded-when-used',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'when-used';
    onResolve({ filter: new RegExp(`^(?:${seldomUsed.join('|')})$`) }, ({ path, namespace: from }) => {
      if (from !== namespace) return { path, namespace };
      return path.startsWith('node:') ? { path, external: true } : undefined;
    });
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path: to, importer, resolveDir }) => {
      const path = resolve(resolveDir, to);
      return ownSeldomUsed.test(path) && !ownSeldomUsed.test(importer) ? { path, namespace } : undefined;
    });
    onLoad({ filter: /./, namespace }, async ({ path }) => {
      const getters = (await exportsOf(path)).map((name) => `get ${name}() { return whole().${name}; }`);
      const whole = `let found; const whole = () => (found ??= require(${JSON.stringify(path)}));`;
      return { contents: `${whole} module.exports = { ${getters.join(', ')} };`, resolveDir: root };
    });
  },
};

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  // Node prints the line in which a bug threw.
  lineLimit: 200,
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  legalComments: 'linked',
  metafile: true,
  write: false,
  logLevel: 'warning',
  // What Node would load of it requires its parts by names that a bundler cannot follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // The native addon stays in node_modules; the store tells better-sqlite3 where.
  external: ['*.node', '@napi-rs/keyring'],
};

/** A fingerprint of sources, by the very function that reads them, in this file of src/store. */
const shapeIn = async (name) => {
  const file = `${root}/src/store/${name}.ts`;
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(file).href) };
  const bundled = {
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    define,
  };
  const { outputFiles } = await build(bundled);
  const { shapeOfSources } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return JSON.stringify(shapeOfSources());
};
const settled = {
  'process.env.NODE_ENV': '"production"',
  WORLD_SHAPE: await shapeIn('log/world-shape'),
  LORE_SHAPE: await shapeIn('lore/lore-shape'),
};

const asModule = {
  ...options,
  format: 'esm',
  define: settled,
  // Dependencies in CommonJS call require for parts of Node.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
};

rmSync(`${root}/dist`, { recursive: true, force: true });

/** What runs on code that is kept: its text is of ASCII alone, so that it can be read without decoding. */
const asProgram = {
  ...options,
  format: 'cjs',
  charset: 'ascii',
  define: { ...settled, 'import.meta.url': '__url' },
};

const bundles = [
  await build({
    ...asProgram,
    entryPoints: ['src/cli/main.ts'],
    outfile: program,
    plugins: [loadedApart, loadedWhenUsed, partOfUndici, cosmiconfigWithoutLoaders, quickInk],
  }),
  await build({
    ...asProgram,
    stdin: { ...drawingWithLayout(drawing), resolveDir: root },
    outfile: `${root}/dist/drawing.cjs`,
    plugins: [quickInk],
  }),
  ...(await Promise.all(
    Object.entries(apart).map(([name, entry]) =>
      build({ ...asModule, entryPoints: [entry], outfile: `${root}/dist/${name}` }),
    ),
  )),
  await build({
    ...asModule,
    entryPoints: ['bin/readable.mjs'],
    outfile: `${root}/dist/readable.mjs`,
    // It is needed for texts alone, and is given what has been read.
    external: ['@mixmark-io/domino'],
  }),
  await build({
    ...asModule,
    entryPoints: ['bin/chat-template.mjs'],
    outfile: `${root}/dist/chat-template.mjs`,
  }),
  await build({
    ...asModule,
    entryPoints: ['src/app/sotto.ts'],
    outfile: `${root}/dist/sotto.mjs`,
    plugins: [loadedApart, partOfUndici, cosmiconfigWithoutLoaders],
  }),
];
// Nothing is written where a licence forbids it.
const licences = licencesOf(
  bundles.map(({ metafile }) => metafile),
  root,
);
mkdirSync(dirname(program));
for (const { path, contents } of bundles.flatMap(({ outputFiles }) => outputFiles))
  writeFileSync(path, contents);
writeFileSync(`${root}/dist/licences.txt`, licences);

// V8's kept code cannot import: whoever runs it says how.
const head = `"use strict";const __url=require('node:url').pathToFileURL(__filename).href;
const importing=module.importing??(async(what)=>{const found=await import(what);await found.loaded;return found});
`;
// esbuild leaves other characters in regular expressions only.
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
for (const path of [program, `${root}/dist/drawing.cjs`]) {
  const bundled = readFileSync(path, 'utf8')
    .replace(/[^\0-\x7f]/g, escaped)
    .replace(/(?<![\w$.])import\(/g, 'importing(');
  // Code that was kept for another text of the same length would be taken for its own.
  const print = createHash('sha256').update(bundled).digest('hex').slice(0, 16);
  writeFileSync(path, `//${print}\n${head}${bundled}`);
}

spawnSync(process.execPath, [`${root}/bin/keep-code.js`], { stdio: ['ignore', 'ignore', 'inherit'] });
