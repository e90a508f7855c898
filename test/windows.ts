import { beforeEach } from 'vitest';

/** Whether this is a system without signals, modes of files and pipes with names. */
export const isWindows = process.platform === 'win32';

/** Skips the tests of a file, or of the `describe` that calls this, on Windows; the report says why. */
export const notOnWindows = (why: string): void => {
  beforeEach(({ skip }) => skip(isWindows, why));
};
