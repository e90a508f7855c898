import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { chat, snapshot } from './schema/schema.ts';

/** The snapshots of all chats, for whoever copies them. */
export class SnapshotRows {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Ids of all that are kept now, in the order of their making. */
  ids(): number[] {
    const rows = this.#db.select({ id: snapshot.id }).from(snapshot).orderBy(asc(snapshot.id));
    return rows.all().map(({ id }) => id);
  }

  /** Of those that were kept after the one of this id the newest `most`: worlds, of which chat, when and why they were kept. */
  after(id: number, most: number) {
    const { reason, at, world } = snapshot;
    return this.#db
      .select({ id: snapshot.id, chat: { id: chat.id, title: chat.title }, reason, at, world })
      .from(snapshot)
      .innerJoin(chat, eq(chat.id, snapshot.chat))
      .where(and(gt(snapshot.id, id), eq(chat.deleted, false)))
      .orderBy(desc(snapshot.id))
      .limit(most)
      .all();
  }
}
