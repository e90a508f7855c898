import * as z from 'zod';
import { foldName } from '../../domain/world/world.ts';
import {
  type ChatFile,
  type ChatReader,
  type Fallback,
  type FileMessage,
  NamesOfFile,
} from '../chat-file.ts';
import { isFields } from '../fields.ts';
import { readSendDate } from './send-date.ts';
import { isSystemRow, readMessage, type SillyTavernMessage, withoutAudience } from './sillytavern-message.ts';
import { Swipes } from './sillytavern-swipes.ts';

/** What the Presence extension lists a message for everyone under. */
const everyone = 'presence_universal_tracker';

/** Whom the avatars of SillyTavern's Presence extension stand for. An avatar is the file name of a card. */
class Presence {
  readonly #nameOf = new Map<string, string>();
  readonly #listed = new Set<string>();
  #omniscient: readonly string[] = [];

  /** Learns whose avatar this is. */
  isOf(avatar: string, name: string): void {
    this.#nameOf.set(avatar, name);
  }

  /** Avatars of those who perceive every message. */
  seesAll(avatars: readonly string[]): void {
    this.#omniscient = avatars;
  }

  /** Learns a list, which tells whom the extension keeps account of. */
  lists(present: readonly string[]): void {
    for (const avatar of present) this.#listed.add(avatar);
  }

  /**
   * Names of those who know a message besides its sender; null = everyone. The human, who is no card, knows it too,
   * unless other lists of the file name the human. Ask when every avatar and list is learnt.
   */
  audience(present: readonly string[], human: string | null): string[] | null {
    if (present.includes(everyone)) return null;
    const heard = [...present, ...this.#omniscient].map(this.#name);
    const isListed = [...this.#listed].some(
      (avatar) => foldName(this.#name(avatar)) === foldName(human ?? ''),
    );
    return human === null || isListed ? heard : [...heard, human];
  }

  readonly #name = (avatar: string): string =>
    this.#nameOf.get(avatar) ?? avatar.replace(/\.(png|webp|jpe?g)$/i, '');
}

const names = z.array(z.string());
const record = z.record(z.string(), z.unknown());

/** Where sotto's own exports name the cast, silent members too; other programs keep it as it is. */
export const castField = 'sotto_cast';

/** A message whose audience is settled when the whole file is known. */
interface Pending {
  readonly said: Omit<FileMessage, 'knownTo'>;
  readonly read: SillyTavernMessage;
  readonly number: number;
}

/** Who the human is, and whose the chat is where the file does not tell. */
interface People {
  readonly human: string | null;
  readonly owner: string | null;
}

/** True for a header: names, or metadata that are not a group's of older files. */
const isHeader = (value: unknown): value is Record<string, unknown> => {
  if (!isFields(value) || Object.hasOwn(value, 'mes')) return false;
  const { user_name, chat_metadata, members } = value;
  return typeof user_name === 'string' || (isFields(chat_metadata) && !Array.isArray(members));
};

/** True for a line that a SillyTavern chat may begin with; group chats before 1.15 have no header, but a message. */
export const isSillyTavernStart = (value: unknown): boolean =>
  isHeader(value) || (isFields(value) && typeof value.name === 'string' && Object.hasOwn(value, 'mes'));

/** Reads SillyTavern's chat JSONL: a header, unless the file is old, then messages. */
export class SillyTavernReader implements ChatReader {
  readonly #names = new NamesOfFile();
  readonly #presence = new Presence();
  readonly #pending: Pending[] = [];
  readonly #fallback: Fallback;
  #header: Record<string, unknown> | null = null;
  #human: string | null = null;
  #at: string | null = null;
  #undated = 0;
  #hasCast = false;
  readonly #swipes = new Swipes();

  constructor(fallback: Fallback) {
    this.#fallback = fallback;
  }

  line(value: unknown, number: number): void {
    const isFirst = this.#header === null;
    this.#header ??= {};
    if (isFirst && isHeader(value)) this.#readHeader(value);
    else this.#pending.push(this.#message(value, number));
  }

  #readHeader(header: Record<string, unknown>): void {
    const metadata = record.safeParse(header.chat_metadata).data ?? {};
    this.#header = header;
    this.#presence.seesAll(names.safeParse(metadata.ignore_presence).data ?? []);
    this.#at = readSendDate(header.create_date);
    const cast = names.safeParse(metadata[castField]).data ?? [];
    this.#hasCast = cast.length > 0;
    for (const name of cast) this.#names.add(name, 1);
  }

  #message(value: unknown, number: number): Pending {
    const read = readMessage(value, number);
    const isSystem = isSystemRow(read);
    const speaker = isSystem ? '' : this.#names.add(read.name, number);
    if (read.is_user && speaker !== '') this.#human ??= speaker;
    if (read.original_avatar !== undefined && !isSystem) this.#presence.isOf(read.original_avatar, speaker);
    this.#presence.lists(read.present ?? []);
    for (const name of read.extra?.known_to ?? []) this.#names.add(name, number);
    const foreign = withoutAudience(value as Record<string, unknown>);
    const at = this.#time(foreign.send_date);
    const text = read.mes;
    const role = isSystem ? 'system' : 'character';
    const reasoning = read.extra?.reasoning ? { reasoning: read.extra.reasoning } : {};
    const said = { speaker, role, text, at, truncated: false, pinned: false, turn: null, foreign } as const;
    const alternatives = isSystem ? [] : this.#swipes.of(foreign, text, at);
    const others = alternatives.length > 0 ? { alternatives } : {};
    const hidden = read.is_system === true ? { hidden: true as const } : {};
    return { said: { ...said, ...reasoning, ...hidden, ...others }, read, number };
  }

