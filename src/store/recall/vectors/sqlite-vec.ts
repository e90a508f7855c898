import { createRequire } from 'node:module';
import { arch, platform } from 'node:process';
import type { Connection } from '../../database/database.ts';

const missing = `recall by meaning is not available here, only by words: sqlite-vec does not run on ${platform} ${arch}`;

/** Loads what compares vectors into an open store. Null when it is there, else why it is not, in a line for a person. */
export type LoadVectors = (connection: Connection) => string | null;

/** Loads the part of sqlite-vec for this platform. */
export const loadSqliteVec: LoadVectors = ({ sqlite }) => {
  const require = createRequire(import.meta.url);
  try {
    sqlite.loadExtension(require('sqlite-vec').getLoadablePath());
    return null;
  } catch {
    return missing;
  }
};
