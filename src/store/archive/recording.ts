import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { SottoError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Parts } from '../chats/state.ts';
import type { MoveKind } from '../log/tree.ts';
import { chat, event, move } from '../schema/schema.ts';
import { Ordinals } from './ordinals.ts';

/** A branch in a recording. Branches are numbered from 1 in the order of their making. */
export interface BranchRecord {
  readonly branch: number;
  readonly parent: number | null;
  readonly forkSeq: number;
  readonly name: string;
}

/** An event in a recording, which is of one chat. */
export type EventRecord = Omit<StoredEvent, 'chat'>;

/** A move of the head in a recording. */
export interface MoveRecord {
  readonly kind: MoveKind;
  readonly from: Position;
  readonly to: Position;
  readonly at: string;
}

/** What a recording says of its chat as a whole. */
export interface ChatRecord {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly head: Position;
}

/**
 * All that the log holds of one chat at one moment. Events and branches are numbered within the chat, in every position
 * too, so that the recording says the same in any store.
 */
export interface Recording {
  readonly chat: ChatRecord;
  readonly counts: { readonly branches: number; readonly events: number; readonly moves: number };
  readonly branches: readonly BranchRecord[];
  /** In the order of the log. Read as they are asked for, as are the moves. */
  events(): Iterable<EventRecord>;
  moves(): Iterable<MoveRecord>;
}

const pageSize = 1000;

/** The numbers of all the events of a chat. */
export function ordinalsOf({ connection }: Parts, id: string): Ordinals {
  const ordinals = new Ordinals();
  const { placeholder } = sql;
  const page = connection.db
    .select({ seq: event.seq })
    .from(event)
    .where(and(eq(event.chat, id), gt(event.seq, placeholder('after'))))
    .orderBy(asc(event.seq))
    .limit(pageSize)
    .prepare();
  for (let after = 0; ; ) {
    const rows = page.all({ after });
    for (const { seq } of rows) ordinals.add(seq);
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < pageSize) return ordinals;
  }
}

function* movesOf({ connection }: Parts, id: string, upTo: number): Iterable<typeof move.$inferSelect> {
  for (let after = 0; ; ) {
    const wanted = and(eq(move.chat, id), gt(move.id, after), lte(move.id, upTo));
    const rows = connection.db.select().from(move).where(wanted).orderBy(asc(move.id)).limit(pageSize).all();
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageSize) return;
  }
}

/** What bounds a recording, read at one moment: the log grows behind it and changes nowhere else. */
function bounds(parts: Parts, id: string) {
  const { connection, tree } = parts;
  const read = () => {
    tree.forget(id);
    const moves = connection.db
      .select({ last: sql<number>`coalesce(max(${move.id}), 0)`, count: sql<number>`count(*)` })
      .from(move)
      .where(eq(move.chat, id))
      .get();
    const row = connection.db.select().from(chat).where(eq(chat.id, id)).get();
    if (!row || !moves)
      throw new SottoError('not_found', 'no_such_chat', `there is no chat ${id}; see \`sotto chats\``);
    return { row, moves, branches: [...tree.branches(id).values()], ordinals: ordinalsOf(parts, id) };
  };
  return connection.sqlite.transaction(read).deferred();
}

const sure = (ordinal: number | undefined): number => {
  if (ordinal !== undefined) return ordinal;
  throw new SottoError('store', 'store_damaged', 'a place in the tree leads nowhere; see `sotto doctor`');
};

/**
 * The tree of a chat as it is now: what happens while it is read is no part of it. Throws SottoError `no_such_chat`,
 * `store_damaged`.
 */
export function recordingOf(parts: Parts, id: string): Recording {
  const { row, moves, branches, ordinals } = bounds(parts, id);
  const numbers = new Map(branches.map((branch, index) => [branch.id, index + 1]));
  const branchOf = (branch: number): number => sure(numbers.get(branch));
  const seqOf = (seq: number): number => sure(ordinals.ordinalOf(seq));
  const placeOf = (branch: number, seq: number): Position => ({ branch: branchOf(branch), seq: seqOf(seq) });
  const { title, createdAt, updatedAt, headBranch, headSeq } = row;
  return {
    chat: { id, title, createdAt, updatedAt, head: placeOf(headBranch, headSeq) },
    counts: { branches: branches.length, events: ordinals.count, moves: moves.count },
    branches: branches.map(({ id: branch, parent, forkSeq, name }) => ({
      branch: branchOf(branch),
      parent: parent === null ? null : branchOf(parent),
      forkSeq: seqOf(forkSeq),
      name,
    })),
    *events() {
      for (const { chat: _, ...stored } of parts.log.all({ chat: id })) {
        const seq = ordinals.ordinalOf(stored.seq);
        if (seq === undefined) return;
        yield { ...stored, seq, branch: branchOf(stored.branch) };
      }
    },
    *moves() {
      for (const { kind, fromBranch, fromSeq, toBranch, toSeq, at } of movesOf(parts, id, moves.last))
        yield { kind, from: placeOf(fromBranch, fromSeq), to: placeOf(toBranch, toSeq), at };
    },
  };
}
