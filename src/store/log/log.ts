import { asc, eq } from 'drizzle-orm';
import {
  type Actor,
  type DomainEvent,
  type EventKind,
  eventKinds,
  type NewEvent,
  type StoredEvent,
} from '../../domain/events/events.ts';
import { idParts } from '../../domain/events/id-parts.ts';
import type { Outcome } from '../../domain/events/outcome.ts';
import { type Unreadable, upcast } from '../../domain/events/upcast.ts';
import type { Connection } from '../database/database.ts';
import { type InsertValues, insertValuesInto } from '../database/insert.ts';
import { lazy } from '../database/lazy.ts';
import { asStored, type EventRow, eventColumns, type PackedPayload, packed } from '../schema/packed.ts';
import { event } from '../schema/schema.ts';

/** Makes opaque ids out of what they stand for; `attempt` counts up while an id is taken. */
export type IdSource = (content: string, attempt: number) => string;

/** Called for each event that this program cannot read; it stays in the log and is left out of the fold. */
export type OnUnreadable = (stored: StoredEvent, why: Unreadable['unreadable']) => void;

/** Where an event is written, by whom and when. A null turn begins a new one. */
export interface EventPlace {
  readonly chat: string;
  readonly branch: number;
  readonly turn: string | null;
  readonly actor: Actor;
  readonly at: string;
}

/** Few enough to be forgotten while they are young. */
const pageSize = 200;

const withAbout = "e.branch, e.seq, e.turn, json_extract(e.payload, '$.outcome.about') AS about";

const statements = ({ sqlite }: Connection) => {
  const page = (where: string) =>
    sqlite
      .prepare<[object], EventRow>(
        `SELECT ${eventColumns} FROM event WHERE ${where} AND seq > @after ORDER BY seq LIMIT ${pageSize}`,
      )
      .raw();
  return lazy({
    within: () => page('branch = @branch AND seq <= @upTo AND kind = coalesce(@kind, kind)'),
    ofChat: () => page('chat = @chat'),
    ofBranch: () => page('branch = @branch'),
    ofAll: () => page('true'),
    byId: () =>
      sqlite.prepare<[object], { branch: number; seq: number; turn: string }>(
        `WITH RECURSIVE at AS (SELECT ${withAbout} FROM event e WHERE e.id = @id AND e.chat = @chat
           UNION ALL SELECT ${withAbout} FROM at JOIN event e ON e.id = at.about AND e.chat = @chat AND e.seq < at.seq)
         SELECT branch, seq, turn FROM at WHERE about IS NULL`,
      ),
    at: () =>
      sqlite.prepare<[number, number], { branch: number; seq: number; kind: string; turn: string }>(
        'SELECT branch, seq, kind, turn FROM event WHERE branch = ? AND seq = ?',
      ),
    payloadOf: () =>
      sqlite.prepare<[string, string], { payload: string }>(
        'SELECT payload FROM event WHERE id = ? AND chat = ?',
      ),
    ofKind: () => page('chat = @chat AND kind = @kind'),
    chatOf: () => sqlite.prepare<[string], string>('SELECT chat FROM event WHERE id = ?').pluck(),
  });
};

