import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where SQLite's native part lies: a bundle cannot find it. */
export const addon = (): string => {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('better-sqlite3/package.json')), 'build/Release/better_sqlite3.node');
};
