import type { Statement } from 'better-sqlite3';
import { perceivers } from '../../domain/audience/audience.ts';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { Lineage, Position, Segment } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { MessageRow, RevisionRow } from '../../domain/rows/projection.ts';
import type { Connection } from '../database/database.ts';
import { insertAllInto, insertInto, insertValuesInto } from '../database/insert.ts';
import { message, revision, witness } from '../schema/schema.ts';
import { FoundWithin } from './found-within.ts';
import type { Reach } from './ranges.ts';
import type { StoredMessage, StoredRevision } from './stored.ts';
import { type Reader, TextIndex } from './text-index.ts';
import { type TranscriptReads, transcriptReads } from './transcript-reads.ts';

/** The sets of characters that were there together, each stored once. */
class Presences {
  readonly #connection: Connection;
  readonly #known: FoundWithin<number>;
  #find: Statement<[string], number> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#known = new FoundWithin(connection);
  }

  /** Number of the set with these members, a JSON array of ids; made when there is none. */
  idOf(members: string): number {
    return this.#known.at(members, () => this.#found(members));
  }

  #found(members: string): number {
    const { sqlite } = this.#connection;
    this.#find ??= sqlite.prepare<[string], number>('SELECT id FROM presence WHERE members = ?').pluck();
    const known = this.#find.get(members);
    if (known !== undefined) return known;
    const added = sqlite.prepare('INSERT INTO presence (members) VALUES (?)').run(members);
    return Number(added.lastInsertRowid);
  }
}

/** Whether a message, by place and id, is one of those asked for. */
export type MessageFilter = (place: Position, id: string) => boolean;

/** How many are read, from which end. */
interface Page {
  readonly limit: number;
  readonly order: 'newest' | 'oldest';
}

const pageSize = 32;

const writes = (connection: Connection) => ({
  message: insertValuesInto(connection, message),
  revision: insertInto(connection, revision),
  witnesses: insertAllInto(connection, witness),
});

/** Messages, their revisions and their witnesses: rows keyed by the seq of their event. */
export class Transcript {
  readonly texts: TextIndex;
  readonly #presences: Presences;
  readonly #reads: TranscriptReads;
  readonly #writes: ReturnType<typeof writes>;
  /** Messages by their seq: several who read within one transaction mostly read the same. */
  readonly #found: FoundWithin<StoredMessage | undefined>;

  constructor(connection: Connection) {
    this.#presences = new Presences(connection);
    this.texts = new TextIndex(connection);
    this.#reads = transcriptReads(connection);
    this.#writes = writes(connection);
    this.#found = new FoundWithin(connection);
  }

  /** Writes what an event adds. The same event twice changes nothing (RP-118). */
  apply(event: DomainEvent, row: MessageRow | RevisionRow): void {
    if (row.table === 'message') this.#addMessage(event, row);
    else this.#addRevision(event, row);
  }

