import { type Connection, transactionOf } from '../database/database.ts';

/** So many values are kept at once. */
const most = 1000;

/** What was found under keys within one transaction, for what is never changed or removed once it is there. */
export class FoundWithin<T> {
  readonly #connection: Connection;
  readonly #found = new Map<string, T>();
  #transaction: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether anything is kept now: whether there is a transaction. */
  get isKept(): boolean {
    return transactionOf(this.#connection.sqlite) !== null;
  }

  /** The value under a key: what `find` gives, which is asked once in a transaction, and each time outside one. */
  at(key: string, find: () => T): T {
    const transaction = transactionOf(this.#connection.sqlite);
    if (transaction !== this.#transaction || this.#found.size >= most) this.#found.clear();
    this.#transaction = transaction;
    if (transaction === null) return find();
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const value = find();
    this.#found.set(key, value);
    return value;
  }
}
