import { getTableName } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { lease } from '../schema/schema-terminals.ts';

/** Which terminal holds a chat, its process, and when it was last heard of (milliseconds since 1970). */
export type StoredLease = typeof lease.$inferSelect;

const statements = ({ sqlite }: Connection, table: string) => {
  const held = 'chat = @chat AND terminal = @terminal';
  return lazy({
    of: () =>
      sqlite.prepare<[string], StoredLease>(`SELECT chat, terminal, pid, beat FROM ${table} WHERE chat = ?`),
    hand: () =>
      sqlite.prepare<[object]>(
        `INSERT INTO ${table} (chat, terminal, pid, beat) VALUES (@chat, @terminal, @pid, @beat)
         ON CONFLICT (chat) DO UPDATE SET terminal = excluded.terminal, pid = excluded.pid, beat = excluded.beat`,
      ),
    beat: () => sqlite.prepare<[object]>(`UPDATE ${table} SET beat = @beat WHERE ${held}`),
    release: () => sqlite.prepare<[object]>(`DELETE FROM ${table} WHERE ${held}`),
  });
};

/** Who does something where, as who generates: one terminal a chat. Whether a holder still lives is the caller's to judge. */
export class Leases {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, table = lease) {
    this.#statements = statements(connection, getTableName(table));
  }

  /** Who holds a chat; undefined when nobody does. */
  of(chat: string): StoredLease | undefined {
    return this.#statements.of.get(chat);
  }

  /** Hands the chat's lease to this holder, whoever had it. */
  hand(holder: StoredLease): void {
    this.#statements.hand.run(holder);
  }

  /** Says that the holder is still there. False when it holds the lease no more. */
  beat({ chat, terminal, beat }: Omit<StoredLease, 'pid'>): boolean {
    return this.#statements.beat.run({ chat, terminal, beat }).changes > 0;
  }

  /** Gives the lease back, when this terminal still holds it. */
  release({ chat, terminal }: Pick<StoredLease, 'chat' | 'terminal'>): void {
    this.#statements.release.run({ chat, terminal });
  }
}
