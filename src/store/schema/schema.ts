import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { Persona } from '../../domain/events/events.ts';
import {
  type DirectorSettings,
  initialDirector,
  type LoreHere,
  type Pasts,
  type ToolSwitches,
} from '../../domain/world/chat-facts.ts';
import type { World } from '../../domain/world/world.ts';
import { presetKinds } from './preset-kinds.ts';

/** A play. The first columns project its facts; `head_branch`, `head_seq` and `world` its current head. */
export const chat = sqliteTable('chat', {
  id: text().primaryKey(),
  title: text().notNull(),
  deleted: integer({ mode: 'boolean' }).notNull().default(false),
  playing: text(),
  persona: text({ mode: 'json' }).$type<Persona>(),
  books: text({ mode: 'json' }).$type<readonly string[]>().notNull().default([]),
  director: text({ mode: 'json' }).$type<DirectorSettings>().notNull().default(initialDirector),
  players: text({ mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull().default({}),
  pasts: text({ mode: 'json' }).$type<Pasts>().notNull().default({}),
  tools: text({ mode: 'json' }).$type<ToolSwitches>().notNull().default({}),
  lore: text({ mode: 'json' }).$type<LoreHere>().notNull().default({}),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
  headBranch: integer('head_branch').notNull(),
  headSeq: integer('head_seq').notNull(),
  world: text({ mode: 'json' }).$type<World>().notNull(),
  /** By which fold the world was made (`worldShape`); one by another is folded anew. */
  worldShape: text('world_shape').notNull().default(''),
  /** Events since the last periodic snapshot, and when that was. */
  sinceSnapshot: integer('since_snapshot').notNull().default(0),
  snapshotAt: text('snapshot_at').notNull(),
});

/** The chat that a row belongs to. */
export const ofChat = () =>
  text()
    .notNull()
    .references(() => chat.id);

/** Grows from `fork_seq` in its parent; never changes but for its name. */
export const branch = sqliteTable(
  'branch',
  {
    id: integer().primaryKey(),
    chat: ofChat(),
    parent: integer(),
    forkSeq: integer('fork_seq').notNull(),
    name: text().notNull(),
  },
  (table) => [unique().on(table.chat, table.name), index('branch_by_fork').on(table.parent, table.forkSeq)],
);

/** The log. Append only: triggers refuse update and delete. How `payload` and `text` make a payload: `packed`. */
export const event = sqliteTable(
  'event',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    chat: ofChat(),
    branch: integer()
      .notNull()
      .references(() => branch.id),
    turn: text().notNull(),
    kind: text().notNull(),
    version: integer().notNull(),
    payload: text().notNull(),
    /** What the payload says as its `text`, once and readable without its JSON. */
    text: text(),
    actor: text().notNull(),
    at: text().notNull(),
  },
  (table) => [
    index('event_by_branch').on(table.branch, table.seq),
    index('event_by_chat').on(table.chat, table.seq),
    index('coming').on(table.branch, table.seq).where(sql`kind IN ('character_joined', 'character_left')`),
  ],
);

/** The sets of characters that were there together, each once. */
export const presence = sqliteTable('presence', {
  id: integer().primaryKey(),
  /** Their ids as a JSON array, in the order of the cast. */
  members: text().notNull().unique(),
});

/** Transcript: one immutable row per message, keyed by the seq of its event, which holds its text, id, turn and time. */
export const message = sqliteTable(
  'message',
  {
    branch: integer().notNull(),
    seq: integer().notNull(),
    speaker: text(),
    role: text({ enum: ['character', 'system', 'tool'] }).notNull(),
    knownTo: text('known_to', { mode: 'json' }).$type<string[]>().notNull(),
    /** Who was there: a row of `presence`. */
    present: integer().notNull(),
    truncated: integer({ mode: 'boolean' }).notNull(),
    hidden: integer({ mode: 'boolean' }).notNull(),
    /** Public to those who were there alone: who is told of the past later is not told of this. */
    confided: integer({ mode: 'boolean' }).notNull(),
    /** Whether its event holds what the model thought before it answered, which is its speaker's alone. */
    reasoned: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.branch, table.seq] }),
    index('message_call').on(table.branch, table.seq).where(sql`role = 'tool'`),
  ],
);

/** What supersedes a message, keyed by the seq of its event, which holds its text; null = as before. */
export const revision = sqliteTable(
  'revision',
  {
    seq: integer().primaryKey(),
    branch: integer().notNull(),
    messageSeq: integer('message_seq').notNull(),
    knownTo: text('known_to', { mode: 'json' }).$type<string[]>(),
    truncated: integer({ mode: 'boolean' }),
    deleted: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [index('revision_by_message').on(table.messageSeq, table.seq)],
);

/** Who may perceive which message: candidates for a view, confirmed by the latest revision. */
export const witness = sqliteTable(
  'witness',
  { branch: integer().notNull(), character: text().notNull(), seq: integer().notNull() },
  (table) => [primaryKey({ columns: [table.branch, table.character, table.seq] })],
);

/** Who came in and was told of all that had been said in public until then, and who saw them come. */
export const arrival = sqliteTable(
  'arrival',
  {
    seq: integer().primaryKey(),
    branch: integer().notNull(),
    character: text().notNull(),
    present: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [index('arrival_by_branch').on(table.branch, table.seq)],
);

/** The world after event `seq` of `branch`, for jumps. */
export const snapshot = sqliteTable(
  'snapshot',
  {
    id: integer().primaryKey(),
    chat: ofChat(),
    branch: integer().notNull(),
    seq: integer().notNull(),
    reason: text({ enum: ['periodic', 'pre_rewind'] }).notNull(),
    at: text().notNull(),
    world: text({ mode: 'json' }).$type<World>().notNull(),
    shape: text().notNull().default(''),
  },
  (table) => [index('snapshot_by_branch').on(table.branch, table.seq)],
);

/** Every move of a head that was not an append; append only. */
export const move = sqliteTable(
  'move',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chat: ofChat(),
    kind: text({ enum: ['rewind', 'redo', 'branch', 'switch', 'swipe'] }).notNull(),
    fromBranch: integer('from_branch').notNull(),
    fromSeq: integer('from_seq').notNull(),
    toBranch: integer('to_branch').notNull(),
    toSeq: integer('to_seq').notNull(),
    at: text().notNull(),
  },
  (table) => [index('move_by_target').on(table.chat, table.toBranch, table.toSeq)],
);

/** The human's own names and descriptions. */
export const persona = sqliteTable(
  'persona',
  { name: text().primaryKey(), description: text().notNull() },
  (table) => [check('persona_has_name', sql`length(${table.name}) > 0`)],
);

/** Named sets of samplers, templates, prompts, lorebooks, regex scripts, quick replies; what else a persona came with. */
export const preset = sqliteTable(
  'preset',
  {
    kind: text({ enum: presetKinds }).notNull(),
    name: text().notNull(),
    body: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** What came in with it and means nothing to sotto, given back on export. */
    foreign: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** At most one of a kind is in use. */
    chosen: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
