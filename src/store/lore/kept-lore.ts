import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { keptEntries, keptLore } from '../schema/schema-lore.ts';
import { loreShape } from './lore-shape.ts';

/** What is kept of a lorebook, or of a card that holds one. */
export interface Keepable {
  /** JSON. */
  readonly digest: unknown;
  /** An index of its keys; empty without one. */
  readonly keys: Uint32Array;
}

const entriesOfPage = 16;

/** Keeps of large lorebooks what makes it unnecessary to read all of them; see `kept_lore`. */
export class KeptLore {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** What was kept of this source by this very code; undefined when nothing was. */
  digest(source: string): unknown {
    const where = and(eq(keptLore.source, source), eq(keptLore.shape, loreShape()));
    const row = this.#db.select({ digest: keptLore.digest }).from(keptLore).where(where).get();
    return row && JSON.parse(row.digest);
  }

  /** The index of its keys; empty when it is gone. */
  keys(source: string): Uint32Array {
    const where = eq(keptLore.source, source);
    const row = this.#db.select({ keys: keptLore.keys }).from(keptLore).where(where).get();
    return new Uint32Array(Uint8Array.from(row?.keys ?? []).buffer);
  }

  /** The entries of these numbers, which ascend; those that are gone are left out. */
  *entries(source: string, numbers: readonly number[]): Generator<[number, unknown]> {
    let [at, entries]: [number, unknown[]] = [-1, []];
    for (const number of numbers) {
      const page = Math.floor(number / entriesOfPage);
      if (page !== at) [at, entries] = [page, this.#page(source, page)];
      const entry = entries[number % entriesOfPage];
      if (entry !== undefined) yield [number, entry];
    }
  }

  /** Begins to keep a book in the place of what was kept of the source: its entries come as JSON, then what `end` is told. */
  keeping(source: string): { add(entry: string): void; end(made: Keepable): void } {
    this.#db.delete(keptLore).where(eq(keptLore.source, source)).run();
    this.#db.delete(keptEntries).where(eq(keptEntries.source, source)).run();
    const values = { source, page: sql.placeholder('page'), entries: sql.placeholder('held') };
    const insert = this.#db.insert(keptEntries).values(values).prepare();
    let [page, held]: [number, string[]] = [0, []];
    const write = () => {
      insert.run({ page: page++, held: `[${held.join()}]` });
      held = [];
    };
    return {
      add: (entry) => {
        if (held.push(entry) === entriesOfPage) write();
      },
      end: ({ digest, keys }) => {
        if (held.length > 0) write();
        const bytes = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength);
        const row = { source, shape: loreShape(), digest: JSON.stringify(digest), keys: bytes };
        this.#db.insert(keptLore).values(row).run();
      },
    };
  }

  #page(source: string, page: number): unknown[] {
    const where = and(eq(keptEntries.source, source), eq(keptEntries.page, page));
    const row = this.#db.select({ entries: keptEntries.entries }).from(keptEntries).where(where).get();
    return row ? JSON.parse(row.entries) : [];
  }
}
