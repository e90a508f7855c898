import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';

// Who was told of the past hears what no witness row names, and what was revised may be heard by others.
const statements = ({ sqlite }: Connection) =>
  lazy({
    byChat: () =>
      sqlite.prepare<[], { readonly id: string; readonly at: string | null }>(
        `SELECT c.id, e.at FROM chat c LEFT JOIN event e ON e.seq = (
           SELECT max(w.seq) FROM witness w
           WHERE w.branch = c.head_branch AND w.character = c.playing AND w.seq <= c.head_seq)
           AND NOT EXISTS (SELECT 1 FROM revision r WHERE r.message_seq = e.seq)
           AND NOT EXISTS (SELECT 1 FROM arrival a WHERE a.branch = c.head_branch AND a.character = c.playing)
         ORDER BY c.rowid`,
      ),
  });

/** When something was last heard in each chat, found for all of them at once. */
export class LastHeard {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  /**
   * By chat, in the order in which they were made, when the last line was said that whoever is played there perceives; null where a
   * look at the view must tell.
   */
  byChat(): ReadonlyMap<string, string | null> {
    return new Map(this.#statements.byChat.all().map(({ id, at }) => [id, at]));
  }
}
