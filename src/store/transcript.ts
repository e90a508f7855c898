import { and, asc, desc, eq, getTableColumns, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { perceivers } from '../domain/audience.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Lineage, Segment } from '../domain/lineage.ts';
import type { CharacterId } from '../domain/message.ts';
import type { MessageRow, RevisionRow } from '../domain/projection.ts';
import type { Connection } from './database.ts';
import { message, revision, witness } from './schema.ts';

/** A message of the transcript as its own event wrote it. */
export type StoredMessage = typeof message.$inferSelect;
/** What supersedes a message from some event on. */
export type StoredRevision = typeof revision.$inferSelect;

/** The row that an event must have written. */
export const asMessage = (event: DomainEvent, row: MessageRow): StoredMessage => {
  const { table: _, ...rest } = row;
  const { seq, branch, turn, at } = event;
  return { ...rest, seq, branch, turn, at, knownTo: [...row.knownTo], present: [...row.present] };
};

const { placeholder } = sql;
const messageColumns = Object.keys(getTableColumns(message));

const reads = ({ db }: Connection) => {
  const inRange = (table: typeof message | typeof witness) => [
    eq(table.branch, placeholder('branch')),
    gt(table.seq, placeholder('after')),
    lte(table.seq, placeholder('upTo')),
  ];
  const inMessages = and(...inRange(message));
  const inWitness = and(...inRange(witness), eq(witness.character, placeholder('character')));
  const limit = placeholder('limit');
  const all = () => db.select().from(message).where(inMessages).limit(limit);
  const join = () => db.select({ message }).from(witness).innerJoin(message, eq(message.seq, witness.seq));
  const witnessed = () => join().where(inWitness).limit(limit);
  const n = sql<number>`count(*)`;
  const ofMessages = and(
    gt(revision.messageSeq, placeholder('after')),
    lte(revision.messageSeq, placeholder('upTo')),
  );
  return {
    newest: all().orderBy(desc(message.seq)).prepare(),
    oldest: all().orderBy(asc(message.seq)).prepare(),
    newestWitnessed: witnessed().orderBy(desc(witness.seq)).prepare(),
    oldestWitnessed: witnessed().orderBy(asc(witness.seq)).prepare(),
    count: db.select({ n }).from(message).where(inMessages).prepare(),
    countWitnessed: db.select({ n }).from(witness).where(inWitness).prepare(),
    byId: db
      .select()
      .from(message)
      .where(eq(message.id, placeholder('id')))
      .prepare(),
    revisions: db.select().from(revision).where(ofMessages).orderBy(asc(revision.seq)).prepare(),
    revision: db
      .select()
      .from(revision)
      .where(eq(revision.seq, placeholder('seq')))
      .prepare(),
  };
};

const writes = ({ db }: Connection) => ({
  message: db
    .insert(message)
    .values(Object.fromEntries(messageColumns.map((column) => [column, placeholder(column)])) as never)
    .onConflictDoNothing()
    .prepare(),
  witness: db
    .insert(witness)
    .values({ branch: placeholder('branch'), character: placeholder('character'), seq: placeholder('seq') })
    .onConflictDoNothing()
    .prepare(),
});

/** Messages, their revisions and their witnesses: rows keyed by the seq of their event. */
export class Transcript {
  readonly #db: Connection['db'];
  readonly #reads: ReturnType<typeof reads>;
  readonly #writes: ReturnType<typeof writes>;

  constructor(connection: Connection) {
    this.#db = connection.db;
    this.#reads = reads(connection);
    this.#writes = writes(connection);
  }

  /** Writes what an event adds. The same event twice changes nothing (RP-118). */
  apply(event: DomainEvent, row: MessageRow | RevisionRow): void {
    if (row.table === 'message') {
      this.#writes.message.run({ ...asMessage(event, row) });
      this.#addWitnesses(event, perceivers(row.present, row.knownTo));
      return;
    }
    const target = this.byId(row.message);
    if (!target) return;
    const { text, truncated, deleted } = row;
    const knownTo = row.knownTo && [...row.knownTo];
    const { seq, branch } = event;
    const values = { seq, branch, messageSeq: target.seq, text, knownTo, truncated, deleted };
    this.#db.insert(revision).values(values).onConflictDoNothing().run();
    if (knownTo) this.#addWitnesses(target, perceivers(target.present, knownTo));
  }

  #addWitnesses({ branch, seq }: { branch: number; seq: number }, characters: readonly CharacterId[]): void {
    for (const character of characters) this.#writes.witness.run({ branch, seq, character });
  }

  /** The message of this id on whatever branch. */
  byId(id: string): StoredMessage | undefined {
    return this.#reads.byId.get({ id });
  }

  /** Ids that begin so; at most a dozen, none for an empty prefix. */
  idsLike(prefix: string): string[] {
    if (prefix === '') return [];
    const range = and(gte(message.id, prefix), lt(message.id, `${prefix}\u{10ffff}`));
    return this.#db
      .select({ id: message.id })
      .from(message)
      .where(range)
      .limit(12)
      .all()
      .map(({ id }) => id);
  }

  /** The revision that the event of this seq wrote. */
  revision(seq: number): StoredRevision | undefined {
    return this.#reads.revision.get({ seq });
  }

  /** Candidates of a segment for a viewer (null = everyone), before revisions are applied. */
  candidates(
    segment: Segment,
    viewer: CharacterId | null,
    page: { limit: number; order: 'newest' | 'oldest' },
  ): StoredMessage[] {
    const { newest, oldest, newestWitnessed, oldestWitnessed } = this.#reads;
    const isNewest = page.order === 'newest';
    const { limit } = page;
    if (viewer === null) return (isNewest ? newest : oldest).all({ ...segment, limit });
    const rows = (isNewest ? newestWitnessed : oldestWitnessed).all({ ...segment, limit, character: viewer });
    return rows.map((row) => row.message);
  }

  /** Number of candidates of a segment for a viewer (null = everyone). */
  count(segment: Segment, viewer: CharacterId | null): number {
    const { count, countWitnessed } = this.#reads;
    return (
      (viewer === null ? count.get({ ...segment }) : countWitnessed.get({ ...segment, character: viewer }))
        ?.n ?? 0
    );
  }

  /** Revisions that count in a lineage, of messages with after < seq <= upTo, oldest first, by message. */
  revisions(lineage: Lineage, span: { after: number; upTo: number }): Map<number, StoredRevision[]> {
    const byMessage = new Map<number, StoredRevision[]>();
    for (const row of this.#reads.revisions.all({ ...span })) {
      if (!lineage.contains(row)) continue;
      const known = byMessage.get(row.messageSeq);
      if (known) known.push(row);
      else byMessage.set(row.messageSeq, [row]);
    }
    return byMessage;
  }
}
