import * as z from 'zod';

/** Who caused an event: the person, a model, sotto itself, or a file that was read in. */
export type Actor = 'human' | 'model' | 'sotto' | 'import';

const define = <K extends string, P extends z.ZodType>(kind: K, version: number, payload: P) => ({
  kind,
  version,
  payload,
});

const id = z.string().min(1);
/** Card in the store and which of its characters. */
const card = z.object({ id, index: z.number().int() });
const knownTo = z.array(id);
const utterance = {
  speaker: id,
  /** What the person or the model wrote, tags included; nothing reads it back into a prompt. */
  raw: z.string(),
  text: z.string(),
  knownTo,
};
const generation = {
  /** Message that was answered; null for a reply to nothing. */
  answers: id.nullable(),
  backend: z.string(),
  model: z.string(),
  seed: z.number(),
  /** Oldest message of the prompt's window, so that the next prompt begins at the same one. */
  windowFrom: id.nullable(),
};
/** What the model thought before it wrote; its speaker's alone. Absent when it told nothing. */
const reasoning = z.string().optional();

const persona = z.object({ name: z.string(), description: z.string() });

/** Fields of an imported file that sotto has no place for, by format, given back on export. */
const foreign = z.record(z.string(), z.unknown());

/** Every kind of event that this program writes, at its present version. */
export const eventKinds = {
  chat_started: define(
    'chat_started',
    1,
    z.object({ title: z.string(), rules: z.string(), foreign: foreign.optional() }),
  ),
  chat_renamed: define('chat_renamed', 1, z.object({ title: z.string() })),
  chat_deleted: define('chat_deleted', 1, z.object({})),
  chat_restored: define('chat_restored', 1, z.object({})),
  character_joined: define(
    'character_joined',
    1,
    z.object({
      character: id,
      name: z.string().min(1),
      /** Null for a name without a card. */
      card: card.nullable(),
      knowsPast: z.boolean(),
    }),
  ),
  /** What macros in the texts of a character's prompt have set: its own, since they may hold what it perceived. */
  variables_set: define(
    'variables_set',
    1,
    z.object({ owner: id, values: z.record(z.string(), z.string()) }),
  ),
  /** A lorebook of the library, by name, is in use in this chat. */
  book_added: define('book_added', 1, z.object({ book: z.string().min(1) })),
  book_removed: define('book_removed', 1, z.object({ book: z.string().min(1) })),
  character_changed: define('character_changed', 1, z.object({ character: id, card })),
  played_as: define('played_as', 1, z.object({ character: id, persona: persona.nullable() })),
  opening_given: define('opening_given', 1, z.object({ ...utterance, greeting: z.number().int() })),
  message_said: define('message_said', 1, z.object(utterance)),
  message_imported: define(
    'message_imported',
    1,
    z.object({
      ...utterance,
      speaker: id.nullable(),
      role: z.enum(['character', 'system', 'tool']),
      truncated: z.boolean().optional(),
      reasoning,
      foreign: foreign.optional(),
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
  message_edited: define(
    'message_edited',
    1,
    z.object({ message: id, raw: z.string(), text: z.string(), knownTo }),
  ),
  message_deleted: define('message_deleted', 1, z.object({ message: id })),
  message_pinned: define('message_pinned', 1, z.object({ message: id, owner: id })),
  message_unpinned: define('message_unpinned', 1, z.object({ message: id, owner: id })),
} as const;

/** Name of a kind of event. */
export type EventKind = keyof typeof eventKinds;
/** What an event of a kind says. */
export type Payload<K extends EventKind> = z.infer<(typeof eventKinds)[K]['payload']>;
/** The human's own name and description. */
export type Persona = z.infer<typeof persona>;

/** A fact before the store has given it a place. */
export type NewEvent = { [K in EventKind]: { kind: K; payload: Payload<K>; at?: string } }[EventKind];

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

/** An event as it stands in the log: its kind and version may be older or newer than this program. */
export interface StoredEvent extends Envelope {
  readonly kind: string;
  readonly payload: unknown;
}

/** An event of a known kind at its present version. */
export type DomainEvent = { [K in EventKind]: Envelope & { kind: K; payload: Payload<K> } }[EventKind];
