import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const leastBytes = 2 ** 30;

/** Where folders of tests stand: in memory where a system has such a place with room, so that no test waits for a disk. */
export function quickest(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > leastBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A fresh folder for a test, and how to be rid of it. */
export function freshFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
