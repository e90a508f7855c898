import { and, eq } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { lease } from '../database/schema-terminals.ts';

/** Which terminal holds a chat, its process, and when it was last heard of (milliseconds since 1970). */
export type StoredLease = typeof lease.$inferSelect;

/** Who does something where, as who generates: one terminal a chat. Whether a holder still lives is the caller's to judge. */
export class Leases {
  readonly #db: Connection['db'];
  readonly #table: typeof lease;

  constructor({ db }: Connection, table = lease) {
    this.#db = db;
    this.#table = table;
  }

  /** Who holds a chat; undefined when nobody does. */
  of(chat: string): StoredLease | undefined {
    const lease = this.#table;
    return this.#db.select().from(lease).where(eq(lease.chat, chat)).get();
  }

  /** Hands the chat's lease to this holder, whoever had it. */
  hand(holder: StoredLease): void {
    const lease = this.#table;
    this.#db.insert(lease).values(holder).onConflictDoUpdate({ target: lease.chat, set: holder }).run();
  }

  /** Says that the holder is still there. False when it holds the lease no more. */
  beat({ chat, terminal, beat }: Omit<StoredLease, 'pid'>): boolean {
    const lease = this.#table;
    const held = and(eq(lease.chat, chat), eq(lease.terminal, terminal));
    return this.#db.update(lease).set({ beat }).where(held).run().changes > 0;
  }

  /** Gives the lease back, when this terminal still holds it. */
  release({ chat, terminal }: Pick<StoredLease, 'chat' | 'terminal'>): void {
    const lease = this.#table;
    const held = and(eq(lease.chat, chat), eq(lease.terminal, terminal));
    this.#db.delete(lease).where(held).run();
  }
}
