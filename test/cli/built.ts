import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = join(tmpdir(), `sotto-build-${root.replace(/\W+/g, '-')}`);
const pollMs = 50;
const staleLockMs = 60_000;

const ageOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isFresh = (): boolean => {
  const builtAt = ageOf(join(root, 'dist/main.cjs'));
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return builtAt > 0 && sources.every((name) => ageOf(join(root, 'src', name)) <= builtAt);
};

const take = (): boolean => {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - ageOf(lock) > staleLockMs) rmdirSync(lock);
    return false;
  }
};

/** Path of the program, built first when a source is newer than it; test files that need it at once take turns. */
export function builtProgram(): string {
  while (!isFresh()) {
    if (take()) {
      try {
        if (!isFresh()) execFileSync(process.execPath, [join(root, 'bin/build.mjs')], { stdio: 'pipe' });
      } finally {
        rmdirSync(lock);
      }
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
  return join(root, 'bin/sotto.js');
}
