import { desc, eq, sql } from 'drizzle-orm';
import type { Position } from '../../domain/lineage.ts';
import type { ChatFacts } from '../../domain/world/chat-facts.ts';
import type { World } from '../../domain/world/world.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { worldShape } from '../log/world-shape.ts';
import { counted, type PlacedWorld, type SnapshotCount } from '../log/worlds.ts';
import { chat } from '../schema/schema.ts';
import type { ChatEntry, ChatState } from './state.ts';

type ChatColumns = SnapshotCount &
  Record<'id' | 'title' | 'createdAt' | 'updatedAt' | 'world' | 'shape', string> &
  Record<'books' | 'director' | 'players' | 'pasts' | 'tools' | 'lore', string> &
  Record<'playing' | 'persona', string | null> &
  Record<'deleted' | 'branch' | 'seq', number>;

const columns = `id, title, created_at AS createdAt, updated_at AS updatedAt, deleted, playing, persona, books, director,
  players, pasts, tools, lore, head_branch AS branch, head_seq AS seq, ${counted}, world, world_shape AS shape`;

const statements = ({ sqlite }: Connection) =>
  lazy({
    byId: () => sqlite.prepare<[string], ChatColumns>(`SELECT ${columns} FROM chat WHERE id = ?`),
    head: () =>
      sqlite.prepare<[string], Position>(
        'SELECT head_branch AS branch, head_seq AS seq FROM chat WHERE id = ?',
      ),
    saveHead: () =>
      sqlite.prepare<[object]>(
        `UPDATE chat SET head_branch = @branch, head_seq = @seq, updated_at = @at, world = @world, world_shape = @shape,
           since_snapshot = coalesce(@since, since_snapshot), snapshot_at = coalesce(@snapshotAt, snapshot_at)
         WHERE id = @id`,
      ),
    saveCounted: () =>
      sqlite.prepare<[object]>(
        'UPDATE chat SET since_snapshot = @since, snapshot_at = @snapshotAt WHERE id = @id',
      ),
    saveWorld: () =>
      sqlite.prepare<[object]>('UPDATE chat SET world = @world, world_shape = @shape WHERE id = @id'),
    saveFolded: () =>
      sqlite.prepare<[object]>(
        `UPDATE chat SET world = @world, world_shape = @shape
         WHERE id = @id AND head_branch = @branch AND head_seq = @seq`,
      ),
  });

const factsOf = (row: ChatColumns): ChatFacts => ({
  title: row.title,
  deleted: row.deleted === 1,
  playing: row.playing,
  persona: row.persona === null ? null : JSON.parse(row.persona),
  books: JSON.parse(row.books),
  director: JSON.parse(row.director),
  players: JSON.parse(row.players),
  pasts: JSON.parse(row.pasts),
  tools: JSON.parse(row.tools),
  lore: JSON.parse(row.lore),
});

/** A chat at its head as its row says; its world null where other code has folded it. */
type ChatRow = Omit<ChatState, 'newest' | 'world'> & {
  readonly world: World | null;
  readonly counted: SnapshotCount;
};

/** The rows of chats: facts, heads, and the world at each head. */
export class ChatRows {
  readonly #db: Connection['db'];
  readonly #statements: ReturnType<typeof statements>;
  /** The world that was last read or written, beside its JSON: few turns change it. */
  #latest: { readonly json: string; readonly world: World } | null = null;

  constructor(connection: Connection) {
    this.#db = connection.db;
    this.#statements = statements(connection);
  }

  /** Those that are deleted, or those that are not, the latest first. */
  list(isDeleted: boolean): ChatEntry[] {
    const { id, title, createdAt, updatedAt, deleted } = chat;
    return this.#db
      .select({ id, title, createdAt, updatedAt, deleted })
      .from(chat)
      .where(eq(chat.deleted, isDeleted))
      .orderBy(desc(chat.updatedAt), desc(sql`rowid`))
      .all();
  }

  /** The chat of this id. */
  byId(id: string): ChatRow | undefined {
    const row = this.#statements.byId.get(id);
    if (!row) return undefined;
    const { createdAt, updatedAt, branch, seq, shape, since, snapshotAt } = row;
    const world = shape === worldShape() ? this.#parsed(row.world) : null;
    return {
      id,
      createdAt,
      updatedAt,
      head: { branch, seq },
      facts: factsOf(row),
      world,
      counted: { since, snapshotAt },
    };
  }

  /** Where the chat's head stands. */
  head(id: string): Position | undefined {
    return this.#statements.head.get(id);
  }

  /** Puts the head there, with the world there; and what counts for the next snapshot, where that is given. */
  saveHead(id: string, at: string, { world, ...head }: PlacedWorld, counted?: SnapshotCount): void {
    const { since = null, snapshotAt = null } = counted ?? {};
    this.#statements.saveHead.run({ id, at, since, snapshotAt, ...this.#values(head, world) });
  }

  /** Keeps what counts for the next snapshot. */
  saveCounted(id: string, counted: SnapshotCount): void {
    this.#statements.saveCounted.run({ id, ...counted });
  }

  /** Keeps another world at the head, which stays. */
  saveWorld(id: string, world: World): void {
    this.#statements.saveWorld.run({ id, world: this.#json(world), shape: worldShape() });
  }

  /** Keeps the world at a head that still stands there. */
  saveFolded(id: string, head: Position, world: World): void {
    this.#statements.saveFolded.run({ id, ...this.#values(head, world) });
  }

  /** Keeps what is true of the chat as a whole. */
  saveFacts(id: string, facts: ChatFacts): void {
    this.#db.update(chat).set(facts).where(eq(chat.id, id)).run();
  }

  #values({ branch, seq }: Position, world: World) {
    return { branch, seq, world: this.#json(world), shape: worldShape() };
  }

  #parsed(json: string): World {
    if (this.#latest?.json !== json) this.#latest = { json, world: JSON.parse(json) };
    return this.#latest.world;
  }

  #json(world: World): string {
    if (this.#latest?.world !== world) this.#latest = { json: JSON.stringify(world), world };
    return this.#latest.json;
  }
}
