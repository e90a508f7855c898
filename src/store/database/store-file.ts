import { isSottoError, SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { attempted, begin, type Connection, commit, immediately, reading, unsynced } from './database.ts';
import { whyGone } from './in-place.ts';
import type { Reader } from './lazy.ts';
import { fileOf, type ReadCopy, readInstead } from './read-only.ts';
import { asStoreError } from './store-error.ts';
import { StoreWatch } from './watch.ts';

/** The first thing that SQLite finds wrong with the file, all of which it reads; null when it is sound. */
function damageIn({ sqlite }: Connection): string | null {
  try {
    const found = String(sqlite.pragma('integrity_check(1)', { simple: true }));
    return found === 'ok' ? null : oneLine(found);
  } catch (error) {
    const known = asStoreError(error, fileOf(sqlite));
    if (isSottoError(known) && known.code !== 'store_damaged') throw known;
    return error instanceof Error ? oneLine(error.message) : String(error);
  }
}

/** Has SQLite check the whole file. Throws SottoError `store_damaged` with the first thing that is wrong. */
function requireSound(connection: Connection, cause?: unknown): void {
  const damage = damageIn(connection);
  if (damage === null) return;
  const message = `${fileOf(connection.sqlite)} is damaged (${damage}); restore a backup with \`sotto restore FILE\``;
  throw new SottoError('store', 'store_damaged', message, { cause });
}

/**
 * What SQLite says of locks, rights and damage as a SottoError; any other error as it is, unless the file is damaged: then
 * what was read from it may well be the cause.
 */
function explained(connection: Connection, error: unknown): unknown {
  const { sqlite } = connection;
  const known = asStoreError(error, fileOf(sqlite));
  if (isSottoError(known) || !sqlite.open) return known;
  try {
    requireSound(connection, error);
    return error;
  } catch (damage) {
    return damage;
  }
}

/** An open SQLite file that other processes write to as well: transactions, waiting for others, watching them. */
export class StoreFile {
  readonly file: string;
  protected readonly connection: Connection;
  readonly #copy: ReadCopy | undefined;
  readonly #watches = new Set<StoreWatch>();
  #lockedAt = 0;
  #dataVersion: Reader<[], number> | undefined;

  /** With a copy, to which the connection is then, that is read alone, until it is closed. */
  constructor(file: string, connection: Connection, copy?: ReadCopy) {
    this.file = file;
    this.connection = connection;
    this.#copy = copy;
    if (copy) readInstead(connection.sqlite, file);
  }

  /** Whether nothing can be written to it. */
  get isReadOnly(): boolean {
    return this.#copy !== undefined;
  }

  /** False once it was closed. */
  get isOpen(): boolean {
    return this.connection.sqlite.open;
  }

  /** Differs after another process has written. */
  dataVersion(): number {
    const { sqlite } = this.connection;
    this.#dataVersion ??= sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    return this.#dataVersion.get() ?? 0;
  }

  /** Why nothing can be kept in the store: its file was removed, or another stands in its place. Null while it is there. */
  whyGone(): string | null {
    return whyGone(this.connection.sqlite);
  }

  /** Calls `changed` soon after another process has committed, or the file has gone, until the returned function is called or the store is closed. */
  watch(changed: () => void): () => void {
    const watch = new StoreWatch(this, changed);
    this.#watches.add(watch);
    return () => {
      watch.close();
      this.#watches.delete(watch);
    };
  }

  /** Runs work in one IMMEDIATE transaction: all of it or nothing. */
  atomically<T>(work: () => T): T {
    return immediately(this.connection, work);
  }

  /** Runs work that only reads, and at once: all of it reads the same state of the store. */
  reading<T>(work: () => T): T {
    return reading(this.connection, work);
  }

  /**
   * What work returns that writes to the store, or null when another program held it: the work is to be done again later
   * then. Throws SottoError of the family `store` for anything else that prevents it.
   */
  attempt<T>(work: () => T): { readonly done: T } | null {
    const attempt = attempted(this.connection, work);
    if (!attempt) this.#lockedAt = Date.now();
    return attempt;
  }

  /** As `atomically`, for what may be written later as well: hardly waits. False when the store cannot be written now. */
  ifWritable(work: () => void): boolean {
    try {
      return this.attempt(() => this.atomically(work)) !== null;
    } catch (error) {
      if (isSottoError(error) && error.family === 'store') return false;
      throw error;
    }
  }

  /** As `ifWritable`, for what costs nothing when the power fails just then: it is there for every process, but no disk is waited for. */
  ifWritableUnsynced(work: () => void): boolean {
    return unsynced(this.connection, () => this.ifWritable(work));
  }

  /** As `attempt`, for what can be found again when the power fails just then. */
  attemptUnsynced<T>(work: () => T): { readonly done: T } | null {
    return unsynced(this.connection, () => this.attempt(work));
  }

  /** When another program was last seen to hold the store, in milliseconds since 1970; 0 for never. */
  get lockedAt(): number {
    return this.#lockedAt;
  }

  /**
   * As `atomically`, for long work that lets other tasks of this process run in between; none of them may
   * write to this store meanwhile.
   */
  async atomicallyInSteps<T>(work: () => Promise<T>): Promise<T> {
    const { sqlite } = this.connection;
    begin(sqlite);
    try {
      const result = await work();
      commit(sqlite);
      return result;
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    }
  }

  /** Has SQLite check the whole file. Throws SottoError `store_damaged`. */
  requireSound(): void {
    requireSound(this.connection);
  }

  /** What SQLite says of locks, rights and damage as a SottoError; any other error as it is while the file is sound. */
  explain(error: unknown): unknown {
    return explained(this.connection, error);
  }

  /** Ends its watches and closes the file. */
  close(): void {
    for (const watch of this.#watches) watch.close();
    this.connection.sqlite.close();
    this.#copy?.drop();
  }
}
