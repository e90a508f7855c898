import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { failure } from './schema/schema-terminals.ts';

/** A question that a model did not answer, as it is kept. */
export type StoredFailure = typeof failure.$inferSelect;

/** Questions to classifiers that came to nothing. They stay; one that was asked again with success has its answer. */
export class Failures {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Keeps one under the first of these ids that is free. */
  add(row: Omit<StoredFailure, 'id' | 'answer'>, idOf: (attempt: number) => string): void {
    let attempt = 0;
    while (this.#byId(idOf(attempt))) attempt += 1;
    this.#db
      .insert(failure)
      .values({ ...row, id: idOf(attempt) })
      .run();
  }

  #byId(id: string): StoredFailure | undefined {
    return this.#db.select().from(failure).where(eq(failure.id, id)).get();
  }

  /** Those of a chat that have no answer yet, or those that have one by now; oldest first. */
  of(chat: string, isAnswered = false): StoredFailure[] {
    const where = and(eq(failure.chat, chat), (isAnswered ? isNotNull : isNull)(failure.answer));
    return this.#db.select().from(failure).where(where).orderBy(sql`rowid`).all();
  }

  /** How many of all chats, answered or not, say this, and when the last came (ISO 8601); null where none does. */
  saying(text: string): { readonly count: number; readonly last: string } | null {
    const where = sql`instr(${failure.detail}, ${text}) > 0`;
    const found = this.#db
      .select({ count: sql<number>`count(*)`, last: sql<string | null>`max(${failure.at})` })
      .from(failure)
      .where(where)
      .get();
    return found?.last ? { count: found.count, last: found.last } : null;
  }

  /** Keeps what came when it was asked again; nothing (null) where its job was. */
  answer(id: string, value: unknown): void {
    this.#db.update(failure).set({ answer: { value } }).where(eq(failure.id, id)).run();
  }
}
