import * as z from 'zod';
import { type Fields, fieldsOf, isFields } from '../../domain/json/fields.ts';
import { foldName } from '../../domain/world/world.ts';
import {
  type ChatHead,
  type ChatReader,
  type Fallback,
  type MessageReader,
  NamesOfFile,
} from '../chat-file.ts';
import { readSendDate } from './send-date.ts';
import { isSystemRow, readMessage, type SillyTavernMessage, withoutAudience } from './sillytavern-message.ts';
import { Swipes } from './sillytavern-swipes.ts';

/** What the Presence extension lists a message for everyone under. */
const everyone = 'presence_universal_tracker';

/** Whom the avatars of SillyTavern's Presence extension stand for. An avatar is the file name of a card. */
class Presence {
  readonly #names = new Map<string, string>();
  readonly #listed = new Set<string>();
  #isHumanListed: boolean | null = null;
  #omniscient: readonly string[] = [];

  /** Learns whose avatar this is. */
  isOf(avatar: string, name: string): void {
    this.#names.set(avatar, name);
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
    const heard = this.named(present).map((avatar) => this.nameOf(avatar));
    if (human === null) return heard;
    this.#isHumanListed ??= [...this.#listed].some((one) => foldName(this.nameOf(one)) === foldName(human));
    return this.#isHumanListed ? heard : [...heard, human];
  }

