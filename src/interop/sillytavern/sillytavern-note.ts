import * as z from 'zod';
import { type Fields, fieldsOf, isFields } from '../../domain/json/fields.ts';
import type { ToldBeside } from '../chat-file.ts';

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
export function chatNotes(header: Fields): Required<ToldBeside> {
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

/** A note that stands among the messages. */
const amongMessages = 1;

function noteFields(note: ToldBeside['note'], came: Fields): Fields {
  if (!note) return { note_prompt: '' };
  const { text, depth, role, every } = note;
  const fields = {
    note_prompt: text,
    note_interval: every,
    note_depth: depth,
    note_role: roles.indexOf(role),
  };
  return came.note_position === undefined ? { ...fields, note_position: amongMessages } : fields;
}

const isSame = (one: ToldBeside['note'], other: ToldBeside['note']): boolean =>
  JSON.stringify(one && [one.text, one.depth, one.role, one.every]) ===
  JSON.stringify(other && [other.text, other.depth, other.role, other.every]);

/** The header of a chat with what its characters are told now; the header itself where that is what it says. */
export function withNotes(header: Fields, { note, scenario }: ToldBeside): Fields {
  const came = chatNotes(header);
  const metadata = isFields(header.chat_metadata) ? header.chat_metadata : {};
  const changed = {
    ...(note !== undefined && !isSame(note, came.note) && noteFields(note, metadata)),
    ...(scenario !== undefined && scenario !== came.scenario && { scenario }),
  };
  if (Object.keys(changed).length === 0) return header;
  return { ...header, chat_metadata: { ...metadata, ...changed } };
}