  #time(sendDate: unknown): string {
    const read = readSendDate(sendDate);
    if (read === null) this.#undated += 1;
    this.#at = read ?? this.#at ?? this.#fallback.at;
    return this.#at;
  }

  end(): ChatFile {
    const nameInHeader = (field: string): string => {
      const name = this.#header?.[field];
      return typeof name === 'string' && name !== 'unused' ? name.trim() : '';
    };
    for (const name of [nameInHeader('character_name'), nameInHeader('user_name')])
      if (name !== '') this.#names.add(name, 1);
    const human = this.#human ?? (nameInHeader('user_name') || null);
    const owner = human ?? this.#names.all()[0] ?? null;
    const people = { owner, human };
    const messages = this.#pending.map((pending) => this.#settle(pending, people));
    const isLast = (name: string) => name === human && !this.#hasCast;
    const all = this.#names.all();
    const cast = [...all.filter((name) => !isLast(name)), ...all.filter(isLast)];
    return {
      format: 'sillytavern',
      title: this.#fallback.title,
      createdAt: readSendDate(this.#header?.create_date) ?? messages[0]?.at ?? this.#fallback.at,
      cast,
      playing: owner,
      messages,
      foreign: this.#header ?? {},
      warnings: this.#warnings(messages, human),
    };
  }

  #settle({ said, read, number }: Pending, people: People): FileMessage {
    const { owner } = people;
    const heard = this.#audience(read, people)?.filter((name) => name.trim() !== '');
    if (heard === undefined) return { ...said, knownTo: [] };
    const sender = said.speaker || (heard.length === 0 ? owner : null);
    const all = sender === null ? heard : [...heard, sender];
    return { ...said, knownTo: [...new Set(all.map((name) => this.#names.add(name, number)))] };
  }

  /** Names that perceive a message besides its sender; null for everyone. */
  #audience(read: SillyTavernMessage, { owner, human }: People): readonly string[] | null {
    const { extra, present, is_system } = read;
    if (extra?.known_to) return extra.known_to.length > 0 ? extra.known_to : null;
    if (present) return this.#presence.audience(present, human);
    return is_system === true && isSystemRow(read) && owner !== null ? [owner] : null;
  }

  #warnings(messages: readonly FileMessage[], human: string | null): string[] {
    const unheard = messages.filter(
      ({ knownTo }) => human !== null && knownTo.length > 0 && !knownTo.includes(human),
    ).length;
    const { left } = this.#swipes;
    return [
      ...(left > 0 ? [`${left} swipes are kept but cannot be switched to: there are too many`] : []),
      ...(this.#undated > 0
        ? [`${this.#undated} messages have no readable date: they take the date of the message before`]
        : []),
      ...(unheard > 0
        ? [`${unheard} messages are not known to ${human}; \`sotto log --all\` shows them`]
        : []),
    ];
  }
}
