import type { Statement } from 'better-sqlite3';
import type { Connection } from '../database/database.ts';
import { FoundWithin } from './found-within.ts';

/** The sets of characters that were there together, each stored once. */
export class Presences {
  readonly #connection: Connection;
  readonly #known: FoundWithin<number>;
  #find: Statement<[string], number> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#known = new FoundWithin(connection);
  }

  /** Number of the set with these members, a JSON array of ids; made when there is none. */
  idOf(members: string): number {
    return this.#known.at(members, () => this.#found(members));
  }

  #found(members: string): number {
    const { sqlite } = this.#connection;
    this.#find ??= sqlite.prepare<[string], number>('SELECT id FROM presence WHERE members = ?').pluck();
    const known = this.#find.get(members);
    if (known !== undefined) return known;
    const added = sqlite.prepare('INSERT INTO presence (members) VALUES (?)').run(members);
    return Number(added.lastInsertRowid);
  }
}
