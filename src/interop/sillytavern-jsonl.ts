import * as z from 'zod';
import {
  brokenLine,
  type ChatFile,
  type ChatReader,
  type ExportedChat,
  type ExportedMessage,
  type Fallback,
  type FileMessage,
  type Foreign,
  NamesOfFile,
} from './chat-file.ts';
import { Presence } from './presence.ts';
import { readSendDate } from './send-date.ts';

const names = z.array(z.string());
const record = z.record(z.string(), z.unknown());

const headerShape = z.looseObject({ chat_metadata: record.optional().catch(undefined) });

const messageShape = z.object({
  name: z.string(),
  mes: z.string(),
  is_user: z.boolean().nullish(),
  is_system: z.boolean().nullish(),
  original_avatar: z.string().optional().catch(undefined),
  present: names.nullish(),
  extra: z.object({ type: z.string().optional().catch(undefined), known_to: names.nullish() }).nullish(),
});
type Read = z.infer<typeof messageShape>;

/** A message whose audience is settled when the whole file is known. */
interface Pending {
  readonly said: Omit<FileMessage, 'knownTo'>;
  readonly read: Read;
  readonly number: number;
}

/** True for a line that a SillyTavern chat may begin with; group chats before 1.15 have no header. */
export const isSillyTavernStart = (value: unknown): boolean =>
  record.safeParse(value).success &&
  ['user_name', 'name', 'chat_metadata'].some((field) => Object.hasOwn(value as object, field));

/** `/hide` and the program's own rows leave the prompt; a narrator's row is part of the play. */
const isSystemRow = ({ is_system, extra }: Read): boolean =>
  extra?.type === 'narrator' || (is_system === true && Boolean(extra?.type));

function withoutAudience({ mes: _, ...fields }: Record<string, unknown>): Foreign {
  const { extra } = fields;
  if (!record.safeParse(extra).success) return fields;
  const { known_to: __, ...rest } = extra as Record<string, unknown>;
  return { ...fields, extra: rest };
}

/** Reads SillyTavern's chat JSONL: a header, unless the file is old, then messages. */
export class SillyTavernReader implements ChatReader {
  readonly #names = new NamesOfFile();
  readonly #presence = new Presence();
  readonly #pending: Pending[] = [];
  readonly #fallback: Fallback;
  #header: Record<string, unknown> = {};
  #human: string | null = null;
  #at: string | null = null;
  #undated = 0;

  constructor(fallback: Fallback) {
    this.#fallback = fallback;
  }

  line(value: unknown, number: number): void {
    const isHeader =
      number === 1 && record.safeParse(value).success && !Object.hasOwn(value as object, 'mes');
    if (isHeader) this.#readHeader(headerShape.parse(value));
    else this.#pending.push(this.#message(value, number));
  }

