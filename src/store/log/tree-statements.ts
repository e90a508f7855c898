import { and, desc, eq, sql } from 'drizzle-orm';
import { sideBranches } from '../../domain/lineage.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { branch, event, move } from '../database/schema.ts';

/** The statements by which the tree is read. */
export const treeStatements = ({ db }: Connection) => {
  const { placeholder } = sql;
  const rewoundHere = and(
    eq(move.chat, placeholder('chat')),
    eq(move.toBranch, placeholder('branch')),
    eq(move.toSeq, placeholder('seq')),
    eq(move.kind, 'rewind'),
  );
  const tip = db
    .select({ seq: event.seq })
    .from(event)
    .where(eq(event.branch, placeholder('branch')));
  const newest = db
    .select({ seq: event.seq })
    .from(event)
    .where(eq(event.chat, placeholder('chat')));
  const outcomes = and(eq(branch.chat, placeholder('chat')), eq(branch.name, sideBranches.outcomes));
  return lazy({
    newestOutcome: () =>
      db
        .select({ seq: event.seq })
        .from(branch)
        .innerJoin(event, eq(event.branch, branch.id))
        .where(outcomes)
        .orderBy(desc(event.seq))
        .limit(1)
        .prepare(),
    newest: () => newest.orderBy(desc(event.seq)).limit(1).prepare(),
    tip: () => tip.orderBy(desc(event.seq)).limit(1).prepare(),
    lastRewind: () => db.select().from(move).where(rewoundHere).orderBy(desc(move.id)).limit(1).prepare(),
  });
};
