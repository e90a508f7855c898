import * as z from 'zod';
import {
  brokenLine,
  type ExportedChat,
  type ExportedMessage,
  type Foreign,
  type MessageLine,
} from '../chat-file.ts';

const names = z.array(z.string());
const record = z.record(z.string(), z.unknown());

const messageShape = z.object({
  name: z.string(),
  mes: z.string(),
  is_user: z.boolean().nullish(),
  is_system: z.boolean().nullish(),
  original_avatar: z.string().optional().catch(undefined),
  present: names.nullish(),
  extra: z
    .object({
      type: z.string().optional().catch(undefined),
      known_to: names.nullish(),
      reasoning: z.string().optional().catch(undefined),
    })
    .nullish(),
});
/** The fields of a SillyTavern message that mean something to sotto. */
export type SillyTavernMessage = z.infer<typeof messageShape>;

/** A message by its line. Throws SottoError `broken_line` with the field that is wrong. */
export function readMessage(value: unknown, number: number): SillyTavernMessage {
  const parsed = messageShape.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'the line';
  throw brokenLine(
    number,
    `is not a message of a SillyTavern chat: ${field} is missing or of the wrong kind`,
  );
}

/** True for a row that nobody says: the program's own, and a narrator's, which is part of the play. */
export const isSystemRow = ({ is_system, extra }: SillyTavernMessage): boolean =>
  extra?.type === 'narrator' || (is_system === true && Boolean(extra?.type));

/** What is kept of a message besides its text and audience. */
export function withoutAudience({ mes: _, ...fields }: Record<string, unknown>): Foreign {
  const { extra } = fields;
  if (!record.safeParse(extra).success) return fields;
  const { known_to: __, ...rest } = extra as Record<string, unknown>;
  return { ...fields, extra: rest };
}

const isSameName = (a: unknown, b: string): a is string =>
  typeof a === 'string' && a.trim().toLowerCase() === b.toLowerCase();

/** The files of the cards of those who perceived a message, where somebody else with a card did not. */
function presentAt({ avatars }: ExportedChat, { perceived }: MessageLine): string[] | undefined {
  const present = new Set(perceived.flatMap((name) => avatars?.get(name) ?? []));
  return present.size < new Set(avatars?.values()).size ? [...present] : undefined;
}

/** The fields of a message as they came, with what sotto knows of it in their place. */
export function messageFields(chat: ExportedChat, { line, foreign, isAudienceChanged }: ExportedMessage) {
  const { name, is_user, is_system, send_date, extra, present: came, ...rest } = foreign ?? {};
  const fields = record.safeParse(extra).data;
  const isRow = line.role !== 'character';
  // A comment is the human's own without a word of it.
  const isImplied = isRow && is_system === true && line.knownTo.join() === chat.playing;
  const isPartly = isAudienceChanged && line.perceived.length < chat.cast.length;
  const heard = line.knownTo.length === 0 && isPartly ? line.perceived : line.knownTo;
  const audience = isImplied || heard.length === 0 ? {} : { known_to: heard };
  const type = isRow && !foreign ? { type: 'narrator' } : {};
  const thoughts = line.reasoning === undefined ? {} : { reasoning: line.reasoning };
  const known = { ...type, ...thoughts, ...audience };
  const hasExtra = fields !== undefined || Object.keys(known).length > 0 || isRow;
  const avatar = foreign || isRow ? undefined : chat.avatars?.get(line.speaker);
  const present = isAudienceChanged ? presentAt(chat, line) : came;
  const { swipes, swipe_id } = rest;
  const selected = Array.isArray(swipes) && typeof swipe_id === 'number' && swipe_id in swipes;
  return {
    name: isRow ? (name ?? 'System') : isSameName(name, line.speaker) ? name : line.speaker,
    is_user: is_user ?? (!isRow && line.speaker === chat.playing),
    is_system: is_system ?? line.hidden === true,
    send_date: send_date ?? line.at,
    mes: line.text,
    ...(hasExtra ? { extra: { ...fields, ...known } } : extra === undefined ? {} : { extra }),
    ...(avatar !== undefined && { original_avatar: avatar }),
    ...rest,
    ...(present !== undefined && { present }),
    ...(selected && { swipes: swipes.with(swipe_id, line.text) }),
  };
}