  /** Avatars of those who perceive a message with such a list; none where that is everyone. */
  named(present: readonly string[]): readonly string[] {
    return present.includes(everyone) ? [] : [...present, ...this.#omniscient];
  }

  /** The name that an avatar stands for. Ask when every avatar is learnt. */
  nameOf(avatar: string): string {
    return this.#names.get(avatar) ?? avatar.replace(/\.(png|webp|jpe?g)$/i, '');
  }
}

const names = z.array(z.string());
const record = z.record(z.string(), z.unknown());

/** Where sotto's own exports name the cast, silent members too; other programs keep it as it is. */
export const castField = 'sotto_cast';

/** Who the human is, and whose the chat is where the file does not tell. */
interface People {
  readonly human: string | null;
  readonly owner: string | null;
}

/** True for a header: names, or metadata that are not a group's of older files. */
export const isHeader = (value: unknown): value is Record<string, unknown> => {
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
  /** Avatars that stand in audiences, each with the line that first has it. */
  readonly #heard = new Map<string, number>();
  readonly #fallback: Fallback;
  #header: Record<string, unknown> | null = null;
  #human: string | null = null;
  #people: People = { human: null, owner: null };
  #firstAt: string | null = null;
  #hasCast = false;

  constructor(fallback: Fallback) {
    this.#fallback = fallback;
  }

  line(value: unknown, number: number): void {
    const isHead = this.#header === null && isHeader(value);
    if (this.#header === null) this.#readHeader(isHead ? value : (this.#fallback.header ?? {}));
    if (!isHead) this.#learn(readMessage(value, number), fieldsOf(value).send_date, number);
  }

  #readHeader(header: Record<string, unknown>): void {
    const metadata = record.safeParse(header.chat_metadata).data ?? {};
    this.#header = header;
    this.#presence.seesAll(names.safeParse(metadata.ignore_presence).data ?? []);
    const cast = names.safeParse(metadata[castField]).data ?? [];
    this.#hasCast = cast.length > 0;
    for (const name of cast) this.#names.add(name, 1);
  }

  #learn(read: SillyTavernMessage, sendDate: unknown, number: number): void {
    const { original_avatar: avatar, present, extra } = read;
    this.#firstAt ??= readSendDate(sendDate) ?? this.#begun ?? this.#fallback.at;
    const speaker = this.#speakerOf(read, number);
    if (read.is_user && speaker !== '') this.#human ??= speaker;
    if (avatar !== undefined && !isSystemRow(read)) this.#presence.isOf(avatar, speaker);
    this.#presence.lists(present ?? []);
    for (const name of extra?.known_to ?? []) this.#names.add(name, number);
    for (const one of extra?.known_to || !present ? [] : this.#presence.named(present))
      if (!this.#heard.has(one)) this.#heard.set(one, number);
  }

  #speakerOf(read: SillyTavernMessage, number: number): string {
    return isSystemRow(read) ? '' : this.#names.add(read.name, number);
  }

  get #begun(): string | null {
    return readSendDate(this.#header?.create_date);
  }

  end(): ChatHead {
    const nameInHeader = (field: string): string => {
      const name = this.#header?.[field];
      return typeof name === 'string' && name !== 'unused' ? name.trim() : '';
    };
    for (const name of [nameInHeader('character_name'), nameInHeader('user_name')])
      if (name !== '') this.#names.add(name, 1);
    const human = this.#human ?? (nameInHeader('user_name') || null);
    const owner = human ?? this.#names.all()[0] ?? null;
    this.#people = { human, owner };
    for (const [avatar, number] of this.#heard) {
      const name = this.#presence.nameOf(avatar);
      if (name.trim() !== '') this.#names.add(name, number);
    }
    const isLast = (name: string) => name === human && !this.#hasCast;
    const all = this.#names.all();
    const cast = [...all.filter((name) => !isLast(name)), ...all.filter(isLast)];
    return {
      format: 'sillytavern',
      title: this.#fallback.title,
      createdAt: this.#begun ?? this.#firstAt ?? this.#fallback.at,
      cast,
      playing: owner,
      foreign: this.#header ?? {},
    };
  }

  again(): MessageReader {
    const { human } = this.#people;
    const swipes = new Swipes();
    let [isFirst, at, undated, unheard] = [true, this.#begun, 0, 0];
    return {
      message: (value, number) => {
        const isHead = isFirst && isHeader(value);
        isFirst = false;
        if (isHead) return null;
        const read = readMessage(value, number);
        const foreign = withoutAudience(value as Record<string, unknown>);
        const sent = readSendDate(foreign.send_date);
        if (sent === null) undated += 1;
        at = sent ?? at ?? this.#fallback.at;
        const knownTo = this.#knownTo(read, number);
        if (human !== null && knownTo.length > 0 && !knownTo.includes(human)) unheard += 1;
        const alternatives = isSystemRow(read) ? [] : swipes.of(foreign, read.mes, at);
        return {
          ...{ speaker: this.#speakerOf(read, number), role: isSystemRow(read) ? 'system' : 'character' },
          ...{ text: read.mes, knownTo, at, truncated: false, pinned: false, turn: null, foreign },
          ...(read.extra?.reasoning && { reasoning: read.extra.reasoning }),
          ...(read.is_system === true && { hidden: true as const }),
          ...(alternatives.length > 0 && { alternatives }),
        };
      },
      warnings: () => [
        ...unsentIn(this.#header ?? {}),
        ...warningsOf({ left: swipes.left, undated, unheard }, human),
      ],
    };
  }

  #knownTo(read: SillyTavernMessage, number: number): string[] {
    const { owner } = this.#people;
    const heard = this.#audience(read)?.filter((name) => name.trim() !== '');
    if (heard === undefined) return [];
    const sender = this.#speakerOf(read, number) || (heard.length === 0 ? owner : null);
    const all = sender === null ? heard : [...heard, sender];
    return [...new Set(all.map((name) => this.#names.add(name, number)))];
  }

  /** Names that perceive a message besides its sender; null for everyone. */
  #audience(read: SillyTavernMessage): readonly string[] | null {
    const { extra, present, is_system } = read;
    const { owner, human } = this.#people;
    if (extra?.known_to) return extra.known_to.length > 0 ? extra.known_to : null;
    if (present) return this.#presence.audience(present, human);
    return is_system === true && isSystemRow(read) && owner !== null ? [owner] : null;
  }
}

/** What a chat may put in the place of texts of the cards that is not sent here. */
const unsent = { mes_example: 'example dialogue', system_prompt: 'system prompt' };

function unsentIn(header: Fields): string[] {
  const metadata = fieldsOf(header.chat_metadata);
  const isSaid = (field: unknown) => typeof field === 'string' && field.trim() !== '';
  const found = Object.entries(unsent).flatMap(([field, what]) => (isSaid(metadata[field]) ? [what] : []));
  const are = found.length === 1 ? 'is' : 'are';
  return found.length === 0 ? [] : [`its own ${found.join(' and ')} ${are} kept, but not sent`];
}

const warningsOf = (
  { left, undated, unheard }: { left: number; undated: number; unheard: number },
  human: string | null,
): string[] => [
  ...(left > 0 ? [`${left} swipes are kept but cannot be switched to: there are too many`] : []),
  ...(undated > 0
    ? [`${undated} messages have no readable date: they take the date of the message before`]
    : []),
  ...(unheard > 0 ? [`${unheard} messages are not known to ${human}; \`sotto log --all\` shows them`] : []),
];
