import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../src/store/store.ts';
import { freshFolder, openStore } from '../histories.ts';

let empty: Buffer | undefined;

/** A store that nothing was written to, as a file, which costs less to copy than to make. */
function emptyStore(): Buffer {
  if (empty) return empty;
  const { folder, remove } = freshFolder();
  openStore(folder).close();
  empty = readFileSync(join(folder, 'sotto.db'));
  remove();
  return empty;
}

/** Does work with two fresh stores side by side, which are gone when it is done. */
export async function inTwoStores<Found>(
  work: (stores: readonly [Store, Store]) => Promise<Found>,
): Promise<Found> {
  const folders = [freshFolder(), freshFolder()] as const;
  for (const { folder } of folders) writeFileSync(join(folder, 'sotto.db'), emptyStore());
  const stores = [openStore(folders[0].folder), openStore(folders[1].folder)] as const;
  try {
    return await work(stores);
  } finally {
    for (const store of stores) store.close();
    for (const { remove } of folders) remove();
  }
}
