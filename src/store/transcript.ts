import { and, asc, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { perceivers } from '../domain/audience.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Lineage, Position, Segment } from '../domain/lineage.ts';
import type { CharacterId } from '../domain/message.ts';
import type { MessageRow, RevisionRow } from '../domain/projection.ts';
import type { Connection } from './database.ts';
import { insertInto } from './insert.ts';
import { message, revision, witness } from './schema.ts';

/** A message of the transcript as its own event wrote it. */
export type StoredMessage = typeof message.$inferSelect;
/** What supersedes a message from some event on. */
export type StoredRevision = typeof revision.$inferSelect;

/** The row that an event must have written. */
export const asMessage = (event: DomainEvent, row: MessageRow): StoredMessage => {
  const { id, speaker, role, text, truncated, reasoning } = row;
  const { seq, branch, turn, at } = event;
  const audience = { knownTo: [...row.knownTo], present: [...row.present] };
  return { seq, id, branch, turn, speaker, role, text, ...audience, truncated, reasoning, at };
};

const pageSize = 32;
const { placeholder } = sql;

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
    message: db
      .select()
      .from(message)
      .where(eq(message.seq, placeholder('seq')))
      .prepare(),
    revisions: db.select().from(revision).where(ofMessages).orderBy(asc(revision.seq)).prepare(),
    revision: db
      .select()
      .from(revision)
      .where(eq(revision.seq, placeholder('seq')))
      .prepare(),
  };
};

const writes = (connection: Connection) => ({
  message: insertInto(connection, message),
  witness: insertInto(connection, witness),
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
      const stored = asMessage(event, row);
      const json = { knownTo: JSON.stringify(row.knownTo), present: JSON.stringify(row.present) };
      this.#writes.message({ ...stored, ...json, truncated: Number(row.truncated) });
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
    for (const character of characters) this.#writes.witness({ branch, seq, character });
  }

  /** The message of this id on whatever branch. */
  byId(id: string): StoredMessage | undefined {
    return this.#reads.byId.get({ id });
  }

  /** Ids that begin so; none for an empty prefix. */
  idsLike(prefix: string): string[] {
    if (prefix === '') return [];
    const range = and(gte(message.id, prefix), lt(message.id, `${prefix}\u{10ffff}`));
    return this.#db
      .select({ id: message.id })
      .from(message)
      .where(range)
      .all()
      .map(({ id }) => id);
  }

  /** The message that the event of this seq wrote. */
  message(seq: number): StoredMessage | undefined {
    return this.#reads.message.get({ seq });
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

  /** Place of the first message of a branch after a place for which `isWanted` holds; undefined without one. */
  firstAfter(
    { branch, seq }: Position,
    isWanted: (place: Position, id: string) => boolean,
  ): Position | undefined {
    const upTo = Number.MAX_SAFE_INTEGER;
    for (let after = seq; ; ) {
      const rows = this.#reads.oldest.all({ branch, after, upTo, limit: pageSize });
      const wanted = rows.find((row) => isWanted({ branch, seq: row.seq }, row.id));
      if (wanted) return { branch, seq: wanted.seq };
      after = rows.at(-1)?.seq ?? after;
      if (rows.length < pageSize) return undefined;
    }
  }

  /** Number of candidates of a segment for a viewer (null = everyone). */
  count(segment: Segment, viewer: CharacterId | null): number {
    const { count, countWitnessed } = this.#reads;
    return (
      (viewer === null ? count.get({ ...segment }) : countWitnessed.get({ ...segment, character: viewer }))
        ?.n ?? 0
    );
  }

  /**
   * Revisions that count in a lineage, oldest first, by message with after < seq <= upTo; none for a message
   * that was revised in other lineages alone, whose witnesses then are too many.
   */
  revisions(lineage: Lineage, span: { after: number; upTo: number }): Map<number, StoredRevision[]> {
    const byMessage = new Map<number, StoredRevision[]>();
    for (const row of this.#reads.revisions.all({ ...span })) {
      const known = byMessage.get(row.messageSeq) ?? [];
      byMessage.set(row.messageSeq, known);
      if (lineage.contains(row)) known.push(row);
    }
    return byMessage;
  }
}
