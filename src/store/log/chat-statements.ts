import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { chat } from '../database/schema.ts';

/** The statements by which chats are read and written. */
export const chatStatements = ({ db }: Connection) => {
  const set = (column: string) => sql`${sql.placeholder(column)}`;
  const head = { headBranch: set('branch'), headSeq: set('seq'), world: set('world'), updatedAt: set('at') };
  return lazy({
    byId: () =>
      db
        .select()
        .from(chat)
        .where(eq(chat.id, sql.placeholder('id')))
        .prepare(),
    head: () =>
      db
        .select({ branch: chat.headBranch, seq: chat.headSeq })
        .from(chat)
        .where(eq(chat.id, sql.placeholder('id')))
        .prepare(),
    saveWorld: () =>
      db
        .update(chat)
        .set({ world: head.world })
        .where(eq(chat.id, sql.placeholder('id')))
        .prepare(),
    saveHead: () =>
      db
        .update(chat)
        .set(head)
        .where(eq(chat.id, sql.placeholder('id')))
        .prepare(),
  });
};
