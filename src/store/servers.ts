import { and, eq, isNotNull } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { server } from './schema/schema-terminals.ts';

/** What is known of model servers, by their addresses, in every process that uses the store. */
export class Servers {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Whether a person has agreed to this address. */
  isAllowed(url: string): boolean {
    const where = and(eq(server.url, url), isNotNull(server.allowedAt));
    return this.#db.select({ url: server.url }).from(server).where(where).get() !== undefined;
  }

  /** Remembers that a person agreed to this address, and when (ISO). */
  allow(url: string, allowedAt: string): void {
    this.#save(url, { allowedAt });
  }

  /** What was learned of the server and its cache, as it was kept; null where nothing was. */
  cacheOf(url: string): Readonly<Record<string, unknown>> | null {
    return this.#db.select().from(server).where(eq(server.url, url)).get()?.cache ?? null;
  }

  /** Keeps what was learned of the server's cache beside what else is known; null forgets all. */
  keepCache(url: string, cache: Readonly<Record<string, unknown>> | null): void {
    this.#save(url, { cache: cache && { ...this.cacheOf(url), ...cache } });
  }

  #save(url: string, what: Partial<typeof server.$inferInsert>): void {
    this.#db
      .insert(server)
      .values({ url, ...what })
      .onConflictDoUpdate({ target: server.url, set: what })
      .run();
  }
}
