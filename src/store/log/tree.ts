import { and, desc, eq, sql } from 'drizzle-orm';
import { SottoError } from '../../domain/errors.ts';
import {
  type Branch,
  forkMark,
  givenName,
  Lineage,
  type Position,
  sideBranches,
} from '../../domain/lineage.ts';
import { type Connection, transactionOf } from '../database/database.ts';
import { lazy, type Reader } from '../database/lazy.ts';
import { branch, move } from '../schema/schema.ts';

/** The statements by which the tree is read. */
const treeStatements = ({ db, sqlite }: Connection) => {
  const { placeholder } = sql;
  const rewoundHere = and(
    eq(move.chat, placeholder('chat')),
    eq(move.toBranch, placeholder('branch')),
    eq(move.toSeq, placeholder('seq')),
    eq(move.kind, 'rewind'),
  );
  const newest = <Bound extends unknown[]>(where: string): Reader<Bound, number> =>
    sqlite.prepare<Bound, number>(`SELECT seq FROM event WHERE ${where} ORDER BY seq DESC LIMIT 1`).pluck();
  return lazy({
    newest: () => newest<[chat: string]>('chat = ?'),
    tip: () => newest<[branch: number]>('branch = ?'),
    earlier: () => newest<[branch: number, seq: number]>('branch = ? AND seq < ?'),
    newestOutcome: () =>
      newest<[chat: string]>(
        `branch = (SELECT id FROM branch WHERE chat = ? AND name = '${sideBranches.outcomes}')`,
      ),
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

const shortestMark = 6;
const beside: ReadonlySet<string> = new Set(Object.values(sideBranches));

/** Why a head moved without an append. */
export type MoveKind = (typeof move.$inferSelect)['kind'];

/** Branches, forks and moves of heads. */
export class Tree {
  readonly #db: Connection['db'];
  readonly #statements: ReturnType<typeof treeStatements>;
  readonly #connection: Connection;
  readonly #branches = new Map<string, Map<number, Branch>>();
  /** In which transaction they were read, and one was written: what that left does not outlive it. */
  readonly #readIn = new Map<string, number | null>();
  readonly #writtenIn = new Map<string, number | null>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#db = connection.db;
    this.#statements = treeStatements(connection);
  }

  /** Every branch of a chat by id. */
  branches(chat: string): ReadonlyMap<number, Branch> {
    const now = transactionOf(this.#connection.sqlite);
    const known = this.#branches.get(chat);
    if (known && (this.#writtenIn.get(chat) ?? now) === now) return known;
    this.#writtenIn.delete(chat);
    const rows = this.#statements.branches.all({ chat });
    const fresh = new Map(rows.map((row) => [row.id, row]));
    this.#branches.set(chat, fresh);
    this.#readIn.set(chat, now);
    return fresh;
  }

  /** Another process may have added branches since the transaction began: they are read again when next asked for. */
  forget(chat: string): void {
    const now = transactionOf(this.#connection.sqlite);
    if (now === null || this.#readIn.get(chat) !== now) this.#branches.delete(chat);
  }

  /** Takes note of a branch that was just written. */
  #note(chat: string, row: Branch): void {
    this.#branches.get(chat)?.set(row.id, row);
    this.#writtenIn.set(chat, transactionOf(this.#connection.sqlite));
  }

  /** The history of a head. */
  lineage(chat: string, head: Position): Lineage {
    if (!this.branches(chat).has(head.branch)) this.forget(chat);
    return new Lineage(this.branches(chat), head);
  }

  /** Seq of a branch's newest event; where it forked when it has none of its own. */
  tip(chat: string, id: number): number {
    return this.#statements.tip.get(id) ?? this.branches(chat).get(id)?.forkSeq ?? 0;
  }

  /** Seq of the newest event of a chat, on whichever branch. */
  newest(chat: string): number {
    return this.#statements.newest.get(chat) ?? 0;
  }

  /** The same place, named by the branch that holds its event. */
  canonical(chat: string, { branch: from, seq }: Position): Position {
    const branches = this.branches(chat);
    let own = branches.get(from);
    while (own && own.parent !== null && seq <= own.forkSeq) own = branches.get(own.parent);
    return { branch: own?.id ?? from, seq };
  }

  /** Branches of play by id: all but those that hold the chat's facts and what jobs found. */
  playBranches(chat: string): Branch[] {
    return [...this.branches(chat).values()].filter(({ name }) => !beside.has(name));
  }

  /** The branch that holds the chat's facts, beside its history; made with the chat. */
  factsBranch(chat: string): number {
    return this.#sideBranch(chat, sideBranches.facts);
  }

  /** The branch that holds what jobs found about turns, beside the history; made with the first of it. */
  outcomesBranch(chat: string): number {
    return this.#sideBranch(chat, sideBranches.outcomes);
  }

  #sideBranch(chat: string, name: string): number {
    const found = () => [...this.branches(chat).values()].find((one) => one.name === name);
    const known = found();
    if (known) return known.id;
    this.forget(chat);
    const others = found();
    if (others) return others.id;
    const values = { chat, name, parent: null, forkSeq: 0 };
    const row = this.#db.insert(branch).values(values).returning().get();
    this.#note(chat, row);
    return row.id;
  }

  /** Seq of the newest outcome of a chat; 0 without any. */
  newestOutcome(chat: string): number {
    return this.#statements.newestOutcome.get(chat) ?? 0;
  }

  /**
   * A new branch that grows from `at`. Without a name it is to be named by `nameFork` in the same transaction. The first
   * of a chat has `at` null.
   */
  fork(chat: string, at: Position | null, name?: string): number {
    if (name !== undefined) this.#checkName(chat, name);
    const parent = at && this.canonical(chat, at);
    const fallback = at === null ? 'main' : `${this.#givenAt(chat, at)}${forkMark}`;
    const place = { parent: parent?.branch ?? null, forkSeq: parent?.seq ?? 0 };
    const row = this.#db
      .insert(branch)
      .values({ chat, name: name ?? fallback, ...place })
      .returning()
      .get();
    this.#note(chat, row);
    return row.id;
  }

  /** A branch as another store had it, under its name. Returns its id. */
  restore(chat: string, { parent, forkSeq, name }: Omit<Branch, 'id'>): number {
    const row = this.#db.insert(branch).values({ chat, parent, forkSeq, name }).returning().get();
    this.#note(chat, row);
    return row.id;
  }

  /** Names a fork after the first event on it: a number would tell how many forks there are that one has not seen. */
  nameFork(chat: string, id: number, firstEvent: string): void {
    const given = this.#givenAt(chat, { branch: id });
    const isTaken = (wanted: string) => {
      for (const { name } of this.branches(chat).values()) if (name === wanted) return true;
      return false;
    };
    let length = shortestMark;
    const name = () => `${given}${forkMark}${firstEvent.slice(0, length)}`;
    while (isTaken(name()) && length < firstEvent.length) length += 1;
    this.#db.update(branch).set({ name: name() }).where(eq(branch.id, id)).run();
    const known = this.branches(chat).get(id);
    if (known) this.#note(chat, { ...known, name: name() });
  }

  /** A free name for a branch that grows from a place: that of the place and a number, `main-2`. */
  freeName(chat: string, at: Position): string {
    const given = this.#givenAt(chat, at);
    const names = this.#names(chat);
    for (let n = 2; ; n += 1) if (!names.has(`${given}-${n}`)) return `${given}-${n}`;
  }

  #givenAt(chat: string, { branch: id }: Pick<Position, 'branch'>): string {
    return givenName(this.branches(chat).get(id)?.name ?? 'main');
  }

  #names(chat: string): ReadonlySet<string> {
    return new Set([...this.branches(chat).values()].map(({ name }) => name));
  }

  #checkName(chat: string, name: string): void {
    if (name.trim() === '' || name.includes(forkMark)) {
      const message = `a branch cannot be called "${name}"; use a word without ${forkMark}`;
      throw new SottoError('usage', 'bad_branch_name', message);
    }
    if (this.#names(chat).has(name)) {
      throw new SottoError(
        'usage',
        'branch_exists',
        `there is a branch "${name}" already; choose another name`,
      );
    }
  }

  /** Notes that a head moved. */
  recordMove(chat: string, kind: MoveKind, ends: { from: Position; to: Position; at: string }): void {
    const { from, to, at } = ends;
    const places = { fromBranch: from.branch, fromSeq: from.seq, toBranch: to.branch, toSeq: to.seq };
    this.#db
      .insert(move)
      .values({ chat, kind, at, ...places })
      .run();
  }

  /** Where the head stood each time before it was rewound to this place, the latest first. */
  rewoundFrom(chat: string, head: Position): Position[] {
    return this.#statements.rewinds.all({ chat, ...head });
  }

  /** The place just before an event, on the same branch: a head that goes there stays on its branch. */
  before(chat: string, { branch: id, seq }: Position): Position {
    const earlier = this.#statements.earlier.get(id, seq);
    return { branch: id, seq: earlier ?? this.branches(chat).get(id)?.forkSeq ?? 0 };
  }

  /** The place before everything that happened in a chat. */
  start(chat: string): Position {
    return { branch: this.playBranches(chat).find(({ parent }) => parent === null)?.id ?? 0, seq: 0 };
  }
}
