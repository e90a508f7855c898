import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imported = /^(?:import|export)\b[^'"]*?from '(\.{1,2}\/[^']+)'|^import '(\.{1,2}\/[^']+)'/gm;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const withoutEnding = (path: string): string => path.replace(/(?:\.test)?\.tsx?$/, '');

/** The files that this one imports, as paths from the same folder as its own. */
export const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(imported)].map(([, from, bare]) => join(dirname(path), from ?? bare ?? ''));

/**
 * The tests that a change touches most nearly: those that changed, those that import what changed themselves or through
 * what stands in `test`, and those that mirror it. `tests` are all files of `test`; all paths begin at the root.
 */
export function touched(
  changed: readonly string[],
  tests: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] {
  const known = new Set(tests);
  const imports = new Map(tests.map((path) => [path, importsOf(path, read(path))]));
  const mirrored = new Set(changed.map((path) => withoutEnding(path.replace(/^src\//, 'test/'))));
  const reached = new Set(changed);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const [path, from] of imports)
      if (from.some((one) => reached.has(one) && (known.has(one) || changed.includes(one))))
        reached.add(path);
  }
  return tests.filter(
    (path) => isTest(path) && known.has(path) && (reached.has(path) || mirrored.has(withoutEnding(path))),
  );
}
