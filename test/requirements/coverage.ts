import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missing } from './missing.ts';
import { rows } from './rows.ts';
import { titlesIn } from './titles.ts';

const tests = fileURLToPath(new URL('..', import.meta.url));
const titles = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('requirements'))
  .flatMap((path) => titlesIn(readFileSync(join(tests, path), 'utf8'), path.endsWith('x') ? 'tsx' : 'ts'));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { strict = [] } = parseArgs({ options: { strict: { type: 'string', multiple: true } } }).values;
const unknown = strict.filter((family) => !Object.hasOwn(rows, family));
if (unknown.length > 0) {
  print(`no such family: ${unknown.join(', ')}; there are ${Object.keys(rows).join(', ')}`);
  process.exitCode = 2;
} else {
  const lines = Object.entries(rows).flatMap(([family, ids]) => {
    const open = missing(ids, titles);
    if (open.length > 0 && strict.includes(family)) process.exitCode = 1;
    const count = `${family.padEnd(2)}  ${ids.length - open.length} of ${ids.length}`;
    return open.length > 0 ? [count, `    no test: ${open.join(' ')}`] : [count];
  });
  print(lines.join('\n'));
}
