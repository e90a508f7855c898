import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { event, ofChat } from './schema.ts';
import { leaseTable } from './schema-terminals.ts';

/** Where the outcomes stand in the tree, keyed by the seq of their event: at the place of what they are about. Immutable. */
export const outcome = sqliteTable(
  'outcome',
  {
    seq: integer()
      .primaryKey()
      .references(() => event.seq),
    chat: ofChat(),
    job: text().notNull(),
    source: text().notNull(),
    branch: integer().notNull(),
    aboutSeq: integer('about_seq').notNull(),
  },
  (table) => [
    index('outcome_by_place').on(table.branch, table.aboutSeq, table.seq),
    index('outcome_by_source').on(table.chat, table.job, table.source),
  ],
);

/** The bookkeeping of a chat: what is to be found out about its turns, and how far that is. */
export const job = sqliteTable(
  'job',
  {
    /** Made from what it stands for, so that the same job is added once. */
    id: text().primaryKey(),
    chat: ofChat(),
    kind: text().notNull(),
    /** The event that it is about, and where that stands. */
    about: text().notNull(),
    branch: integer().notNull(),
    aboutSeq: integer('about_seq').notNull(),
    source: text().notNull(),
    /** Whose view it is made from; null = from what all know who perceive what it is about. */
    owner: text(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed', 'cancelled', 'covered'] }).notNull(),
    /** The lower, the earlier it is run. */
    priority: integer().notNull(),
    /** How often it was begun and neither ended nor told to. */
    attempts: integer().notNull().default(0),
    /** How often it gave way to somebody who waited. */
    yields: integer().notNull().default(0),
    /** What its questions have cost: so many that a server began with, of which so many were answered, and tokens. */
    asked: integer().notNull().default(0),
    answered: integer().notNull().default(0),
    read: integer().notNull().default(0),
    written: integer().notNull().default(0),
    addedAt: text('added_at').notNull(),
    changedAt: text('changed_at').notNull(),
  },
  (table) => [
    index('job_by_state').on(table.chat, table.state, table.priority, table.aboutSeq),
    index('job_by_cost').on(table.chat, table.aboutSeq).where(sql`asked > 0`),
  ],
);

/** Which terminal runs the jobs of a chat. */
export const jobLease = leaseTable('job_lease');