  #readHeader(header: z.infer<typeof headerShape>): void {
    this.#header = header;
    this.#presence.seesAll(names.safeParse(header.chat_metadata?.ignore_presence).data ?? []);
    this.#at = readSendDate(header.create_date);
  }

  #message(value: unknown, number: number): Pending {
    const parsed = messageShape.safeParse(value);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') || 'the line';
      throw brokenLine(
        number,
        `is no message of a SillyTavern chat: ${field} is missing or of the wrong kind`,
      );
    }
    const read = parsed.data;
    const isSystem = isSystemRow(read);
    const speaker = isSystem ? '' : this.#names.add(read.name, number);
    if (read.is_user && speaker !== '') this.#human ??= speaker;
    if (read.original_avatar !== undefined && !isSystem) this.#presence.isOf(read.original_avatar, speaker);
    for (const name of read.extra?.known_to ?? []) this.#names.add(name, number);
    const foreign = withoutAudience(value as Record<string, unknown>);
    const at = this.#time(foreign.send_date);
    const text = read.mes;
    const role = isSystem ? 'system' : 'character';
    return {
      said: { speaker, role, text, at, truncated: false, pinned: false, turn: null, foreign },
      read,
      number,
    };
  }

  #time(sendDate: unknown): string {
    const read = readSendDate(sendDate);
    if (read === null) this.#undated += 1;
    this.#at = read ?? this.#at ?? this.#fallback.at;
    return this.#at;
  }

  end(): ChatFile {
    const nameInHeader = (field: string): string => {
      const name = this.#header[field];
      return typeof name === 'string' && name !== 'unused' ? name.trim() : '';
    };
    for (const name of [nameInHeader('character_name'), nameInHeader('user_name')])
      if (name !== '') this.#names.add(name, 1);
    const human = this.#human ?? (nameInHeader('user_name') || null);
    const owner = human ?? this.#names.all()[0] ?? null;
    const messages = this.#pending.map((pending) => this.#settle(pending, owner));
    const isHuman = (name: string) => name === human;
    const cast = [
      ...this.#names.all().filter((name) => !isHuman(name)),
      ...this.#names.all().filter(isHuman),
    ];
    return {
      format: 'sillytavern',
      title: this.#fallback.title,
      createdAt: readSendDate(this.#header.create_date) ?? messages[0]?.at ?? this.#fallback.at,
      cast,
      playing: owner,
      messages,
      foreign: this.#header,
      warnings: this.#warnings(messages, human),
    };
  }

  #settle({ said, read, number }: Pending, owner: string | null): FileMessage {
    const heard = this.#audience(read, owner)?.filter((name) => name.trim() !== '');
    if (heard === undefined) return { ...said, knownTo: [] };
    const sender = said.speaker || (heard.length === 0 ? owner : null);
    const all = sender === null ? heard : [...heard, sender];
    return { ...said, knownTo: [...new Set(all.map((name) => this.#names.add(name, number)))] };
  }

  /** Names that perceive a message besides its sender; null for everyone. */
  #audience(read: Read, owner: string | null): readonly string[] | null {
    const { extra, present, is_system } = read;
    if (extra?.known_to) return extra.known_to.length > 0 ? extra.known_to : null;
    if (present) return this.#presence.audience(present);
    if (is_system !== true) return null;
    return isSystemRow(read) && owner !== null ? [owner] : [];
  }

  #warnings(messages: readonly FileMessage[], human: string | null): string[] {
    const unheard = messages.filter(
      ({ knownTo }) => human !== null && knownTo.length > 0 && !knownTo.includes(human),
    ).length;
    return [
      ...(this.#undated > 0
        ? [`${this.#undated} messages have no date that can be read: they take the one before`]
        : []),
      ...(unheard > 0
        ? [`${unheard} messages are not known to ${human}; \`sotto log --all\` shows them`]
        : []),
    ];
  }
}

const isSameName = (a: unknown, b: string): a is string =>
  typeof a === 'string' && a.trim().toLowerCase() === b.toLowerCase();

/** The fields of a message as they came, with what sotto knows in their place. */
function messageFields(chat: ExportedChat, { line, foreign, isAudienceChanged }: ExportedMessage) {
  const { name, is_user, is_system, send_date, extra, present, ...rest } = foreign ?? {};
  const fields = record.safeParse(extra).data;
  const isRow = line.role !== 'character';
  const audience = line.knownTo.length > 0 ? { known_to: line.knownTo } : {};
  const type = isRow && !foreign ? { type: 'narrator' } : {};
  const hasExtra = fields !== undefined || line.knownTo.length > 0 || isRow;
  const { swipes, swipe_id } = rest;
  const selected = Array.isArray(swipes) && typeof swipe_id === 'number' && swipe_id in swipes;
  return {
    name: isRow ? (name ?? 'System') : isSameName(name, line.speaker) ? name : line.speaker,
    is_user: is_user ?? (!isRow && line.speaker === chat.playing),
    is_system: is_system ?? false,
    send_date: send_date ?? line.at,
    mes: line.text,
    ...(hasExtra ? { extra: { ...fields, ...type, ...audience } } : extra === undefined ? {} : { extra }),
    ...rest,
    ...(present === undefined || isAudienceChanged ? {} : { present }),
    ...(selected && { swipes: swipes.with(swipe_id, line.text) }),
  };
}

/** SillyTavern's chat JSONL in pieces; no line break after the last line, as that program writes it. */
export function* writeSillyTavernJsonl(
  chat: ExportedChat,
  messages: Iterable<ExportedMessage>,
): Iterable<string> {
  const character_name = chat.cast.find((name) => name !== chat.playing) ?? chat.playing;
  yield JSON.stringify(chat.foreign ?? { user_name: chat.playing, character_name, chat_metadata: {} });
  for (const message of messages) yield `\n${JSON.stringify(messageFields(chat, message))}`;
}
