// Bundles src/cli/main.ts into dist: one file to start from, and one chunk for each dynamic import.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Ink asks for React's developer tools, which are no dependency, when a shell has DEV=true. */
const inkWithoutDeveloperTools = {
  name: 'ink-without-developer-tools',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: '' }));
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]utils\.js$/ }, () => ({
      contents: 'export const isDev = () => false;',
    }));
  },
};

rmSync(`${root}/dist`, { recursive: true, force: true });

await build({
  absWorkingDir: root,
  entryPoints: ['src/cli/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  // Node prints the line in which a bug threw.
  lineLimit: 200,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  legalComments: 'linked',
  logLevel: 'warning',
  // The native addon stays in node_modules; the store tells better-sqlite3 where.
  external: ['*.node'],
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [inkWithoutDeveloperTools],
  // Dependencies in CommonJS call require for parts of Node.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
