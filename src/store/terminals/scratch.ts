import { eq } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { scratch } from '../schema/schema-terminals.ts';

/** Text of a reply in flight, with everything that its `reply_cut_short` needs if the process dies. */
export interface ScratchReply {
  readonly chat: string;
  readonly pid: number;
  readonly reply: Record<string, unknown>;
  readonly text: string;
}

/** The scratch rows: one reply in flight a chat. */
export class Scratch {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** Writes or overwrites the chat's row. */
  save(row: ScratchReply): void {
    const { pid, reply, text } = row;
    const set = { pid, reply, text };
    this.#db.insert(scratch).values(row).onConflictDoUpdate({ target: scratch.chat, set }).run();
  }

  /** Removes the chat's row: its reply is in the log now. */
  clear(chat: string): void {
    this.#db.delete(scratch).where(eq(scratch.chat, chat)).run();
  }

  /** The reply in flight in a chat. */
  of(chat: string): ScratchReply | undefined {
    return this.#db.select().from(scratch).where(eq(scratch.chat, chat)).get();
  }

  /** Replies in flight, or left behind by a process that died. */
  all(): ScratchReply[] {
    return this.#db.select().from(scratch).all();
  }
}
