import { deflateSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { addon } from '../database/addon.ts';
import { keyOfPiece } from '../schema/schema-sources.ts';

/**
 * Takes files that stand beside a store into a copy of it, so that the copy is all there is: `pieces` gives the bytes of the file of a
 * hash, none where it is gone.
 */
export function takeFiles(copy: string, pieces: (hash: string) => Iterable<Uint8Array>): void {
  const store = new Database(copy, { nativeBinding: addon() });
  try {
    const beside = "elsewhere = 'copy'";
    const hashes = store
      .prepare<[], string>(`SELECT DISTINCT hash FROM source WHERE ${beside}`)
      .pluck()
      .all();
    const add = store.prepare('INSERT OR IGNORE INTO source_bytes (hash, packed) VALUES (?, ?)');
    const here = store.prepare(`UPDATE source SET elsewhere = NULL WHERE hash = ? AND ${beside}`);
    const take = store.transaction((hash: string) => {
      let number = 0;
      for (const piece of pieces(hash)) add.run(keyOfPiece(hash, number++), deflateSync(piece, { level: 1 }));
      if (number > 0) here.run(hash);
    });
    for (const hash of hashes) take(hash);
  } finally {
    store.close();
  }
}