/** The append-only log of one store. */
export class Log {
  readonly #db: Connection['db'];
  readonly #ids: IdSource;
  readonly #insert: InsertValues;
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, ids: IdSource) {
    this.#db = connection.db;
    this.#ids = ids;
    this.#insert = insertValuesInto(connection, event);
    this.#statements = statements(connection);
  }

  /** Writes one event. Its id is made from what all who perceive it know of it, never from its place in the log. */
  append({ kind, outcome, ...fact }: NewEvent, place: EventPlace): DomainEvent {
    const { version } = eventKinds[kind];
    const { said, ...stored } = packed(outcome ? { ...fact.payload, outcome } : fact.payload);
    const at = fact.at ?? place.at;
    const { chat, branch, actor } = place;
    const content = JSON.stringify([chat, at, idParts({ kind, payload: said } as NewEvent)]);
    for (let attempt = 0; ; attempt = this.#freeBehind(content, attempt)) {
      const id = this.#ids(content, attempt);
      const row = { id, chat, branch, turn: place.turn ?? id, kind, version, actor, at };
      const seq = this.#write(row, stored);
      const isIdTaken = seq === null;
      if (isIdTaken) continue;
      if (!outcome) return { ...row, seq, payload: said } as DomainEvent;
      const { outcome: found, ...own } = said as typeof said & { outcome: Outcome };
      return { ...row, seq, payload: own, outcome: found } as DomainEvent;
    }
  }

  /** The next attempt whose id is free, in few steps however often the same was said: the ids of all before it are taken. */
  #freeBehind(content: string, attempt: number): number {
    const isTaken = (one: number) => this.#statements.chatOf.get(this.#ids(content, one)) !== undefined;
    let [taken, free] = [attempt, attempt + 1];
    for (let step = 1; isTaken(free); step *= 2) [taken, free] = [free, free + step];
    while (taken + 1 < free) {
      const middle = Math.floor((taken + free) / 2);
      if (isTaken(middle)) taken = middle;
      else free = middle;
    }
    return free;
  }

  /** Writes an event as another store had it, its id kept, behind all that is here; null when the id is taken. */
  restore(event: Omit<StoredEvent, 'seq'>): StoredEvent | null {
    const { payload, ...row } = event;
    const { said, ...stored } = packed(payload as object);
    const seq = this.#write(row, stored);
    return seq === null ? null : { ...row, seq, payload: said };
  }

  #write(row: Omit<StoredEvent, 'seq' | 'payload'>, { payload, text }: PackedPayload): number | null {
    const { id, chat, branch, turn, kind, version, actor, at } = row;
    const values = [null, id, chat, branch, turn, kind, version, payload, text, actor, at];
    const { changes, lastInsertRowid } = this.#insert(values);
    return changes === 0 ? null : Number(lastInsertRowid);
  }

  /** Whether an event of this id stands in the log of a chat. */
  has(chat: string, id: string): boolean {
    return this.#statements.chatOf.get(id) === chat;
  }

  /** Known events of a branch with after < seq <= upTo, in order; of one kind where it is named. */
  *read(
    range: { branch: number; after: number; upTo: number; kind?: EventKind },
    onUnreadable?: OnUnreadable,
  ): Iterable<DomainEvent> {
    const { branch, upTo, kind = null } = range;
    for (let after = range.after; ; ) {
      const rows = this.#statements.within.all({ branch, upTo, kind, after });
      for (const row of rows) {
        const stored = asStored(row);
        const lifted = upcast(stored);
        if ('unreadable' in lifted) onUnreadable?.(stored, lifted.unreadable);
        else yield lifted;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      [after] = last;
    }
  }

  /** Where and what the event of this seq is. */
  at(branch: number, seq: number): { branch: number; seq: number; kind: string; turn: string } | undefined {
    return this.#statements.at.get(branch, seq);
  }

  /** Where in a chat the event of this id counts, what a job found where that does which it is about; and its turn. */
  byId(chat: string, id: string): { branch: number; seq: number; turn: string } | undefined {
    return this.#statements.byId.get({ chat, id });
  }

  /** Id of the message that an event of a chat is, or is about; undefined when there is no such event. */
  messageOf(chat: string, id: string): string | undefined {
    const said = this.#statements.payloadOf.get(id, chat);
    return said && ((JSON.parse(said.payload) as { message?: string }).message ?? id);
  }

  /** When the first event of all was written, ISO 8601; empty before it. */
  begun(): string {
    const { at, seq } = event;
    return this.#db.select({ at }).from(event).orderBy(asc(seq)).limit(1).get()?.at ?? '';
  }

  /** The chat's first event. */
  first(chat: string): { turn: string } | undefined {
    const { turn } = event;
    return this.#db
      .select({ turn })
      .from(event)
      .where(eq(event.chat, chat))
      .orderBy(asc(event.seq))
      .limit(1)
      .get();
  }

  /** Every event of a chat (or of all, of one branch, of one kind in a chat) behind a seq as stored, in order of seq. */
  *all(of: { chat?: string; branch?: number; kind?: EventKind; after?: number }): Iterable<StoredEvent> {
    const { ofChat, ofBranch, ofKind, ofAll } = this.#statements;
    const ofOne = of.kind === undefined ? ofChat : ofKind;
    const page = of.branch !== undefined ? ofBranch : of.chat !== undefined ? ofOne : ofAll;
    for (let { after = 0 } = of; ; ) {
      const rows = page.all({ ...of, after });
      for (const row of rows) yield asStored(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      [after] = last;
    }
  }
}
