import * as z from 'zod/mini';
import { memberNamed } from '../../domain/world/world.ts';
import { failed, tool } from '../tool.ts';

/** As much as an event of a tool's note holds. */
const text = z.string().check(z.maxLength(4000));

/** A message between characters that their readers alone see (HC-21, HC-55). */
export const sendNote = tool({
  name: 'send_note',
  alias: 'AgentContextAddMessage',
  aliases: { message: 'body' },
  description:
    'Send a private note to other characters, which they read before they next speak. It does not make them speak.',
  parameters: z.object({
    to: z
      .optional(z.union([z.string(), z.array(z.string())]))
      .check(z.describe('one name, or several; absent = a note to yourself')),
    subject: z.optional(z.string().check(z.maxLength(200))),
    body: text,
    keep: z
      .optional(z.boolean())
      .check(z.describe('true: they keep it in mind for good, instead of reading it once')),
  }),
  useless: ({ known, who }) =>
    known.cast.some(({ id }) => id !== who.id) ? null : 'there is nobody to write to',
  run({ to: given, subject = '', body, keep = given === undefined }, { known, who }) {
    const to = given ?? who.name;
    const names = (typeof to === 'string' ? to.split(',') : to).map((name) => name.trim()).filter(Boolean);
    const readers = names.map((name) => memberNamed(known, name) ?? known.cast.find(({ id }) => id === name));
    const unknown = names.find((_, at) => readers[at] === undefined);
    if (unknown !== undefined || names.length === 0)
      return failed(`you know nobody called "${unknown ?? ''}"`);
    const ids = readers.flatMap((one) => (one ? [one.id] : []));
    const listed = readers.flatMap((one) => (one ? [one.name] : [])).join(', ');
    const about = subject.trim() === '' ? '' : ` — ${subject.trim()}`;
    const text = `[Note from ${who.name} to ${listed}${about}: ${body.trim()}]`;
    if (body.trim() === '') return failed('the note has no text');
    if (keep) return { result: `Sent to ${listed}.`, text, for: ids };
    const letter = {
      type: 'letter',
      by: who.id,
      from: who.name,
      to: readers.flatMap((one) => (one ? [one.name] : [])),
      subject,
      text: body,
    } as const;
    return { result: `Sent to ${listed}.`, text, command: letter };
  },
});

const place = z
  .optional(z.enum(['chat', 'system']))
  .check(z.describe('chat: near the end of the prompt (default); system: among the rules'));

/** A note to all of the chat, beside the human's own (HC-19). */
export const setAuthorNote = tool({
  name: 'set_author_note',
  alias: 'SetChatAuthorNote',
  description:
    "Set a note that every character bears in mind; it stands beside the human's own. Empty removes it.",
  parameters: z.object({ text, place }),
  run: ({ text, place: where = 'chat' }, { who }) => ({
    result: text.trim() === '' ? 'The note is removed.' : 'The note is set.',
    command: { type: 'tool_note', by: who.id, character: null, text, place: where },
  }),
});

/** What one character alone is told is going on (HC-20). */
export const setScenario = tool({
  name: 'set_scenario',
  alias: 'SetNPCScenarioText',
  aliases: { id: 'name' },
  description:
    'Tell one character alone what is going on; it stands beside what the human told it. Empty removes it.',
  parameters: z.object({ name: z.string(), text, place }),
  run({ name, text, place: where = 'chat' }, { known, who }) {
    const target = memberNamed(known, name) ?? known.cast.find(({ id }) => id === name);
    if (!target) return failed(`you know nobody called "${name}"`);
    return {
      result: `The scenario of ${target.name} is ${text.trim() === '' ? 'removed' : 'set'}.`,
      command: { type: 'tool_note', by: who.id, character: target.id, text, place: where },
    };
  },
});
