import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { markedWords } from '../schema/marked-words.ts';
import { recallWords } from '../schema/recall-words.ts';
import { addon } from './addon.ts';
import { notePlace, requireInPlace } from './in-place.ts';
import { migrate } from './migrate.ts';
import { keepToOwner } from './owner-only.ts';
import { alsoOnCopy, fileOf } from './read-only.ts';
import { asStoreError, lockedCode } from './store-error.ts';

/** An open store: drizzle's handle for queries, SQLite's own for transactions and pragmas. */
export interface Connection {
  readonly db: BetterSQLite3Database;
  readonly sqlite: Database.Database;
}

/** Marks a file as a store of sotto: `SOTT`. */
const applicationId = 0x534f5454;
/** How long to wait for another process that writes, in milliseconds, unless told. */
export const patienceMs = 3000;
/** The same, for what can be written later as well. */
const briefPatienceMs = 50;

/** Connections in whose open transaction a part has failed: none of it may stand. */
const failed = new WeakSet<Database.Database>();

/** How many transactions connections have begun. */
const begun = new WeakMap<Database.Database, number>();

/** Number of the transaction that a connection is in, another for each; null outside any. */
export const transactionOf = (sqlite: Database.Database): number | null =>
  sqlite.inTransaction ? (begun.get(sqlite) ?? null) : null;

/** Begins a transaction: an IMMEDIATE one, which alone can write. */
export function begin(sqlite: Database.Database, how: 'IMMEDIATE' | 'DEFERRED' = 'IMMEDIATE'): void {
  sqlite.exec(`BEGIN ${how}`);
  failed.delete(sqlite);
  begun.set(sqlite, (begun.get(sqlite) ?? 0) + 1);
}

/**
 * Commits all of it. Throws when a part failed and whoever began it went on all the same, and SottoError `store_gone` where
 * nobody would find it again.
 */
export function commit(sqlite: Database.Database): void {
  if (failed.has(sqlite)) throw new Error('a part of this transaction failed');
  requireInPlace(sqlite);
  sqlite.exec('COMMIT');
}

/**
 * Runs work in one IMMEDIATE transaction: all of it or nothing. Inside another it is a part of that, which cannot stand
 * without it: a savepoint for each would make SQLite write a piece of the index for each. What SQLite refuses is thrown
 * as SottoError.
 */
export function immediately<T>({ sqlite }: Connection, work: () => T): T {
  const isPart = sqlite.inTransaction;
  try {
    if (isPart) return work();
    begin(sqlite);
    const result = work();
    commit(sqlite);
    return result;
  } catch (error) {
    if (isPart) failed.add(sqlite);
    else if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw asStoreError(error, fileOf(sqlite));
  }
}

/** As `immediately`, for what is only made anew from the log: the copy of a store that cannot be written takes that too. */
export const projecting = <T>(connection: Connection, work: () => T): T =>
  alsoOnCopy(connection.sqlite, () => immediately(connection, work));

/** Runs work that only reads, and at once: all of it reads the same state, which costs less than to look anew for each read. */
export function reading<T>({ sqlite }: Connection, work: () => T): T {
  if (sqlite.inTransaction) return work();
  begin(sqlite, 'DEFERRED');
  try {
    return work();
  } finally {
    sqlite.exec('COMMIT');
  }
}

/** How long connections wait for another process that writes, in milliseconds. */
const patience = new WeakMap<Database.Database, number>();

function setPatience(sqlite: Database.Database, ms: number): void {
  sqlite.exec(`PRAGMA busy_timeout = ${ms}`);
  patience.set(sqlite, ms);
}

/** What work returned, or null when another program held the store, for which it hardly waits. Throws what else SQLite refuses as SottoError. */
export function attempted<T>({ sqlite }: Connection, work: () => T): { readonly done: T } | null {
  const usual = patience.get(sqlite) ?? patienceMs;
  setPatience(sqlite, briefPatienceMs);
  try {
    return { done: work() };
  } catch (error) {
    const known = asStoreError(error, fileOf(sqlite));
    if (isSottoError(known) && known.code === lockedCode) return null;
    throw known;
  } finally {
    setPatience(sqlite, usual);
  }
}

/**
 * Runs work whose commits no disk is waited for: a process that is killed loses nothing of them, a computer that loses its power
 * may lose the last, whole. What is committed after it as usual is on the disk only together with it.
 */
export function unsynced<T>({ sqlite }: Connection, work: () => T): T {
  if (sqlite.inTransaction) return work();
  sqlite.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    sqlite.exec('PRAGMA synchronous = FULL');
  }
}

/** The one place where a connection gets its settings (RP-071, RP-120). */
function setPragmas(sqlite: Database.Database): void {
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // For long transactions: pages that do not fit are written to the log again and again. Taken when needed alone.
  sqlite.pragma('cache_size = -32000');
  // Without it REPLACE deletes rows past the triggers that keep the log append only.
  sqlite.pragma('recursive_triggers = ON');
}

const isEmpty = (sqlite: Database.Database): boolean =>
  sqlite.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;

/** Throws SottoError `not_a_store` when the open file does not say that it is a store of sotto, and of which version. */
export function refuseForeign(sqlite: Database.Database, file: string): void {
  const [id, version] = ['application_id', 'user_version'].map((name) =>
    Number(sqlite.pragma(name, { simple: true })),
  );
  if (id === applicationId && version !== 0) return;
  throw new SottoError('store', 'not_a_store', `${file} is not a store of sotto; choose another`);
}

/** Brings an open store, or an empty database, to the newest of `migrations`, with the functions that its views call. Returns it. */
export function migrated(sqlite: Database.Database, migrations: string): Database.Database {
  // The index of `search` is filled with it.
  sqlite.function('marked_words', { deterministic: true }, (audience, text) =>
    markedWords(Number(audience), String(text)),
  );
  // That of what characters perceived.
  sqlite.function('recall_words', { deterministic: true }, (marks, branch, texts) =>
    recallWords(JSON.parse(String(marks)), Number(branch), JSON.parse(String(texts))),
  );
  migrate(sqlite, migrations, applicationId);
  return sqlite;
}

const mostPrepared = 500;

/** The connection for drizzle, which prepares a statement anew at each use: here those of the same text are one. */
function preparingOnce(sqlite: Database.Database): Database.Database {
  const prepared = new Map<string, Database.Statement>();
  const prepare = (text: string): Database.Statement => {
    if (prepared.size >= mostPrepared) prepared.clear();
    const statement = prepared.get(text) ?? sqlite.prepare(text);
    prepared.set(text, statement);
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(sqlite, { prepare: { value: prepare } });
}

/**
 * Opens the store at `file`, made when it does not exist, and brings it to the newest of `migrations`
 * (a folder of drizzle-kit), after a backup where it was laid out in another way. Throws SottoError of the family `store`.
 */
export function openDatabase(file: string, migrations: string, busyTimeoutMs = patienceMs): Connection {
  let sqlite: Database.Database | undefined;
  try {
    keepToOwner(file);
    sqlite = new Database(file, { nativeBinding: addon(), timeout: busyTimeoutMs });
    if (!isEmpty(sqlite)) refuseForeign(sqlite, file);
    setPragmas(sqlite);
    migrated(sqlite, migrations);
    notePlace(sqlite);
    patience.set(sqlite, busyTimeoutMs);
    return { db: drizzle(preparingOnce(sqlite)), sqlite };
  } catch (error) {
    sqlite?.close();
    throw asStoreError(error, file);
  }
}
