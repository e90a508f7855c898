import type { Statement } from 'better-sqlite3';
import { type Connection, transactionOf } from '../database/database.ts';

/** What is so after the last write of a transaction, until its end or until anything else is written. */
export class WrittenLast<T> {
  readonly #connection: Connection;
  #changes: Statement<[], number> | null = null;
  #kept: { readonly value: T; readonly transaction: number; readonly changes: number } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** This is so from now on. */
  keep(value: T): void {
    const transaction = transactionOf(this.#connection.sqlite);
    this.#kept = transaction === null ? null : { value, transaction, changes: this.#count() };
  }

  /** What was kept; undefined once it may be otherwise. */
  get(): T | undefined {
    const kept = this.#kept;
    if (kept?.transaction === transactionOf(this.#connection.sqlite) && kept?.changes === this.#count())
      return kept.value;
    this.#kept = null;
    return undefined;
  }

  #count(): number {
    this.#changes ??= this.#connection.sqlite.prepare<[], number>('SELECT total_changes()').pluck();
    return this.#changes.get() ?? 0;
  }
}
