import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Outcome } from '../../domain/events/outcome.ts';
import { chat, ofChat } from './schema.ts';

/** Text of a reply while it streams, so that a crash keeps it. One row a chat at most. */
export const scratch = sqliteTable('scratch', {
  chat: text()
    .primaryKey()
    .references(() => chat.id),
  /** Process that wrote it; whether it still generates, its lease tells. */
  pid: integer().notNull(),
  /** The reply as `reply_cut_short` would hold it, but for its text. */
  reply: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  text: text().notNull(),
});

/** A table that says which terminal does something in a chat; one whose process died, or whose beat stopped, is replaced. */
export const leaseTable = (name: string) =>
  sqliteTable(name, {
    chat: text()
      .primaryKey()
      .references(() => chat.id),
    terminal: text().notNull(),
    pid: integer().notNull(),
    /** Milliseconds since 1970. */
    beat: integer().notNull(),
  });

/** Which terminal generates in a chat. */
export const lease = leaseTable('lease');

/** The terminals that have a chat open, whom each plays (null = everyone), and whether they are typing. */
export const terminal = sqliteTable('terminal', {
  id: text().primaryKey(),
  chat: ofChat(),
  pid: integer().notNull(),
  character: text(),
  isTyping: integer('is_typing', { mode: 'boolean' }).notNull().default(false),
  /** When it was last heard of: milliseconds since 1970. */
  beat: integer().notNull().default(0),
});

/** What is known of a model server, whichever process found it out. */
export const server = sqliteTable('server', {
  url: text().primaryKey(),
  /** When a person agreed to an address that a file in the current folder names; null where nobody was asked. */
  allowedAt: text('allowed_at'),
  /** What was learned of its cache; null where nothing was. */
  cache: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
});

/** How many tokens a text has by the tokenizer of a model, so that each process need not ask. */
export const tokenCount = sqliteTable(
  'token_count',
  {
    model: text().notNull(),
    /** Of the text. */
    hash: text().notNull(),
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.model, table.hash] })],
);

/** What an answer was to be: one of some texts, or JSON of a schema, in so many tokens; absent = as usual. */
export type FailedQuestion = (
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'json'; readonly schema: Readonly<Record<string, unknown>> }
) & { readonly maxTokens?: number };

/** A model that was asked a small question and gave no answer. */
export const failure = sqliteTable('failure', {
  id: text().primaryKey(),
  chat: ofChat(),
  /** What was asked: who is spoken to, who speaks, who speaks up, … */
  kind: text().notNull(),
  model: text().notNull(),
  /** In one word; what more there is to say of it. */
  reason: text().notNull(),
  detail: text().notNull(),
  prompt: text().notNull(),
  /** As much as came of the answer. */
  raw: text().notNull(),
  /** What the answer was to be, so that the question can be asked again. */
  wanted: text({ mode: 'json' }).$type<FailedQuestion>().notNull(),
  /** Whose prompt it was; null for nobody's alone. */
  owner: text(),
  /** The message that it was about. */
  message: text(),
  /** What its answer is the outcome of; null where it stands with no turn. */
  outcome: text({ mode: 'json' }).$type<Outcome>(),
  /** The job that asked. */
  job: text(),
  at: text().notNull(),
  /** What came when a person let it be asked again, nothing where its job was; null until then. */
  answer: text({ mode: 'json' }).$type<{ readonly value: unknown }>(),
});

/** A text that was not sent; a private code point in it stands for each paste, the n-th of its plane for `pastes[n]`. */
export interface KeptDraft {
  readonly text: string;
  readonly pastes: readonly string[];
}

/** What somebody at a screen has written as a character and not sent; no part of the chat. */
export const draft = sqliteTable(
  'draft',
  {
    chat: ofChat(),
    /** `*` for one who looks on as everyone. */
    character: text().notNull(),
    drafts: text({ mode: 'json' }).$type<readonly KeptDraft[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chat, table.character] })],
);

/** The lines that somebody at a screen has sent as a character, to be recalled there; no part of the chat. */
export const typedLine = sqliteTable(
  'typed_line',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chat: ofChat(),
    character: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('typed_line_by_writer').on(table.chat, table.character, table.id)],
);
