import { expect, test } from 'vitest';
import { importsOf, touched } from './touched.ts';

const files: Record<string, string> = {
  'test/a/key.test.ts': "import { key } from '../../src/a/key.ts';",
  'test/a/helper.ts': "export { lamp } from '../../src/a/lamp.ts';",
  'test/a/room.test.ts': "import {\n  lamp,\n} from './helper.ts';",
  'test/a/door.test.ts': "import { expect } from 'vitest';",
  'test/a/far.test.tsx': "import { door } from '../../src/a/door.ts';",
};
const touchedBy = (...changed: string[]): string[] =>
  touched(changed, Object.keys(files), (path) => files[path] ?? '');

test('what a file imports is read from all forms of imports', () => {
  const text =
    "import type { A } from './a.ts';\nimport {\n  b,\n} from '../b.ts';\nimport './c.ts';\nimport d from 'd';";
  expect(importsOf('test/x/y.ts', text)).toEqual(['test/x/a.ts', 'test/b.ts', 'test/x/c.ts']);
});

test('a change touches the tests that import it, also through what stands in test, and those that mirror it', () => {
  expect(touchedBy('src/a/key.ts')).toEqual(['test/a/key.test.ts']);
  expect(touchedBy('src/a/lamp.ts')).toEqual(['test/a/room.test.ts']);
  expect(touchedBy('src/a/door.ts')).toEqual(['test/a/door.test.ts', 'test/a/far.test.tsx']);
  expect(touchedBy('test/a/helper.ts', 'test/a/key.test.ts')).toEqual([
    'test/a/key.test.ts',
    'test/a/room.test.ts',
  ]);
  expect(touchedBy('README.md')).toEqual([]);
});
