import * as z from 'zod/mini';

/** A kind of event at its present version, and what it says. */
export const define = <K extends string, P extends z.ZodMiniType>(kind: K, version: number, payload: P) => ({
  kind,
  version,
  payload,
});

/** Identity of a character, a message or a card. */
export const id = z.string().check(z.minLength(1));
/** What somebody or something is called. */
export const name = z.string().check(z.minLength(1));
/** Card in the store and which of its characters. */
export const card = z.object({ id, index: z.int() });
/** Ids of an audience; empty = everyone present. */
export const knownTo = z.array(id);
/** What every message says. */
export const utterance = {
  speaker: id,
  /** What the person or the model wrote, tags included; nothing reads it back into a prompt. */
  raw: z.string(),
  text: z.string(),
  knownTo,
  /**
   * True when those who were named turned out to be everyone present: no secret among them, but none of the
   * business of somebody who joins later and is told of the past.
   */
  confided: z.optional(z.boolean()),
};
/** See `ToldText`. */
const toldTexts = z.readonly(
  z.array(
    z.object({
      name: z.string(),
      source: z.readonly(z.array(z.string())),
      part: z.optional(z.string()),
      text: z.string(),
      match: z.optional(z.number()),
    }),
  ),
);
/** Where a generated text comes from. */
export const generation = {
  /** Message that was answered; null for a reply to nothing. */
  answers: z.nullable(id),
  backend: z.string(),
  model: z.string(),
  seed: z.number(),
  /** Oldest message of the prompt's window, so that the next prompt begins at the same one. */
  windowFrom: z.nullable(id),
  /** Present where the examples of the card have left the speaker's prompts, to make room for the dialogue; see `Epoch`. */
  examplesLeft: z.optional(z.literal(true)),
  /** Letters that its prompt held; absent = all that waited when it was written. */
  lettersRead: z.optional(z.array(id)),
  /** What its speaker was told beside the messages for the first time, in the order of the prompt; its speaker's alone. */
  told: z.optional(z.readonly(z.array(z.object({ after: z.nullable(id), texts: toldTexts })))),
  /** Of a prompt that began an epoch what stood before its history beside cards; its speaker's alone. Absent = it went on with one. */
  sealed: z.optional(toldTexts),
};
/** At whose screen a person told something beside the play: their own act, be it for others alone. Absent = nobody's. */
export const by = z.optional(id);
/** What the model thought before it wrote; its speaker's alone. Absent when it told nothing. */
export const reasoning = z.optional(z.string());

/** The human's own name and description. */
export const persona = z.object({ name: z.string(), description: z.string() });

/** Who answers when nobody is named: see `play/director`. */
export const strategy = z.enum(['natural', 'list', 'pooled', 'manual', 'model']);

/** Whose turn an author's note stands in. */
export const noteRole = z.enum(['system', 'user', 'assistant']);

/** Fields of an imported file that sotto has no place for, by format, given back on export. */
export const foreign = z.record(z.string(), z.unknown());
