import * as z from 'zod/mini';
import { bounds } from '../fiction/kinds.ts';
import { by, define, id } from './event-parts.ts';
import { occasionFields } from './state-kinds.ts';

const word = z.string().check(z.maxLength(bounds.word));
const summary = z.string().check(z.maxLength(bounds.summary));
const count = z.optional(z.nullable(z.int().check(z.gte(0))));
const yesOrNo = z.optional(z.nullable(z.boolean()));

/** Kinds of events about how the story goes on: its scenes, its time, and what is remembered of them. */
export const storyKinds = {
  /** The scene ends for all who are there; another begins. `reason`: why, or a person's own hand. */
  scene_closed: define(
    'scene_closed',
    1,
    z.object({
      reason: z.enum(['container', 'time', 'skip', 'hand']),
      /** Where and when all of them took it to be until then; absent = as each of them does as it ends. */
      was: z.optional(z.object({ place: z.optional(word), time: z.optional(word) })),
      by,
    }),
  ),
  /**
   * What somebody keeps of their `n`-th scene, which `scene_closed` of the id `scene` ended (absent: the one that they saw
   * close last), from their own view; null: it is to be written anew.
   */
  scene_summarized: define(
    'scene_summarized',
    1,
    z.object({ scene: z.optional(id), n: z.int().check(z.gte(1)), owner: id, text: z.nullable(summary), by }),
  ),
  /** What somebody remembers, new or as it reads from now on. `of`: the message that it is of, else the end of a scene. */
  memory_written: define(
    'memory_written',
    1,
    z.object({
      memory: id,
      owner: id,
      text: summary,
      significance: z.int().check(z.gte(0), z.lte(3)),
      of: z.nullable(id),
      /** The owner's scene, from 1. */
      scene: z.int().check(z.gte(1)),
      /** The world's time and place, as the owner knew them; empty = unknown. */
      time: word,
      place: word,
      /** Who was there, as far as the owner knew. */
      witnesses: z.array(id),
      pinned: z.boolean(),
      by,
      /** What of it a person edited; absent = it is new, or pinned or not any more. */
      target: z.optional(z.enum(['memory', 'memory_pov_summary', 'significance', 'witnesses'])),
    }),
  ),
  memory_forgotten: define('memory_forgotten', 1, z.object({ memory: id, owner: id, by })),
  /** What the teller knows of an occasion is told to others: they know it too. */
  occasion_told: define(
    'occasion_told',
    1,
    z.object({ ...occasionFields, to: z.array(id).check(z.minLength(1)), by }),
  ),
  /**
   * Time passes that is not played: the dull middle of what goes on (`elide`), or until later (`jump`). Its text is a line of
   * the transcript, public to all who are there.
   */
  time_skipped: define(
    'time_skipped',
    1,
    z.object({ text: z.string().check(z.minLength(1)), way: z.enum(['elide', 'jump']), by }),
  ),
  /** How far a past reaches in this chat: of one character, or of all others; null = as the settings say. */
  past_set: define(
    'past_set',
    1,
    z.object({ character: z.nullable(id), scope: z.nullable(z.enum(['all', 'chat', 'off'])) }),
  ),
  /** How lorebooks are scanned in this chat: what is absent stays as it was, null = as the settings say. */
  lore_set: define(
    'lore_set',
    1,
    z.object({
      scanDepth: count,
      /** Tokens, and a share of the prompt; both = the smaller. */
      budget: count,
      budgetShare: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1)))),
      minActivations: count,
      maxRounds: count,
      ...{ names: yesOrNo, recursive: yesOrNo, caseSensitive: yesOrNo, wholeWords: yesOrNo },
      groupScoring: yesOrNo,
      /** Whose entries come first, after those of the chat's own books. */
      strategy: z.optional(z.nullable(z.enum(['evenly', 'character_first', 'global_first']))),
    }),
  ),
  /** A character begins anew: what it knew and felt, and what was felt about it, is gone from here on. */
  character_reset: define('character_reset', 1, z.object({ character: id, by })),
} as const;
