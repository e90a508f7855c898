import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';

const made = new Map<string, Promise<string>>();

/** Each source keeps its own address, and what finds native parts beside itself stays where it is; React's developer tools are no dependency. */
const asInSources: Plugin = {
  name: 'as-in-sources',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/](?:src|test)[\\/].*\.tsx?$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        jsx: 'automatic',
        define: { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) },
      });
      return { contents: code, loader: 'js' };
    });
    onResolve({ filter: /^(?:@lydell\/node-pty|esbuild)$/ }, ({ path }) => ({
      path: import.meta.resolve(path),
      external: true,
    }));
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export default null;' }));
  },
};

async function madeOf(source: string): Promise<string> {
  // A run of tests takes its data directory away, and a worker does not always end of itself.
  const { VITEST, XDG_DATA_HOME = tmpdir() } = process.env;
  const folder = mkdtempSync(join(VITEST ? XDG_DATA_HOME : tmpdir(), 'sotto-program-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, basename(source).replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    external: ['*.node', '@napi-rs/keyring'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    plugins: [asInSources],
  });
  return outfile;
}

/** A program of `test` in one file with all that it imports: it starts several times sooner than from its sources. */
export function bundled(source: string): Promise<string> {
  const found = made.get(source) ?? madeOf(source);
  made.set(source, found);
  return found;
}
