// npm run mutations [-- WORDS]: puts each leak of mutations.ts (or those that WORDS name) into a copy of the sources, where it
// must not compile at the type that forbids it, or fail in the tests that are named.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Edit, type Mutation, mutations } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'test', 'drizzle', 'cards', 'bin', 'dist', 'docs', 'package.json', 'tsconfig.json'];
/** Errors of the compiler that say that something is not called so, and nothing of who may know what. */
const missingNames = new Set(['TS2304', 'TS2305', 'TS2307', 'TS2552', 'TS2551', 'TS6133']);

function put(folder: string, { file, find, put: instead }: Edit): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} holds not exactly once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => instead),
  );
}

const run = (folder: string, command: string, args: readonly string[]) => {
  const { status, stdout } = spawnSync(join(folder, 'node_modules', '.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return { ok: status === 0, stdout };
};

/** What caught a mutation, in a few words; null where nothing did. */
function caught(folder: string, { edits, caughtBy }: Mutation): string | null {
  const files = [...new Set(edits.map(({ file }) => file))];
  const before = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  try {
    for (const edit of edits) put(folder, edit);
    const types = run(folder, 'tsc', ['--noEmit', '--pretty', 'false']);
    const codes = [...types.stdout.matchAll(/error (TS\d+)/g)].map(([, code = '']) => code);
    if (caughtBy === 'types')
      return codes.length > 0 && codes.some((code) => !missingNames.has(code))
        ? `the compiler (${codes[0]})`
        : null;
    if (codes.length > 0) return null;
    const tests = caughtBy.filter((file) => existsSync(join(folder, file)));
    const isCaught = !run(folder, 'vitest', ['run', '--config', 'test/vitest.config.ts', ...tests]).ok;
    return isCaught && tests.length > 0 ? tests.join(', ') : null;
  } finally {
    for (const [at, file] of files.entries()) writeFileSync(join(folder, file), before[at] ?? '');
  }
}

const words = process.argv.slice(2).join(' ');
const wanted = mutations.filter(({ what }) => what.includes(words));
const folder = mkdtempSync(join(tmpdir(), 'sotto-mutations-'));
let failed = 0;
try {
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const mutation of wanted) {
    const by = caught(folder, mutation);
    if (by === null) failed += 1;
    process.stdout.write(
      `${by === null ? 'LIVES' : 'dies '}  ${mutation.what}${by === null ? '' : `: ${by}`}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${wanted.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
