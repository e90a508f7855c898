import { and, desc, eq, sql } from 'drizzle-orm';
import { sideBranches } from '../../domain/lineage.ts';
import type { Connection } from '../database/database.ts';
import { lazy, type Reader } from '../database/lazy.ts';
import { branch, move } from '../schema/schema.ts';

/** The statements by which the tree is read. */
export const treeStatements = ({ db, sqlite }: Connection) => {
  const { placeholder } = sql;
  const rewoundHere = and(
    eq(move.chat, placeholder('chat')),
    eq(move.toBranch, placeholder('branch')),
    eq(move.toSeq, placeholder('seq')),
    eq(move.kind, 'rewind'),
  );
  const newest = (where: string): Reader<[string | number], number> =>
    sqlite
      .prepare<[string | number], number>(`SELECT seq FROM event WHERE ${where} ORDER BY seq DESC LIMIT 1`)
      .pluck();
  return lazy({
    newest: () => newest('chat = ?'),
    tip: () => newest('branch = ?'),
    newestOutcome: () =>
      newest(`branch = (SELECT id FROM branch WHERE chat = ? AND name = '${sideBranches.outcomes}')`),
    branches: () =>
      db
        .select()
        .from(branch)
        .where(eq(branch.chat, placeholder('chat')))
        .orderBy(branch.id)
        .prepare(),
    rewinds: () =>
      db
        .select({ branch: move.fromBranch, seq: move.fromSeq })
        .from(move)
        .where(rewoundHere)
        .orderBy(desc(move.id))
        .prepare(),
  });
};
