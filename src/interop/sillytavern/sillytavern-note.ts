import * as z from 'zod';
import { type Fields, fieldsOf } from '../fields.ts';

/** What a chat of SillyTavern is told beside its messages. */
export interface ChatNotes {
  /** The author's note; null = none. */
  readonly note: {
    readonly text: string;
    readonly depth: number;
    readonly role: 'system' | 'user' | 'assistant';
    readonly every: number;
  } | null;
  /** What takes the place of the cards' scenarios; '' = nothing. */
  readonly scenario: string;
}

const roles = ['system', 'user', 'assistant'] as const;
const count = (usual: number, least: number) => z.coerce.number().int().min(least).catch(usual);
const shape = z.object({
  note_prompt: z.string().catch(''),
  note_interval: count(1, 0),
  note_depth: count(4, 0),
  note_role: count(0, 0),
  scenario: z.string().catch(''),
});

/** Reads them from the header of a chat. An interval of 0 switches the note off there. */
export function chatNotes(header: Fields): ChatNotes {
  const {
    note_prompt: text,
    note_interval: every,
    note_depth: depth,
    note_role,
    scenario,
  } = shape.parse(fieldsOf(header.chat_metadata));
  const role = roles[note_role] ?? 'system';
  const note = text.trim() === '' || every === 0 ? null : { text, depth, role, every };
  return { note, scenario: scenario.trim() };
}
