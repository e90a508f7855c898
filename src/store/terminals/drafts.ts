import { and, desc, eq, lte } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { draft, type KeptDraft, typedLine } from '../schema/schema-terminals.ts';

const longestHistory = 200;

/** Whose drafts: a character in a chat, `*` for one who looks on as everyone. */
export interface Writer {
  readonly chat: string;
  readonly character: string;
}

/** What was left unsent, the one in the composer last, and the lines that were sent, oldest first. */
export interface KeptWriting {
  readonly drafts: readonly KeptDraft[];
  readonly history: readonly string[];
}

/** What people at screens have written and not sent, and what they sent, by chat and character; no part of any chat. */
export class Drafts {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** What this writer left. */
  of(writer: Writer): KeptWriting {
    const left = this.#db
      .select()
      .from(draft)
      .where(and(eq(draft.chat, writer.chat), eq(draft.character, writer.character)))
      .get();
    const lines = this.#newest(writer, longestHistory).map(({ text }) => text);
    return { drafts: left?.drafts ?? [], history: lines.reverse() };
  }

  /** Replaces what this writer left unsent, and adds what was sent since. */
  save(writer: Writer, drafts: readonly KeptDraft[], sent: readonly string[]): void {
    const { chat, character } = writer;
    const row = { chat, character, drafts };
    const target = [draft.chat, draft.character];
    this.#db.insert(draft).values(row).onConflictDoUpdate({ target, set: row }).run();
    for (const text of sent) this.#db.insert(typedLine).values({ chat, character, text }).run();
    const tooOld = sent.length === 0 ? undefined : this.#newest(writer, longestHistory + 1)[longestHistory];
    if (tooOld)
      this.#db
        .delete(typedLine)
        .where(
          and(eq(typedLine.chat, chat), eq(typedLine.character, character), lte(typedLine.id, tooOld.id)),
        )
        .run();
  }

  #newest({ chat, character }: Writer, limit: number) {
    return this.#db
      .select()
      .from(typedLine)
      .where(and(eq(typedLine.chat, chat), eq(typedLine.character, character)))
      .orderBy(desc(typedLine.id))
      .limit(limit)
      .all();
  }
}
