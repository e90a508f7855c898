import * as z from 'zod/mini';
import { by, define, id, knownTo, name } from './event-parts.ts';

/** Most characters of what a call was given, of what came of it, and of how it reads. */
export const mostOfCall = { arguments: 4000, result: 20_000, text: 20_000 } as const;

const step = z.object({ text: z.string().check(z.maxLength(500)), isDone: z.boolean() });

/** Kinds of events about what characters do beside speaking: tools that they call, and plans that they keep. */
export const toolKinds = {
  /**
   * A tool was called. It is a line of the transcript for those who perceive it (`knownTo`; nobody = all who were there), who read `text`.
   * It stands behind the line in which it was called, at the character `at` of its text; absent: it was called by itself.
   */
  tool_called: define(
    'tool_called',
    1,
    z.object({
      caller: id,
      tool: name,
      /** As the caller gave them: JSON. */
      arguments: z.string().check(z.maxLength(mostOfCall.arguments)),
      result: z.string().check(z.maxLength(mostOfCall.result)),
      text: z.string().check(z.maxLength(mostOfCall.text)),
      knownTo,
      at: z.optional(z.int().check(z.gte(0))),
      by,
    }),
  ),
  /** Whether a tool is offered: to one character, or to all of the chat; null = as the settings and the card say. */
  tool_set: define(
    'tool_set',
    1,
    z.object({ character: z.nullable(id), tool: name, isOn: z.nullable(z.boolean()) }),
  ),
  /** What a tool tells all of the chat (null), or one character alone, beside the human's own notes; an empty text takes it away. */
  tool_note_set: define(
    'tool_note_set',
    1,
    z.object({
      character: z.nullable(id),
      text: z.string().check(z.maxLength(4000)),
      place: z.enum(['chat', 'system']),
      by,
    }),
  ),
  /** What somebody means to do, act by act; its owner's alone. No acts: there is no plan any more. */
  plan_set: define(
    'plan_set',
    1,
    z.object({
      owner: id,
      title: z.string().check(z.maxLength(200)),
      acts: z.array(step).check(z.maxLength(24)),
      by,
    }),
  ),
} as const;
