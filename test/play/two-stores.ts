import { afterAll } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { freshFolder, openStore } from '../histories.ts';

/** Two stores side by side, gone when the tests of the file are over. */
export function twoStores(): readonly [Store, Store] {
  const folders = [freshFolder(), freshFolder()] as const;
  const stores = [openStore(folders[0].folder), openStore(folders[1].folder)] as const;
  afterAll(() => {
    for (const store of stores) store.close();
    for (const { remove } of folders) remove();
  });
  return stores;
}
