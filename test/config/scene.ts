import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isSottoError, type SottoError } from '../../src/domain/errors.ts';

/** An empty home and current folder that are gone after the test; `files` are paths below it. */
export const scene = (files: Record<string, string> = {}, env: Record<string, string> = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'sotto-config-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ 'home/.keep': '', 'here/.keep': '', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, cwd: join(root, 'here'), home: join(root, 'home'), platform: 'linux', env };
};

/** The SottoError that `work` throws. */
export const refusalOf = (work: () => unknown): SottoError => {
  try {
    work();
  } catch (error) {
    if (isSottoError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
