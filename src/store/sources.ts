import { deflateSync, inflateSync } from 'node:zlib';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { keyOfPiece, source, sourceBytes } from './schema/schema-sources.ts';

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

  /** Remembers a file, in the place of the one that stood there; equal bytes are kept once. `pieces` null = its bytes are elsewhere. */
  keep(row: Source, pieces: Iterable<Uint8Array> | null): void {
    const before = this.at(row.root, row.path);
    const { root: _, path: __, ...set } = row;
    this.#db
      .insert(source)
      .values(row)
      .onConflictDoUpdate({ target: [source.root, source.path], set })
      .run();
    if (pieces && !this.has(row.hash)) this.#pack(row, pieces);
    if (before && before.hash !== row.hash) this.#drop(before.hash);
  }

  #pack({ hash, size }: Source, pieces: Iterable<Uint8Array>): void {
    const level = size > largeFrom ? 1 : 6;
    let number = 0;
    for (const piece of pieces)
      this.#db
        .insert(sourceBytes)
        .values({ hash: keyOfPiece(hash, number++), packed: deflateSync(piece, { level }) })
        .run();
    if (number === 0)
      this.#db
        .insert(sourceBytes)
        .values({ hash, packed: deflateSync('') })
        .run();
  }

  /** Whether bytes of this hash are here. */
  has(hash: string): boolean {
    const { hash: known } = sourceBytes;
    return this.#db.select({ known }).from(sourceBytes).where(eq(known, hash)).get() !== undefined;
  }

  /** The bytes of this hash; undefined when they are not here. */
  bytes(hash: string): Buffer | undefined {
    const pieces = [...this.pieces(hash)];
    return pieces.length < 2 ? pieces[0] : Buffer.concat(pieces);
  }

  /** The same a piece after the other; none when they are not here. */
  *pieces(hash: string): Generator<Buffer> {
    for (let number = 0; ; number += 1) {
      const where = eq(sourceBytes.hash, keyOfPiece(hash, number));
      const row = this.#db.select().from(sourceBytes).where(where).get();
      if (!row) return;
      yield inflateSync(row.packed);
    }
  }

  #drop(hash: string): void {
    const { hash: key } = sourceBytes;
    const isUsed = this.#db.select({ hash: source.hash }).from(source).where(eq(source.hash, hash)).get();
    if (isUsed) return;
    this.#db
      .delete(sourceBytes)
      .where(or(eq(key, hash), and(gt(key, `${hash}/`), lt(key, `${hash}0`))))
      .run();
  }
}
