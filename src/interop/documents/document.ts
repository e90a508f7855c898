import { SottoError } from '../../domain/errors.ts';
import type { Fields } from '../../domain/json/fields.ts';
import {
  type Alternative,
  type Beside,
  type ChatFormat,
  type Fallback,
  type FileMessage,
  type Foreign,
  NamesOfFile,
  type WholeChat,
} from '../chat-file.ts';

/** What a document may leave unsaid: who the human is, and who speaks with it. */
export interface Unsaid extends Fallback {
  readonly human: string;
  /** Absent = nobody said. */
  readonly character?: string;
}

/** A program whose chats are JSON documents. */
export interface DocumentFormat {
  /** Whether a document, or one of the list that a document is, is of this program. */
  readonly is: (value: Fields) => boolean;
  /** The chats of it, in their order. Throws SottoError `not_a_chat`, `empty_chat`, `unnamed`, `broken_line`. */
  readonly chats: (value: Fields, unsaid: Unsaid) => Iterable<WholeChat>;
}

/** A message as a program tells it; no `by` for what nobody says. */
export interface Said {
  readonly by: string | null;
  readonly text: string;
  /** ISO 8601, UTC; null = as the message before. */
  readonly at: string | null;
  readonly foreign: Foreign;
  readonly role?: 'tool';
  readonly hidden?: boolean;
  readonly reasoning?: string;
  /** What else it said in its place; equal and blank texts are left out. */
  readonly others?: readonly {
    readonly text: string;
    readonly at?: string | null;
    readonly foreign?: Foreign;
  }[];
}

/** Who speaks with the human, where the document does not say it. Throws SottoError `unnamed`. */
export function characterOf({ character }: Unsaid, named = ''): string {
  const name = named.trim() || character;
  if (name !== undefined) return name;
  const message = 'it does not name its character; say who that is with --character NAME';
  throw new SottoError('usage', 'unnamed', message);
}

/** A moment in seconds, milliseconds or ISO 8601 as ISO 8601 in UTC; null for anything else. */
export function momentOf(value: unknown): string | null {
  const isSeconds = typeof value === 'number' && value < 1e11;
  const date =
    typeof value === 'number' ? new Date(isSeconds ? value * 1000 : value) : new Date(dated(value));
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return /^\d{4}-/.test(text) ? text : null;
}

const dated = (value: unknown): string | number =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? /(?:Z|[+-]\d\d:?\d\d)$/.test(value) || !value.includes(':')
      ? value
      : `${value.replace(' ', 'T')}Z`
    : Number.NaN;

const mostOthers = 100;

/** A chat while its document is read: every name in one spelling, every message with a time. */
export class ChatMaking {
  readonly #names = new NamesOfFile();
  readonly #format: ChatFormat;
  readonly #unsaid: Unsaid;
  readonly #human: string;
  #at: string;
  #count = 0;

  constructor(format: ChatFormat, unsaid: Unsaid, human = unsaid.human) {
    this.#format = format;
    this.#unsaid = unsaid;
    this.#human = human.trim() || unsaid.human;
    this.#at = unsaid.at;
  }

  /** The human's name in this chat. */
  get human(): string {
    return this.#human;
  }

  /** The time of a message that tells none, before any did. */
  from(at: string | null): void {
    this.#at = at ?? this.#at;
  }

  /** A message. Throws SottoError `broken_line` for a name that cannot be one, `cast_too_large`. */
  say({ by, text, at, foreign, role, hidden, reasoning, others = [] }: Said): FileMessage {
    this.#count += 1;
    this.#at = at ?? this.#at;
    const speaker = by === null ? '' : this.#names.add(by, this.#count);
    const seen = new Set([text]);
    const alternatives: Alternative[] = [];
    for (const other of others) {
      if (other.text.trim() === '' || seen.has(other.text) || alternatives.length >= mostOthers) continue;
      seen.add(other.text);
      alternatives.push({ text: other.text, at: other.at ?? this.#at, foreign: other.foreign ?? foreign });
    }
    return {
      ...{ speaker, text, knownTo: [], at: this.#at, truncated: false, pinned: false, turn: null, foreign },
      role: role ?? (by === null ? 'system' : 'character'),
      ...(hidden && { hidden: true as const }),
      ...(reasoning && { reasoning }),
      ...(alternatives.length > 0 && { alternatives }),
    };
  }

  /** The whole chat; the human comes last in its cast. Throws SottoError `empty_chat` when nothing is said. */
  chat(told: Made): WholeChat {
    const { messages, besides = [], title = '', createdAt = null, foreign = {}, warnings = [] } = told;
    if (messages.length + besides.length === 0)
      throw new SottoError('usage', emptyCode, 'it has no message, so nothing of it can be imported');
    const human = this.#names.add(this.#human, this.#count);
    const others = this.#names.all().filter((name) => name !== human);
    return {
      format: this.#format,
      title: title.replace(/\s+/g, ' ').trim().slice(0, longestTitle) || this.#unsaid.title,
      createdAt: createdAt ?? messages[0]?.at ?? this.#unsaid.at,
      cast: [...others, human],
      playing: human,
      ...{ messages, foreign, warnings },
      ...(besides.length > 0 && { besides }),
    };
  }
}

const longestTitle = 200;

/** The code of the refusal of a chat without a message, which a list of chats may leave out. */
export const emptyCode = 'empty_chat';

/** What a chat is made of. */
export interface Made {
  readonly title?: string;
  readonly createdAt?: string | null;
  readonly messages: readonly FileMessage[];
  readonly besides?: readonly Beside[];
  readonly foreign?: Foreign;
  readonly warnings?: readonly string[];
}
