// Writes the types of the library to types: those that types/app/sotto.d.ts needs, and no others.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const types = join(root, 'types');

rmSync(types, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'bin/tsconfig.types.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

/** What one file takes from another of ours. */
const ours = /(?:from |import\()['"](\.[^'"]+)\.tsx?['"]/g;
const wanted = new Set();
const follow = (file) => {
  if (wanted.has(file)) return;
  wanted.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, to] of text.matchAll(ours)) follow(resolve(dirname(file), `${to}.d.ts`));
  // By names that every compiler takes, whatever its options.
  writeFileSync(
    file,
    text.replace(ours, (from) => from.replace(/\.tsx?(?=['"])/, '.js')),
  );
};
follow(join(types, 'app/sotto.d.ts'));
for (const path of readdirSync(types, { recursive: true })) {
  const file = join(types, path);
  if (statSync(file).isFile() && !wanted.has(file)) rmSync(file);
}
