import { and, asc, desc, eq, exists, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { message, revision, witness } from '../database/schema.ts';

const { placeholder } = sql;

/** What makes a message a candidate for somebody who was told of the past: public once, or witnessed. */
const mayBeTold = (db: Connection['db']) => {
  const isOpen = and(eq(message.knownTo, []), eq(message.confided, false));
  const opened = and(eq(revision.messageSeq, message.seq), eq(revision.knownTo, []));
  const seen = and(
    eq(witness.branch, message.branch),
    eq(witness.character, placeholder('character')),
    eq(witness.seq, message.seq),
  );
  const found = (table: typeof revision | typeof witness) => db.select({ one: sql`1` }).from(table);
  return [isOpen, exists(found(witness).where(seen)), exists(found(revision).where(opened))];
};

const candidateReads = ({ db }: Connection) => {
  const inRange = (table: typeof message | typeof witness) => [
    eq(table.branch, placeholder('branch')),
    gt(table.seq, placeholder('after')),
    lte(table.seq, placeholder('upTo')),
  ];
  const inMessages = and(...inRange(message));
  const inWitness = and(...inRange(witness), eq(witness.character, placeholder('character')));
  const toldOf = () => and(inMessages, or(...mayBeTold(db)));
  const limit = placeholder('limit');
  const all = () => db.select().from(message).where(inMessages).limit(limit);
  const join = () => db.select({ message }).from(witness).innerJoin(message, eq(message.seq, witness.seq));
  const witnessed = () => join().where(inWitness).limit(limit);
  const told = () => db.select().from(message).where(toldOf()).limit(limit);
  const n = sql<number>`count(*)`;
  return {
    newest: () => all().orderBy(desc(message.seq)).prepare(),
    oldest: () => all().orderBy(asc(message.seq)).prepare(),
    newestWitnessed: () => witnessed().orderBy(desc(witness.seq)).prepare(),
    oldestWitnessed: () => witnessed().orderBy(asc(witness.seq)).prepare(),
    newestTold: () => told().orderBy(desc(message.seq)).prepare(),
    oldestTold: () => told().orderBy(asc(message.seq)).prepare(),
    count: () => db.select({ n }).from(message).where(inMessages).prepare(),
    countTold: () => db.select({ n }).from(message).where(toldOf()).prepare(),
    countWitnessed: () => db.select({ n }).from(witness).where(inWitness).prepare(),
  };
};

const rowReads = ({ db }: Connection) => {
  const ofMessages = and(
    gt(revision.messageSeq, placeholder('after')),
    lte(revision.messageSeq, placeholder('upTo')),
  );
  const listed = sql`(select value from json_each(${placeholder('seqs')}))`;
  return {
    listed: () =>
      db.select().from(message).where(inArray(message.seq, listed)).orderBy(desc(message.seq)).prepare(),
    revisionsOf: () =>
      db
        .select()
        .from(revision)
        .where(inArray(revision.messageSeq, listed))
        .orderBy(asc(revision.seq))
        .prepare(),
    byId: () =>
      db
        .select()
        .from(message)
        .where(eq(message.id, placeholder('id')))
        .prepare(),
    message: () =>
      db
        .select()
        .from(message)
        .where(eq(message.seq, placeholder('seq')))
        .prepare(),
    revisions: () => db.select().from(revision).where(ofMessages).orderBy(asc(revision.seq)).prepare(),
    revision: () =>
      db
        .select()
        .from(revision)
        .where(eq(revision.seq, placeholder('seq')))
        .prepare(),
  };
};

/** The prepared statements that read messages, revisions and witnesses. */
export const transcriptReads = (connection: Connection) =>
  lazy({ ...candidateReads(connection), ...rowReads(connection) });

/** What `transcriptReads` prepares. */
export type TranscriptReads = ReturnType<typeof transcriptReads>;
