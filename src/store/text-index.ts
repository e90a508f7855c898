import type { Statement } from 'better-sqlite3';
import type { MessageId } from '../domain/message.ts';
import { indexed } from '../domain/search.ts';
import type { Connection } from './database.ts';

const mostWords = 16;

const messagesFound = `
  WITH found AS (SELECT rowid AS row FROM message_text WHERE message_text MATCH @words)
  SELECT m.id, m.seq FROM found
  LEFT JOIN revision r ON r.seq = found.row
  JOIN message m ON m.seq = coalesce(r.message_seq, found.row)
  JOIN branch b ON b.id = m.branch
  WHERE b.chat = @chat GROUP BY m.seq ORDER BY m.seq DESC`;

/**
 * Finds the messages that had some words in some version: rows of `message_text`, by the seq of a message or a revision.
 * No trigger writes them: SQLite would then write a part of the index for each row.
 */
export class TextIndex {
  readonly #sqlite: Connection['sqlite'];
  #statements: { add: Statement; find: Statement } | null = null;

  constructor({ sqlite }: Connection) {
    this.#sqlite = sqlite;
  }

  /** Prepared when first needed: a store whose index is damaged can still be read. */
  get #prepared(): { add: Statement; find: Statement } {
    this.#statements ??= {
      add: this.#sqlite.prepare('INSERT INTO message_text(rowid, text) VALUES (?, ?)'),
      find: this.#sqlite.prepare(messagesFound).pluck(),
    };
    return this.#statements;
  }

  /** Takes in the text that the event of this seq wrote; once. */
  add(seq: number, text: string): void {
    this.#prepared.add.run(seq, indexed(text));
  }

  /** Ids of the messages of a chat, hidden ones included, that had all these words at some time, the newest first. */
  messagesWith(chat: string, words: readonly string[]): MessageId[] {
    const rarest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, mostWords);
    if (rarest.length === 0) return [];
    const match = rarest.map((word) => `"${word}"`).join(' ');
    return this.#prepared.find.all({ chat, words: match }) as MessageId[];
  }
}
