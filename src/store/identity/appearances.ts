import type { Position } from '../../domain/lineage.ts';
import type { ChatId } from '../../domain/message.ts';
import type { Pasts } from '../../domain/world/chat-facts.ts';
import { type Member, stageOf } from '../../domain/world/world.ts';
import type { Chats } from '../chats/chats.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { worldShape } from '../log/world-shape.ts';

/** A chat with whoever is in its cast where its head stands. */
export interface ChatCast {
  readonly chat: ChatId;
  readonly title: string;
  readonly head: Position;
  readonly cast: readonly Member[];
  readonly pasts: Pasts;
}

interface Row extends Position {
  readonly id: string;
  readonly title: string;
  readonly pasts: string;
}

const statements = ({ sqlite }: Connection) =>
  lazy({
    chats: () =>
      sqlite.prepare<[], Row>(
        'SELECT id, title, head_branch AS branch, head_seq AS seq, pasts FROM chat WHERE deleted = 0 ORDER BY id',
      ),
    cast: () =>
      sqlite.prepare<[string, string], { cast: string }>(
        "SELECT json_extract(world, '$.cast') AS cast FROM chat WHERE id = ? AND world_shape = ?",
      ),
  });

/** Who is in which chat, of all chats that are not deleted. */
export class Appearances {
  readonly #chats: Chats;
  readonly #statements: ReturnType<typeof statements>;
  /** The casts by the heads that they were read at. */
  readonly #casts = new Map<ChatId, { readonly head: Position; readonly cast: readonly Member[] }>();

  constructor(connection: Connection, chats: Chats) {
    this.#chats = chats;
    this.#statements = statements(connection);
  }

  /** All of them, in the order of their ids. */
  all(): ChatCast[] {
    return this.#statements.chats.all().map(({ id, title, branch, seq, pasts }) => {
      const head = { branch, seq };
      return { chat: id, title, head, cast: this.#castAt(id, head), pasts: JSON.parse(pasts) };
    });
  }

  #castAt(chat: ChatId, head: Position): readonly Member[] {
    const known = this.#casts.get(chat);
    if (known && known.head.branch === head.branch && known.head.seq === head.seq) return known.cast;
    const row = this.#statements.cast.get(chat, worldShape());
    const cast: readonly Member[] = row ? JSON.parse(row.cast) : stageOf(this.#chats.read(chat).world).cast;
    this.#casts.set(chat, { head, cast });
    return cast;
  }
}
