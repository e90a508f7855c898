#!/usr/bin/env node
import { existsSync } from 'node:fs';

const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const program = new URL('../dist/main.js', import.meta.url);

const trouble =
  major < needed[0] || (major === needed[0] && minor < needed[1])
    ? `Node.js ${process.versions.node} is too old: sotto needs ${needed.join('.')} or newer: install it from https://nodejs.org`
    : existsSync(program)
      ? undefined
      : 'the program is not built: dist is missing: run `npm run build`';

if (trouble) {
  process.stderr.write(`sotto: ${trouble}\n`);
  process.exitCode = 1;
} else {
  import(program.href);
}
