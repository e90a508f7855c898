import { deflateSync, inflateSync } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { source, sourceBytes } from './schema/schema-sources.ts';

/** A file that came in, and what was made of it. */
export type Source = typeof source.$inferSelect;

/** A file of so many bytes is packed in haste. */
const largeFrom = 4 * 1024 * 1024;

/** The files that came in from other programs: where each stood, its bytes, and what was made of it. */
export class Sources {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** All of them, those that came first before others. */
  all(): Source[] {
    return this.#db.select().from(source).orderBy(sql`rowid`).all();
  }

  /** What stands at a path of a folder. */
  at(root: string, path: string): Source | undefined {
    return this.#db
      .select()
      .from(source)
      .where(and(eq(source.root, root), eq(source.path, path)))
      .get();
  }

  /** The files of which a thing was made, those that came first before others. */
  of(kind: string, name: string): Source[] {
    const where = and(eq(source.kind, kind), eq(source.name, name));
    return this.#db.select().from(source).where(where).orderBy(sql`rowid`).all();
  }

  /** Remembers a file, in the place of the one that stood there; equal bytes are kept once. `bytes` null = they are elsewhere. */
  keep(row: Source, bytes: Uint8Array | null): void {
    const before = this.at(row.root, row.path);
    const { root: _, path: __, ...set } = row;
    this.#db
      .insert(source)
      .values(row)
      .onConflictDoUpdate({ target: [source.root, source.path], set })
      .run();
    if (bytes && !this.has(row.hash)) {
      const packed = deflateSync(bytes, { level: bytes.length > largeFrom ? 1 : 6 });
      this.#db.insert(sourceBytes).values({ hash: row.hash, packed }).run();
    }
    if (before && before.hash !== row.hash) this.#drop(before.hash);
  }

  /** Whether bytes of this hash are here. */
  has(hash: string): boolean {
    const { hash: known } = sourceBytes;
    return this.#db.select({ known }).from(sourceBytes).where(eq(known, hash)).get() !== undefined;
  }

  /** The bytes of this hash; undefined when they are not here. */
  bytes(hash: string): Buffer | undefined {
    const row = this.#db.select().from(sourceBytes).where(eq(sourceBytes.hash, hash)).get();
    return row && inflateSync(row.packed);
  }

  #drop(hash: string): void {
    const isUsed = this.#db.select({ hash: source.hash }).from(source).where(eq(source.hash, hash)).get();
    if (!isUsed) this.#db.delete(sourceBytes).where(eq(sourceBytes.hash, hash)).run();
  }
}
