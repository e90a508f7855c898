#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const program = join(__dirname, '../dist/main.cjs');

const trouble =
  major < needed[0] || (major === needed[0] && minor < needed[1])
    ? `Node.js ${process.versions.node} is too old: sotto needs ${needed.join('.')} or newer: install it from https://nodejs.org`
    : existsSync(program)
      ? undefined
      : 'the program is not built: dist is missing: run `npm run build`';

/** A server that never answers a request which nobody waits for keeps no process: it ends when all is printed, or could not be. */
function end() {
  const leave = () => setImmediate(() => process.exit());
  process.stdout.write('', () => process.stderr.write('', leave));
}

if (trouble) {
  process.stderr.write(`sotto: ${trouble}\n`);
  process.exitCode = 1;
} else require('./load.js').load(program).ended?.then(end);
