import * as z from 'zod/mini';
import {
  by,
  card,
  define,
  foreign,
  generation,
  id,
  knownTo,
  name,
  noteRole,
  persona,
  reasoning,
  strategy,
  utterance,
} from './event-parts.ts';
import type { Outcome } from './outcome.ts';
import { stateKinds } from './state-kinds.ts';
import { storyKinds } from './story-kinds.ts';
import { toolKinds } from './tool-kinds.ts';

/** Who caused an event: the person, a model, sotto itself, or a file that was read in. */
export type Actor = 'human' | 'model' | 'sotto' | 'import';

/** Every kind of event that this program writes, at its present version. */
export const eventKinds = {
  chat_started: define(
    'chat_started',
    1,
    z.object({
      title: z.string(),
      rules: z.string(),
      /** Who perceives an untagged answer to a whisper; absent = as the settings say. */
      untagged: z.optional(z.enum(['inherit', 'public'])),
      foreign: z.optional(foreign),
    }),
  ),
  chat_renamed: define('chat_renamed', 1, z.object({ title: z.string() })),
  chat_deleted: define('chat_deleted', 1, z.object({})),
  chat_restored: define('chat_restored', 1, z.object({})),
  /** Somebody comes into the scene: a newcomer to the cast, or one of it who was away. */
  character_joined: define(
    'character_joined',
    1,
    z.object({
      character: id,
      name,
      /** Null for a name without a card. */
      card: z.nullable(card),
      /** Whether they are told what was said in public before. */
      knowsPast: z.boolean(),
      by,
    }),
  ),
  /** Gone from the play where `isGone` says so, else only from the scene. */
  character_left: define(
    'character_left',
    1,
    z.object({ character: id, isGone: z.optional(z.boolean()), by }),
  ),
  character_renamed: define('character_renamed', 1, z.object({ character: id, name })),
  /** What macros in the texts of a character's prompt have set: its own, since they may hold what it perceived. */
  variables_set: define(
    'variables_set',
    1,
    z.object({ owner: id, values: z.record(z.string(), z.string()) }),
  ),
  /** A lorebook of the library, by name, is in use in this chat. */
  book_added: define('book_added', 1, z.object({ book: name })),
  book_removed: define('book_removed', 1, z.object({ book: name })),
  character_changed: define('character_changed', 1, z.object({ character: id, card })),
  /** What is absent stays as it was. Talkativeness is from 0 (only when named) to 1. */
  director_set: define(
    'director_set',
    1,
    z.object({
      strategy: z.optional(strategy),
      selfReply: z.optional(z.boolean()),
      muted: z.optional(z.array(id)),
      talkativeness: z.optional(z.record(id, z.number().check(z.gte(0), z.lte(1)))),
    }),
  ),
  /** Which of the humans plays a character; null = the model does, unless it is the played one. */
  player_set: define('player_set', 1, z.object({ character: id, player: z.nullable(name) })),
  played_as: define('played_as', 1, z.object({ character: id, persona: z.nullable(persona) })),
  opening_given: define('opening_given', 1, z.object({ ...utterance, greeting: z.int() })),
  /** `persona`: whom the human was when they said it; absent without one. */
  message_said: define('message_said', 1, z.object({ ...utterance, persona: z.optional(persona) })),
  message_imported: define(
    'message_imported',
    1,
    z.object({
      ...utterance,
      speaker: z.nullable(id),
      role: z.enum(['character', 'system', 'tool']),
      truncated: z.optional(z.boolean()),
      /** Whether people alone read it: it is in no prompt. */
      hidden: z.optional(z.boolean()),
      reasoning,
      foreign: z.optional(foreign),
    }),
  ),
  reply_received: define('reply_received', 1, z.object({ ...utterance, ...generation, reasoning })),
  reply_cut_short: define(
    'reply_cut_short',
    1,
    z.object({ ...utterance, ...generation, reasoning, reason: z.string() }),
  ),
  reply_failed: define('reply_failed', 1, z.object({ speaker: id, code: z.string(), message: z.string() })),
  reply_continued: define(
    'reply_continued',
    1,
    z.object({
      message: id,
      raw: z.string(),
      text: z.string(),
      knownTo,
      truncated: z.boolean(),
      ...generation,
    }),
  ),
  /**
   * A message reads otherwise from here on, as a person wrote it or as its speaker's model wrote it anew. `carried`: it was so
   * where the head came from, and nobody did anything.
   * `anew`: it is a version of the line as that was written, and no person put it right.
   */
  message_edited: define(
    'message_edited',
    1,
    z.object({
      message: id,
      raw: z.string(),
      text: z.string(),
      knownTo,
      speaker: z.optional(z.nullable(id)),
      truncated: z.optional(z.literal(true)),
      carried: z.optional(z.literal(true)),
      anew: z.optional(z.literal(true)),
    }),
  ),
  /** Other people have perceived a message, from here on; the speaker is named so that they know of each other. */
  audience_changed: define(
    'audience_changed',
    1,
    z.object({ message: id, speaker: z.nullable(id), knownTo }),
  ),
  /**
   * Who is in a group, from here on: a name under which an audience reaches several. `knownTo` are its members, whoever is
   * taken out, and `maker`, who made it; null where nobody of the cast did.
   */
  audience_group_changed: define(
    'audience_group_changed',
    1,
    z.object({ group: id, name, maker: z.nullable(id), members: z.array(id), knownTo, by }),
  ),
  message_deleted: define('message_deleted', 1, z.object({ message: id })),
  /** Chat-wide; an empty text takes it away. Depth counts messages from the end; it stands in every `every`-th prompt. */
  author_note_set: define(
    'author_note_set',
    1,
    z.object({
      text: z.string(),
      depth: z.int().check(z.gte(0)),
      role: noteRole,
      every: z.int().check(z.gte(1)),
      knownTo,
      by,
    }),
  ),
  /** What is going on, to one character alone; an empty text takes it away. `instead`: in the place of the scenario of its card. */
  scenario_set: define(
    'scenario_set',
    1,
    z.object({ character: id, text: z.string(), instead: z.optional(z.boolean()), by }),
  ),
  /** Read by each of `to` before its next line, by nobody else. From null: the director's instruction for that line. */
  letter_sent: define(
    'letter_sent',
    1,
    z.object({
      from: z.nullable(id),
      to: z.array(id).check(z.minLength(1)),
      subject: z.string(),
      text: z.string(),
      by,
    }),
  ),
  /** What a model answered to a question about a turn, kept for the same question; empty where it had nothing to say. */
  judged: define('judged', 1, z.object({ answer: z.string() })),
  ...stateKinds,
  ...storyKinds,
  ...toolKinds,
  message_pinned: define('message_pinned', 1, z.object({ message: id, owner: id })),
  message_unpinned: define('message_unpinned', 1, z.object({ message: id, owner: id })),
} as const;

