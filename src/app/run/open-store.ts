import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyStore } from '../../store/backup/copy-store.ts';
import type { StoreOptions } from '../../store/chats/state.ts';
import { isReadOnly, type ReadCopy } from '../../store/database/read-only.ts';
import { Store } from '../../store/store.ts';
import { beginFolder } from '../files/temporary-file.ts';
import type { Person } from './person.ts';

function copyOf(file: string): ReadCopy {
  const folder = beginFolder(tmpdir());
  const copy = join(folder.path, 'sotto.db');
  try {
    copyStore(file, copy);
    return { file: copy, drop: folder.drop };
  } catch (error) {
    folder.drop();
    throw error;
  }
}

/** What whoever uses a store that cannot be written is told. */
export const readOnlyNotice = (file: string): string =>
  `${file} or its directory cannot be written: a copy of it is read, and nothing is saved`;

/** Opens or makes a store; where it is there and cannot be written, a copy of it for reading, of which the person is told. Throws SottoError. */
export function openStore(options: StoreOptions, person: Person): Store {
  const { file } = options;
  const copy = isReadOnly(file) ? copyOf(file) : undefined;
  try {
    const store = new Store({ ...options, ...(copy && { copy }) });
    if (copy) person.tell(readOnlyNotice(file));
    return store;
  } catch (error) {
    copy?.drop();
    throw error;
  }
}
