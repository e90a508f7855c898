import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreWatch } from '../../../src/store/database/watch.ts';
import type { Store } from '../../../src/store/store.ts';
import { freshFolder, openStore } from '../../histories.ts';

/** Waits without a timer of its own: those of the test may stand still. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

let stores: Store[] = [];
let close: () => void;
let folder: string;

beforeEach(() => {
  const fresh = freshFolder();
  folder = fresh.folder;
  stores = [openStore(folder), openStore(folder)];
  close = () => {
    for (const store of stores) store.close();
    fresh.remove();
  };
});
afterEach(() => {
  vi.useRealTimers();
  close();
});

/** Only what the system reports counts. */
const withoutSweep = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

const write = (store: Store | undefined, name: string): void => void store?.library.setPersona(name, '');

test("RP-021 another process's commit is heard of, one's own is not", async () => {
  withoutSweep();
  const [here, there] = stores;
  const heard: string[] = [];
  const unwatch = here!.watch(() =>
    heard.push(
      here!.library
        .personas()
        .map(({ name }) => name)
        .join(),
    ),
  );
  write(here, 'Own');
  write(there, 'Other');
  await until(() => heard.length > 0);
  expect(heard).toEqual(['Other,Own']);
  write(there, 'Third');
  await until(() => heard.at(-1) === 'Other,Own,Third');
  unwatch();
  write(there, 'Unheard');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(heard.at(-1)).toBe('Other,Own,Third');
});

test('RP-021 where nothing can be watched, a commit is found all the same', async () => {
  const [here, there] = stores;
  const file = '/nowhere/at/all/sotto.db';
  const heard = vi.fn();
  const watch = new StoreWatch({ file, dataVersion: () => here!.dataVersion(), whyGone: () => null }, heard);
  write(there, 'Other');
  await until(() => heard.mock.calls.length === 1);
  watch.close();
});

test('RP-021 a log that goes away and comes back is watched again', async () => {
  withoutSweep();
  const file = `${folder}/made.db`;
  writeFileSync(`${file}-wal`, '');
  let version = 0;
  const heard = vi.fn();
  const watch = new StoreWatch({ file, dataVersion: () => version, whyGone: () => null }, heard);
  renameSync(`${file}-wal`, `${file}-gone`);
  rmSync(`${file}-gone`);
  for (const wanted of [1, 2]) {
    version += 1;
    writeFileSync(`${file}-wal`, 'more');
    await until(() => heard.mock.calls.length === wanted);
  }
  watch.close();
});

test('RP-104 that the file is gone is heard of at once, or in the next sweep, and that another one came in its place', async () => {
  withoutSweep();
  const [here] = stores;
  const heard: (string | null)[] = [];
  here!.watch(() => heard.push(here!.whyGone()));
  rmSync(here!.file);
  await until(() => heard.length === 1);
  expect(heard[0]).toContain('was removed while it was open');
  writeFileSync(here!.file, 'another');
  await until(() => heard.length === 2);
  expect(heard[1]).toContain('was replaced by another file while it was open');
});
