import { and, desc, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import { evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { snapshot } from '../schema/schema.ts';
import type { OnUnreadable } from './log.ts';
import type { Outcomes } from './outcomes.ts';
import type { Tree } from './tree.ts';
import { worldShape } from './world-shape.ts';

/** How often snapshots are made and how long they stay (RP-037, RP-039). */
export interface SnapshotPolicy {
  readonly everyEvents: number;
  readonly everyMinutes: number;
  /** Newest periodic snapshots to keep; of older ones about every tenth stays, for far jumps. */
  readonly keep: number;
  readonly preRewindDays: number;
}

/** A world and the place in the tree where it is true. */
export type PlacedWorld = Position & { readonly world: World };

/** What counts for the next periodic snapshot: events since the last one, and when that was. */
export interface SnapshotCount {
  readonly since: number;
  readonly snapshotAt: string;
}

/** The columns of a chat that are `SnapshotCount`. */
export const counted = 'since_snapshot AS since, snapshot_at AS snapshotAt';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const oneInHowManyStays = 10;

const statements = ({ db, sqlite }: Connection) => {
  const { placeholder } = sql;
  const inRange = and(
    eq(snapshot.branch, placeholder('branch')),
    gt(snapshot.seq, placeholder('after')),
    lte(snapshot.seq, placeholder('upTo')),
    eq(snapshot.shape, placeholder('shape')),
  );
  return lazy({
    counted: () => sqlite.prepare<[string], SnapshotCount>(`SELECT ${counted} FROM chat WHERE id = ?`),
    count: () =>
      sqlite.prepare<[number, string, string]>(
        'UPDATE chat SET since_snapshot = ?, snapshot_at = ? WHERE id = ?',
      ),
    save: () =>
      sqlite.prepare<[object]>(
        `INSERT INTO snapshot (chat, branch, seq, reason, at, world, shape)
         VALUES (@chat, @branch, @seq, @reason, @at, @world, @shape)`,
      ),
    newestAfter: () =>
      sqlite.prepare<[string, number], { id: number; seq: number }>(
        `SELECT id, seq FROM snapshot WHERE chat = ? AND reason = 'periodic' ORDER BY id DESC LIMIT 2 OFFSET ?`,
      ),
    from: () =>
      sqlite.prepare<[string, number], Position & { id: number }>(
        `SELECT s.id, s.branch, s.seq FROM branch b CROSS JOIN snapshot s ON s.branch = b.id
         WHERE b.chat = ? AND s.seq >= ?`,
      ),
    remove: () => sqlite.prepare<[number]>('DELETE FROM snapshot WHERE id = ?'),
    nearest: () => db.select().from(snapshot).where(inRange).orderBy(desc(snapshot.seq)).limit(1).prepare(),
  });
};

/** Folds worlds out of snapshots and the log, and keeps the snapshots. */
export class Worlds {
  readonly #db: Connection['db'];
  readonly #statements: ReturnType<typeof statements>;
  readonly #outcomes: Outcomes;
  readonly #tree: Tree;
  readonly #policy: SnapshotPolicy;

  constructor(connection: Connection, parts: { outcomes: Outcomes; tree: Tree }, policy: SnapshotPolicy) {
    this.#db = connection.db;
    this.#statements = statements(connection);
    this.#outcomes = parts.outcomes;
    this.#tree = parts.tree;
    this.#policy = policy;
  }

  /** After how many events a snapshot is due. */
  get everyEvents(): number {
    return this.#policy.everyEvents;
  }

  /** The world at a place: the nearest snapshot of its history and the events after it (RP-082). */
  at(chatId: string, place: Position, onUnreadable?: OnUnreadable): World {
    let world = initialWorld;
    const tail: { branch: number; after: number; upTo: number }[] = [];
    for (const segment of this.#tree.lineage(chatId, place).segments) {
      const found = this.#statements.nearest.get({ ...segment, shape: worldShape() });
      tail.unshift(found ? { ...segment, after: found.seq } : segment);
      if (!found) continue;
      world = found.world;
      break;
    }
    for (const part of tail) {
      for (const event of this.#outcomes.history(part, onUnreadable)) world = evolve(world, event);
    }
    return world;
  }

  /** The fold of a whole history from nothing. `onEvent` gets the world before each event. */
  fromScratch(chatId: string, place: Position, onEvent?: (world: World, event: DomainEvent) => void): World {
    let world = initialWorld;
    for (const segment of [...this.#tree.lineage(chatId, place).segments].reverse()) {
      for (const event of this.#outcomes.history(segment)) {
        onEvent?.(world, event);
        world = evolve(world, event);
      }
    }
    return world;
  }

  /** Removes the snapshots of a chat that another fold has made; nothing reads them. */
  forgetOthers(chatId: string): void {
    const foreign = and(eq(snapshot.chat, chatId), ne(snapshot.shape, worldShape()));
    this.#db.delete(snapshot).where(foreign).run();
  }

  /**
   * The world at the head, folded unless it is known, after something was found about earlier events: the snapshots after
   * these are gone, and one at the head takes their place where any was.
   */
  afterOutcome(
    chatId: string,
    at: string,
    { about, head, known }: { about: readonly Position[]; head: Position; known: World | null },
  ): World {
    const first = about.reduce((least, { seq }) => Math.min(least, seq), Number.MAX_SAFE_INTEGER);
    const rows = this.#statements.from.all(chatId, first);
    const stale = rows.filter((place) => {
      const lineage = this.#tree.lineage(chatId, place);
      return about.some((one) => lineage.contains(one));
    });
    for (const { id } of stale) this.#statements.remove.run(id);
    const world = known ?? this.at(chatId, head);
    const place = this.#tree.canonical(chatId, head);
    if (stale.length > 0 && head.seq > 0) this.#save(chatId, 'periodic', at, { ...place, world });
    return world;
  }

  /** Keeps the world from which a head is rewound (RP-038). */
  beforeRewind(chatId: string, at: string, state: PlacedWorld): void {
    this.#save(chatId, 'pre_rewind', at, state);
    const daysAway = (days: number) => new Date(Date.parse(at) + days * dayMs).toISOString();
    const { preRewindDays: days } = this.#policy;
    // One from far ahead was made when the clock was wrong, and would stay until then.
    const isOld = or(lt(snapshot.at, daysAway(-days)), gt(snapshot.at, daysAway(days)));
    const own = and(eq(snapshot.chat, chatId), eq(snapshot.reason, 'pre_rewind'));
    this.#db.delete(snapshot).where(and(own, isOld)).run();
  }

  /** Counts `events` more and makes the periodic snapshot when it is due. */
  afterAppend(chatId: string, events: number, at: string, state: PlacedWorld): void {
    const row = this.#statements.counted.get(chatId);
    if (!row) return;
    const { since, snapshotAt } = this.whenDue(chatId, { ...row, since: row.since + events }, at, state);
    this.#statements.count.run(since, snapshotAt, chatId);
  }

  /** Makes the periodic snapshot when it is due. What counts for the next one, which the caller keeps. */
  whenDue(chatId: string, counted: SnapshotCount, at: string, state: PlacedWorld): SnapshotCount {
    const { everyEvents, everyMinutes } = this.#policy;
    const waited = Math.abs(Date.parse(at) - Date.parse(counted.snapshotAt));
    if (counted.since < everyEvents && waited < everyMinutes * minuteMs) return counted;
    this.#save(chatId, 'periodic', at, state);
    this.#thinOut(chatId);
    return { since: 0, snapshotAt: at };
  }

  #save(
    chatId: string,
    reason: 'periodic' | 'pre_rewind',
    at: string,
    { branch, seq, world }: PlacedWorld,
  ): void {
    const placed = { chat: chatId, branch, seq, reason, at };
    this.#statements.save.run({ ...placed, world: JSON.stringify(world), shape: worldShape() });
  }

  /** Removes the periodic snapshot that has just become too old, unless far jumps need it. */
  #thinOut(chatId: string): void {
    const newestFirst = this.#statements.newestAfter.all(chatId, this.#policy.keep);
    const [leaving, before] = newestFirst;
    if (!leaving || !before) return;
    const gap = leaving.seq - before.seq;
    if (gap < this.#policy.everyEvents * oneInHowManyStays) this.#statements.remove.run(leaving.id);
  }
}
