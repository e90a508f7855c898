import { expect } from 'vitest';
import { isSottoError } from '../../src/domain/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { folder } from './folder.ts';

/** What the work throws, or what it returns. */
export const failure = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/** Code of the error that opening or using the store fails with; it must be one of the store's family. */
export function codeOf(work: () => unknown): string {
  const error = failure(work);
  if (!isSottoError(error)) throw new Error(`no SottoError: ${String(error)}`);
  expect([error.family, error.exitCode]).toEqual(['store', 5]);
  expect(error.message).toContain(folder);
  expect(error.message).not.toContain('\n');
  return error.code;
}

/** The same of the error that an open store explains. */
export const explained = (store: Store, work: () => unknown): string =>
  codeOf(() => {
    throw store.explain(failure(work));
  });
