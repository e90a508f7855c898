import { perceivers } from '../../domain/audience/audience.ts';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { MessageRow, RevisionRow } from '../../domain/rows/projection.ts';
import { foldName, type Member, memberOf, type World } from '../../domain/world/world.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { recallWords } from '../schema/recall-words.ts';
import { FoundWithin } from '../transcript/found-within.ts';
import { RecallCheck } from './recall-check.ts';
import type { Vectors } from './vectors/vectors.ts';

/** Who perceives something in a chat: a set of characters as JSON, and whether those are let in who are told of the past. */
interface Hearers {
  readonly chat: string;
  readonly members: string;
  readonly isOpen: number;
}

const statements = ({ sqlite }: Connection) =>
  lazy({
    mark: () =>
      sqlite
        .prepare<[object], number>(
          'SELECT mark FROM recall_audience WHERE chat = @chat AND members = @members AND is_open = @isOpen',
        )
        .pluck(),
    addMark: () => sqlite.prepare<[string]>('INSERT OR IGNORE INTO recall_mark (key) VALUES (?)'),
    addAudience: () =>
      sqlite.prepare<[object]>(
        `INSERT INTO recall_audience (chat, members, is_open, mark)
         SELECT @chat, @members, @isOpen, id FROM recall_mark WHERE key = @key`,
      ),
    write: () =>
      sqlite.prepare<[number | bigint, string]>('INSERT INTO recall_text (rowid, words) VALUES (?, ?)'),
    add: () =>
      sqlite.prepare<[number]>(
        'INSERT INTO recall_text (rowid, words) SELECT seq, words FROM recall_row WHERE seq = ?',
      ),
    remove: () =>
      sqlite.prepare<[number]>(
        "INSERT INTO recall_text (recall_text, rowid, words) SELECT 'delete', seq, words FROM recall_row WHERE seq = ?",
      ),
    hearers: () =>
      sqlite.prepare<[number], Hearers>(
        'SELECT DISTINCT chat, members, is_open AS isOpen FROM recall_hearers WHERE seq = ?',
      ),
    place: () =>
      sqlite.prepare<[number, number, number, number]>(
        'INSERT INTO recall_place (seq, branch, at, kind) VALUES (?, ?, ?, ?)',
      ),
    revised: () => sqlite.prepare<[number]>('UPDATE recall_place SET kind = 1 WHERE seq = ?'),
    seqOf: () => sqlite.prepare<[string], number>('SELECT seq FROM event WHERE id = ?').pluck(),
  });

/** What tells somebody from others in whatever chat: the card, else the name. */
const keyOf = (member: Member | undefined, id: string): string => {
  if (!member) return `i${id}`;
  return member.card ? `c${member.card.id}:${member.card.index}` : `n${foldName(member.name)}`;
};

/**
 * Writes the index of what characters perceived: the row of `recall_text` under the seq of a message, or of the event that
 * wrote a memory, has each of its words once for each audience that it ever had, in whatever version. Audiences of
 * several chats that are made of the same cards and names share a mark, so that one lookup finds what somebody perceived in
 * all of them; whose view holds what is found decides. `recall_row` says what is in a row.
 */
export class RecallIndex {
  readonly #statements: ReturnType<typeof statements>;
  readonly #marks: FoundWithin<number>;
  readonly #check: RecallCheck;
  readonly #vectors: Vectors;

  constructor(connection: Connection, vectors: Vectors) {
    this.#vectors = vectors;
    this.#statements = statements(connection);
    this.#marks = new FoundWithin(connection);
    this.#check = new RecallCheck(connection);
  }

  /** Takes in a message that was just written; once. */
  addMessage({ seq, branch, chat }: DomainEvent, row: MessageRow, world: World): void {
    const isOpen = Number(row.knownTo.length === 0 && !row.confided);
    const members = JSON.stringify(perceivers(row.present, row.knownTo));
    const mark = this.#mark({ chat, members, isOpen }, world);
    this.#statements.write.run(seq, recallWords([mark], branch, [row.text]));
    this.#statements.place.run(seq, branch, seq, 0);
  }

  /** Takes in what `revise` changes about a message. */
  revise(row: RevisionRow, world: World, revise: () => void): void {
    const seq = this.#statements.seqOf.get(row.message);
    if (seq !== undefined) this.#statements.revised.run(seq);
    if (seq === undefined || (row.text === null && !row.knownTo)) {
      revise();
      return;
    }
    this.#statements.remove.run(seq);
    revise();
    for (const hearers of this.#statements.hearers.all(seq)) this.#mark(hearers, world);
    this.#statements.add.run(seq);
    this.#vectors.follow(seq);
  }

  /** Takes in a memory that was just written, where it counts; other events are none. */
  addMemory(event: DomainEvent, world: World, { branch, seq }: Position = event): void {
    if (event.kind !== 'memory_written') return;
    const { owner, text } = event.payload;
    const mark = this.#mark({ chat: event.chat, members: JSON.stringify([owner]), isOpen: 0 }, world);
    this.#statements.write.run(event.seq, recallWords([mark], branch, [text]));
    this.#statements.place.run(event.seq, branch, seq, 2);
  }

  /** How many rows of a chat are not what its log makes them. */
  differing(chat: string): number {
    return this.#check.differing(chat);
  }

  /** How many texts of a chat have other vectors than their rows say, or lost them. */
  differingVectors(chat: string): number {
    return this.#vectors.differing(chat);
  }

  #mark(hearers: Hearers, world: World): number {
    const { chat, members, isOpen } = hearers;
    return this.#marks.at(`${isOpen}${members}${chat}`, () => {
      const { mark, addMark, addAudience } = this.#statements;
      const known = mark.get(hearers);
      if (known !== undefined) return known;
      const ids: string[] = JSON.parse(members);
      const key = `${isOpen}${JSON.stringify(ids.map((id) => keyOf(memberOf(world, id), id)).sort())}`;
      addMark.run(key);
      addAudience.run({ ...hearers, key });
      return mark.get(hearers) ?? 0;
    });
  }
}