/** Name of a kind of event. */
export type EventKind = keyof typeof eventKinds;
/** What an event of a kind says. */
export type Payload<K extends EventKind> = z.infer<(typeof eventKinds)[K]['payload']>;
/** How the director chooses where nobody is named. */
export type Strategy = z.infer<typeof strategy>;
/** The human's own name and description. */
export type Persona = z.infer<typeof persona>;

/** A fact before the store has given it a place. */
export type NewEvent = {
  [K in EventKind]: { kind: K; payload: Payload<K>; at?: string; outcome?: Outcome };
}[EventKind];

/** Where and when a fact stands in the log. `seq` is total per store and never shown to a person. */
export interface Envelope {
  readonly seq: number;
  readonly id: string;
  readonly chat: string;
  readonly branch: number;
  readonly turn: string;
  readonly version: number;
  readonly actor: Actor;
  readonly at: string;
}

/** An event as it stands in the log: its kind and version may be older or newer than this program; `outcome` is in its payload. */
export interface StoredEvent extends Envelope {
  readonly kind: string;
  readonly payload: unknown;
}

/** An event of a known kind at its present version. */
export type DomainEvent = {
  [K in EventKind]: Envelope & { kind: K; payload: Payload<K>; outcome?: Outcome };
}[EventKind];
