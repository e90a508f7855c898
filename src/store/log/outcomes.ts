import type { Actor, DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Outcome } from '../../domain/events/outcome.ts';
import { upcast } from '../../domain/events/upcast.ts';
import type { Position, Segment } from '../../domain/lineage.ts';
import type { Connection } from '../database/database.ts';
import { insertInto } from '../database/insert.ts';
import { lazy } from '../database/lazy.ts';
import { asStored, type EventRow, eventColumns } from '../schema/packed.ts';
import { outcome } from '../schema/schema-jobs.ts';
import type { Log, OnUnreadable } from './log.ts';
import type { Tree } from './tree.ts';

/** What a job found about an earlier turn: at least one event. */
export interface NewOutcome extends Outcome {
  readonly facts: readonly NewEvent[];
}

/** Where an outcome stands: its row. */
export type OutcomeRow = typeof outcome.$inferSelect;

const pageSize = 1000;

const aboutIn = (row: PlacedRow): number => row.at(-1) as number;

/** The columns of an event, then where its outcome counts. */
type PlacedRow = [...EventRow, aboutSeq: number];

const statements = (connection: Connection) => {
  const { sqlite } = connection;
  const columns = eventColumns.split(', ').map((name) => `e.${name}`);
  const select = (where: string) =>
    sqlite
      .prepare<[object], PlacedRow>(
        `SELECT ${columns}, o.about_seq FROM outcome o CROSS JOIN event e ON e.seq = o.seq WHERE ${where}`,
      )
      .raw();
  return lazy({
    place: () => insertInto(connection, outcome),
    within: () =>
      select(
        `o.branch = @branch AND o.about_seq > @after AND o.about_seq <= @upTo
         AND (o.about_seq, o.seq) > (@about, @seq) ORDER BY o.about_seq, o.seq LIMIT ${pageSize}`,
      ),
    found: () => select('o.chat = @chat AND o.job = @job AND o.source = @source ORDER BY o.seq'),
    row: () =>
      sqlite.prepare<[number], OutcomeRow>(
        'SELECT seq, chat, job, source, branch, about_seq AS aboutSeq FROM outcome WHERE seq = ?',
      ),
  });
};

/**
 * What jobs found about turns. Outcomes are written on a branch beside the play, so that they move no head, and count at
 * the place of what they are about: in each history that holds it, behind it and before what comes next.
 */
export class Outcomes {
  readonly #log: Log;
  readonly #tree: Tree;
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, { log, tree }: { log: Log; tree: Tree }) {
    this.#log = log;
    this.#tree = tree;
    this.#statements = statements(connection);
  }

  /** Known events of a part of a branch with the outcomes about them, each where it counts. */
  *history(range: Segment, onUnreadable?: OnUnreadable): Iterable<DomainEvent> {
    const outcomes = this.#within(range, onUnreadable)[Symbol.iterator]();
    let next = outcomes.next();
    for (const one of this.#log.read(range, onUnreadable)) {
      for (; !next.done && next.value.aboutSeq < one.seq; next = outcomes.next()) yield next.value.event;
      yield one;
    }
    for (; !next.done; next = outcomes.next()) yield next.value.event;
  }

  *#within(
    range: Segment,
    onUnreadable?: OnUnreadable,
  ): Iterable<{ readonly aboutSeq: number; readonly event: DomainEvent }> {
    for (let [about, seq] = [range.after, 0]; ; ) {
      const page = this.#statements.within.all({ ...range, about, seq });
      for (const row of page)
        for (const event of known([row], onUnreadable)) yield { aboutSeq: aboutIn(row), event };
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      [about, seq] = [aboutIn(last), last[0]];
    }
  }

  /** What was found from the same source, wherever in the chat: first what is about this event; empty when nothing was. */
  from(chat: string, { job, about, source }: Outcome): DomainEvent[] {
    const all = [...known(this.#statements.found.all({ chat, job, source }))];
    const subject = all.find((one) => one.outcome?.about === about) ?? all[0];
    return all.filter((one) => one.outcome?.about === subject?.outcome?.about);
  }

  /** The row of the outcome of this seq. */
  row(seq: number): OutcomeRow | undefined {
    return this.#statements.row.get(seq);
  }

  /**
   * Writes what was found, and where it counts from now on. Null when nothing is to be written: it is kept already, or what
   * it is about is not in this chat.
   */
  keep(
    chat: string,
    { facts, ...found }: NewOutcome,
    how: { readonly actor: Actor; readonly at: string },
  ): { readonly events: DomainEvent[]; readonly place: Position } | null {
    const about = this.#log.byId(chat, found.about);
    const isKept = this.from(chat, found)[0]?.outcome?.about === found.about;
    if (!about || isKept) return null;
    const { branch, seq: aboutSeq, turn } = about;
    const events = facts.map((fact) => {
      const place = { chat, branch: this.#tree.outcomesBranch(chat), turn, ...how };
      const written = this.#log.append({ ...fact, outcome: found }, place);
      this.#place(written.seq, chat, found, { branch, seq: aboutSeq });
      return written;
    });
    return { events, place: { branch, seq: aboutSeq } };
  }

  /** Gives an outcome that came from another store its row. Where it counts; null where what it is about is not there. */
  restore({ seq, chat, outcome: found }: DomainEvent): Position | null {
    const about = found && this.#log.byId(chat, found.about);
    if (!about || about.seq >= seq) return null;
    const place = { branch: about.branch, seq: about.seq };
    this.#place(seq, chat, found, place);
    return place;
  }

  #place(seq: number, chat: string, { job, source }: Outcome, { branch, seq: aboutSeq }: Position): void {
    this.#statements.place({ seq, chat, job, source, branch, aboutSeq });
  }
}

function* known(rows: readonly PlacedRow[], onUnreadable?: OnUnreadable): Iterable<DomainEvent> {
  for (const row of rows) {
    const stored = asStored(row);
    const lifted = upcast(stored);
    if ('unreadable' in lifted) onUnreadable?.(stored, lifted.unreadable);
    else yield lifted;
  }
}
