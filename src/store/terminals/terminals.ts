import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { terminal } from '../schema/schema-terminals.ts';

/** A terminal that has a chat open: whom it plays (null = everyone), and whether somebody types there. */
export type StoredTerminal = typeof terminal.$inferSelect;

const statements = (db: Connection['db']) =>
  lazy({
    ofChat: () =>
      db
        .select()
        .from(terminal)
        .where(eq(terminal.chat, sql.placeholder('chat')))
        .prepare(),
  });

/** The terminals that look on, of all processes. Whether one still lives is the caller's to judge. */
export class Terminals {
  readonly #db: Connection['db'];
  readonly #statements: ReturnType<typeof statements>;

  constructor({ db }: Connection) {
    this.#db = db;
    this.#statements = statements(db);
  }

  /** Those that have a chat open. */
  of(chat: string): StoredTerminal[] {
    return this.#statements.ofChat.all({ chat });
  }

  /** Writes or overwrites a terminal's row. */
  save(row: StoredTerminal): void {
    this.#db.insert(terminal).values(row).onConflictDoUpdate({ target: terminal.id, set: row }).run();
  }

  /** Forgets a terminal. */
  remove(id: string): void {
    this.#db.delete(terminal).where(eq(terminal.id, id)).run();
  }
}
