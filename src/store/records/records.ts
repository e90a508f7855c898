import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { MessageId } from '../../domain/message.ts';
import type { RecordAudience, RecordRow } from '../../domain/record.ts';
import type { Connection } from '../database/database.ts';
import { insertInto } from '../database/insert.ts';
import { lazy } from '../database/lazy.ts';
import { record } from '../schema/schema-records.ts';

/** Who perceives a row: a set of characters as JSON, and whether those are let in who are told of the past later. */
interface Readers {
  readonly members: string;
  readonly isOpen: number;
}

/** Where the messages stand that records are about. */
interface Messages {
  byId(message: MessageId): { readonly seq: number } | undefined;
}

/** A record as one of its audiences has it. */
interface StoredRecord extends Readers {
  readonly key: string;
  readonly seq: number;
  readonly found: number;
  readonly n: number;
  readonly branch: number;
  readonly value: string;
  readonly owner: string | null;
  readonly about: number | null;
}

/** Stands for whoever is there, was or will be, in a set of characters. */
export const anybody = '*';

const statements = (connection: Connection) => {
  const { sqlite } = connection;
  const stored = `SELECT DISTINCT k.key, r.seq, r.found, r.n, r.branch, r.value, r.owner, r.about, a.members, a.is_open AS isOpen
    FROM record r CROSS JOIN record_key k ON k.id = r.key CROSS JOIN audience a ON a.id = k.audience`;
  const keys = `SELECT k.id FROM audience a CROSS JOIN record_key k ON k.audience = a.id`;
  return lazy({
    insert: () => insertInto(connection, record),
    keyOf: () =>
      sqlite
        .prepare<[object], number>(
          `${keys} AND k.key = @key WHERE a.chat = @chat AND a.members = @members AND a.is_open = @isOpen`,
        )
        .pluck(),
    meet: () =>
      sqlite.prepare<[object]>(
        'INSERT OR IGNORE INTO audience (chat, members, is_open) VALUES (@chat, @members, @isOpen)',
      ),
    addKey: () =>
      sqlite.prepare<[object]>(
        `INSERT INTO record_key (audience, key) SELECT id, @key FROM audience
         WHERE chat = @chat AND members = @members AND is_open = @isOpen`,
      ),
    readersOf: () =>
      sqlite.prepare<[number], Readers>(
        'SELECT DISTINCT members, is_open AS isOpen FROM message_audience WHERE seq = ?',
      ),
    remove: () => sqlite.prepare<[number, number]>('DELETE FROM record WHERE seq = ? AND found = ?'),
    about: () => sqlite.prepare<[number], StoredRecord>(`${stored} WHERE r.about = ?`),
    of: () =>
      sqlite.prepare<[number, number], StoredRecord>(
        `${stored} WHERE r.seq = ? AND r.found = ? ORDER BY r.n, a.members, a.is_open`,
      ),
    count: () =>
      sqlite
        .prepare<[string], number>(
          `SELECT count(*) FROM audience a CROSS JOIN record_key k ON k.audience = a.id
           CROSS JOIN record r ON r.key = k.id WHERE a.chat = ?`,
        )
        .pluck(),
    forget: () => sqlite.prepare<[string]>(`DELETE FROM record WHERE key IN (${keys} WHERE a.chat = ?)`),
    forgetKeys: () =>
      sqlite.prepare<[string]>(
        'DELETE FROM record_key WHERE audience IN (SELECT id FROM audience WHERE chat = ?)',
      ),
  });
};

const sameOrder = (a: StoredRecord, b: StoredRecord): number =>
  a.n - b.n || Buffer.compare(Buffer.from(a.members), Buffer.from(b.members)) || a.isOpen - b.isOpen;

/** What stands in the rows of an outcome beside the place of what it is about. */
const foundBy = ({ outcome, seq }: DomainEvent): number => (outcome ? seq : 0);

/** What events made known beside messages: immutable rows keyed by the seq of their event, one for each audience. */
export class Records {
  readonly #messages: Messages;
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, messages: Messages) {
    this.#messages = messages;
    this.#statements = statements(connection);
  }

  /** Writes what an event makes known where it counts: an outcome at the place of what it is about. Twice changes nothing. */
  apply(event: DomainEvent, rows: readonly RecordRow[], place: Position = event): void {
    for (const stored of this.#stored(event, rows, place)) this.#write(event.chat, stored);
  }

  /** The same in place of what the event made known so far. */
  replace(event: DomainEvent, rows: readonly RecordRow[]): void {
    this.#statements.remove.run(event.seq, foundBy(event));
    this.apply(event, rows);
  }

  /** Takes in that a message has another audience: what was made from it goes with it. */
  follow(chat: string, message: MessageId): void {
    const seq = this.#messages.byId(message)?.seq;
    if (seq === undefined) return;
    const records = this.#statements.about.all(seq);
    if (records.length === 0) return;
    for (const readers of this.#statements.readersOf.all(seq))
      for (const stored of records) this.#write(chat, { ...stored, ...readers });
  }

  /** Whether the rows of an event are what it makes known now. */
  isSame(event: DomainEvent, rows: readonly RecordRow[], place: Position = event): boolean {
    const expected = this.#stored(event, rows, place).sort(sameOrder);
    return isDeepStrictEqual(this.#statements.of.all(place.seq, foundBy(event)), expected);
  }

  /** How many rows such records have. */
  rowsOf(event: DomainEvent, rows: readonly RecordRow[], place: Position = event): number {
    return this.#stored(event, rows, place).length;
  }

  /** How many rows a chat has. */
  count(chat: string): number {
    return this.#statements.count.get(chat) ?? 0;
  }

  /** Removes the rows of a chat, to write them anew. */
  forget(chat: string): void {
    this.#statements.forget.run(chat);
    this.#statements.forgetKeys.run(chat);
  }

  #write(chat: string, stored: StoredRecord): void {
    const { key: name, members, isOpen, ...row } = stored;
    const { insert } = this.#statements;
    insert({ ...row, key: this.#keyOf({ chat, key: name, members, isOpen }) });
  }

  #keyOf(wanted: Readers & { readonly chat: string; readonly key: string }): number {
    const { keyOf, meet, addKey } = this.#statements;
    const known = keyOf.get(wanted);
    if (known !== undefined) return known;
    const { key: _, ...readers } = wanted;
    meet.run(readers);
    return Number(addKey.run(wanted).lastInsertRowid);
  }

  #stored(event: DomainEvent, rows: readonly RecordRow[], { seq, branch }: Position = event): StoredRecord[] {
    return rows.flatMap(({ key, value, owner, audience }, n) => {
      const row = { key, seq, found: foundBy(event), n, branch, value: JSON.stringify(value), owner };
      const { about, readers } = this.#readers(audience);
      return readers.map(({ members, isOpen }) => ({ ...row, about, members, isOpen }));
    });
  }

  #readers(audience: RecordAudience): { about: number | null; readers: readonly Readers[] } {
    const of = (members: readonly string[], isOpen = 0) => ({
      about: null,
      readers: [{ members: JSON.stringify(members), isOpen }],
    });
    switch (audience.type) {
      case 'anybody':
        return of([anybody]);
      case 'named':
        return of(audience.characters);
      case 'public':
        return of(audience.present, 1);
      case 'message': {
        const about = this.#messages.byId(audience.message)?.seq ?? null;
        return { about, readers: about === null ? [] : this.#statements.readersOf.all(about) };
      }
    }
  }
}