  #addMessage(event: DomainEvent, row: MessageRow): void {
    const { seq, branch } = event;
    const { speaker, role, text, knownTo, present, reasoning } = row;
    const together = this.#presences.idOf(JSON.stringify(present));
    const marks = [row.truncated, row.hidden, row.confided, reasoning !== ''].map(Number);
    const values = [branch, seq, speaker, role, JSON.stringify(knownTo), together, ...marks];
    const { changes } = this.#writes.message(values);
    if (changes > 0)
      this.texts.add({ seq, chat: event.chat, text, present, knownTo, confided: row.confided });
    this.#addWitnesses(event, perceivers(present, knownTo));
  }

  #addRevision({ seq, branch }: DomainEvent, { message: id, ...row }: RevisionRow): void {
    const target = this.byId(id);
    if (!target) return;
    const { text, truncated, deleted, knownTo } = row;
    const values = {
      seq,
      branch,
      messageSeq: target.seq,
      knownTo: knownTo && JSON.stringify(knownTo),
      truncated: truncated === null ? null : Number(truncated),
      deleted: Number(deleted),
    };
    const write = () => this.#writes.revision(values);
    if (text !== null || knownTo) this.texts.renew(target.seq, write);
    else write();
    if (knownTo) this.#addWitnesses(target, perceivers(target.present, knownTo));
  }

  #addWitnesses({ branch, seq }: { branch: number; seq: number }, characters: readonly CharacterId[]): void {
    this.#writes.witnesses(characters.flatMap((character) => [branch, character, seq]));
  }

  /** The message of this id on whatever branch. */
  byId(id: string): StoredMessage | undefined {
    return this.#reads.byId.get({ id });
  }

  /** The messages that a turn wrote up to one of them, oldest first, a few at first: of a chat that came in a turn may have all. */
  *ofTurn({ branch, turn, seq }: StoredMessage): Generator<StoredMessage[]> {
    let after = 0;
    for (let limit = 4; ; limit *= 4) {
      const rows = this.#reads.ofTurn.all({ branch, turn, after, upTo: seq, limit });
      yield rows;
      if (rows.length < limit) return;
      after = rows.at(-1)?.seq ?? seq;
    }
  }

  /** Ids that begin so; none for an empty prefix. */
  idsLike(prefix: string): string[] {
    if (prefix === '') return [];
    return this.#reads.idsLike.all({ from: prefix, to: `${prefix}\u{10ffff}` });
  }

  /** The message that the event of this seq wrote. */
  message(seq: number): StoredMessage | undefined {
    return this.#reads.message.get({ seq });
  }

  /** The revision that the event of this seq wrote. */
  revision(seq: number): StoredRevision | undefined {
    return this.#reads.revision.get({ seq });
  }

  /** Candidates of a segment for a viewer, before revisions are applied. */
  candidates(segment: Segment, reader: Reader, page: Page): StoredMessage[] {
    const reads = this.#reads;
    const { character, isTold } = reader;
    const isNewest = page.order === 'newest';
    const { limit } = page;
    if (character === null) return (isNewest ? reads.newest : reads.oldest).all({ ...segment, limit });
    const wanted = { ...segment, limit, character };
    if (isTold) return (isNewest ? reads.newestTold : reads.oldestTold).all(wanted);
    if (!this.#found.isKept) return (isNewest ? reads.newestWitnessed : reads.oldestWitnessed).all(wanted);
    const seqs = this.candidateSeqs(segment, reader, page);
    return seqs.flatMap((seq) => this.#found.at(String(seq), () => this.message(seq)) ?? []);
  }

  /** The seqs of candidates. */
  candidateSeqs(segment: Segment, reader: Reader, page: Page): number[] {
    const { character, isTold } = reader;
    if (character === null || isTold) return this.candidates(segment, reader, page).map(({ seq }) => seq);
    const wanted = { ...segment, limit: page.limit, character };
    return (page.order === 'newest' ? this.#reads.newestSeqs : this.#reads.oldestSeqs).all(wanted);
  }

  /** Of each of these places in a segment, the seqs of so many candidates before it and behind it, its own between them. */
  witnessedBeside(
    segment: Segment,
    character: CharacterId,
    places: readonly number[],
    reach: Reach,
  ): number[][] {
    const { before: above, after: behind } = reach;
    const wanted = { ...segment, character, above, behind, places: JSON.stringify(places) };
    return this.#reads.beside.all(wanted).map((seqs): number[] => JSON.parse(seqs));
  }

  /** The messages that the events of these seqs wrote, in their order. */
  messages(seqs: readonly number[]): StoredMessage[] {
    return this.#reads.listed.all({ seqs: JSON.stringify(seqs) });
  }

  /** The messages of these ids, on whatever branch, oldest first. */
  ofIds(ids: readonly string[]): StoredMessage[] {
    return this.#reads.ofIds.all({ ids: JSON.stringify(ids) });
  }

  /** The first message of a branch after a place for which `isWanted` holds; undefined without one. */
  firstAfter(
    { branch, seq }: Position,
    isWanted: MessageFilter,
  ): (Position & { readonly id: string }) | undefined {
    const upTo = Number.MAX_SAFE_INTEGER;
    for (let after = seq; ; ) {
      const rows = this.#reads.oldest.all({ branch, after, upTo, limit: pageSize });
      const wanted = rows.find((row) => isWanted({ branch, seq: row.seq }, row.id));
      if (wanted) return { branch, seq: wanted.seq, id: wanted.id };
      after = rows.at(-1)?.seq ?? after;
      if (rows.length < pageSize) return undefined;
    }
  }

  /** The seqs of the calls of tools in a segment, whoever perceives them. */
  callSeqs(segment: Segment): number[] {
    return this.#reads.callSeqs.all({ ...segment });
  }

  /** Number of candidates of a segment for a viewer. */
  count(segment: Segment, { character, isTold }: Reader): number {
    const { count, countTold, countWitnessed } = this.#reads;
    if (character === null) return count.get({ ...segment }) ?? 0;
    return (isTold ? countTold : countWitnessed).get({ ...segment, character }) ?? 0;
  }

  /**
   * Revisions that count in a lineage, oldest first, by message of these seqs or with after < seq <= upTo; none for a
   * message that was revised in other lineages alone, whose witnesses then are too many.
   */
  revisions(
    lineage: Lineage,
    of: readonly number[] | { after: number; upTo: number },
  ): Map<number, StoredRevision[]> {
    const { revisions, revisionsOf } = this.#reads;
    const byMessage = new Map<number, StoredRevision[]>();
    const rows = 'after' in of ? revisions.all({ ...of }) : revisionsOf.all({ seqs: JSON.stringify(of) });
    for (const row of rows) {
      const known = byMessage.get(row.messageSeq) ?? [];
      byMessage.set(row.messageSeq, known);
      if (lineage.contains(row)) known.push(row);
    }
    return byMessage;
  }

  /** Ids of messages that were revised in a lineage after a place in the log. */
  revisedSince(lineage: Lineage, seq: number): string[] {
    const rows = this.#reads.revisedSince.all({ seq });
    return rows.filter((row) => lineage.contains(row)).map(({ message }) => message);
  }
}
