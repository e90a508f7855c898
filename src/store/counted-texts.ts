import { createHash } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { tokenCount } from './schema/schema-terminals.ts';

const mostKept = 50_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** How many tokens texts have by the tokenizers of models, by a hash of each text. */
export class CountedTexts {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Undefined for a text that was not counted for this model. */
  of(model: string, text: string): number | undefined {
    const where = and(eq(tokenCount.model, model), eq(tokenCount.hash, hashOf(text)));
    return this.#db.select({ tokens: tokenCount.tokens }).from(tokenCount).where(where).get()?.tokens;
  }

  /** Keeps these; what was kept for the model before goes when it is too much. */
  keep(model: string, counts: ReadonlyMap<string, number>): void {
    if (counts.size === 0) return;
    const ofModel = eq(tokenCount.model, model);
    const kept = this.#db.select({ kept: count() }).from(tokenCount).where(ofModel).get()?.kept ?? 0;
    if (kept > mostKept) this.#db.delete(tokenCount).where(ofModel).run();
    const rows = [...counts].map(([text, tokens]) => ({ model, hash: hashOf(text), tokens }));
    for (const row of rows) this.#db.insert(tokenCount).values(row).onConflictDoNothing().run();
  }
}
