import * as z from 'zod';
import {
  brokenLine,
  type ChatHead,
  type ChatReader,
  type ExportedChat,
  type ExportedMessage,
  type Fallback,
  type MessageReader,
  NamesOfFile,
  notAChat,
} from '../chat-file.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const headerShape = z.object({
  type: z.literal('chat'),
  title: z.string().optional(),
  cast: z.array(z.string()).default([]),
  createdAt: time.optional(),
  playing: z.string().optional(),
});

const messageShape = z.object({
  type: z.literal('message'),
  speaker: z.string(),
  text: z.string(),
  knownTo: z.array(z.string()).default([]),
  perceived: z.array(z.string()).optional(),
  role: z.enum(['character', 'system', 'tool']).optional(),
  at: time.optional(),
  truncated: z.boolean().default(false),
  pinned: z.boolean().default(false),
  hidden: z.boolean().default(false),
  turn: z.string().optional(),
  reasoning: z.string().default(''),
});

/** Fields that sotto makes anew on export; all others of a line are kept as they came. */
const ownFields = new Set([
  ...[
    'type',
    'speaker',
    'text',
    'knownTo',
    'perceived',
    'role',
    'at',
    'truncated',
    'pinned',
    'reasoning',
    'hidden',
  ],
  ...['title', 'cast', 'createdAt', 'playing'],
]);

/** What a line says in a shape. Throws SottoError `broken_line` with the field that is wrong. */
function readShape<T>(shape: z.ZodType<T>, value: unknown, number: number): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join('.') || 'the line';
  throw brokenLine(number, `is not a line of a sotto chat: ${path} is missing or of the wrong kind`);
}

const foreignOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value as object).filter(([field]) => !ownFields.has(field)));

/** True for the first line of a Sotto JSONL file. */
export const isSottoHeader = (value: unknown): boolean =>
  z.object({ type: z.literal('chat') }).safeParse(value).success;

/** Reads Sotto JSONL: the `chat` line, then `message` lines. */
export class SottoJsonlReader implements ChatReader {
  readonly #names = new NamesOfFile();
  readonly #fallback: Fallback;
  #header: z.infer<typeof headerShape> | null = null;
  #foreign: Record<string, unknown> = {};
  #firstAt: string | null = null;

  constructor(fallback: Fallback) {
    this.#fallback = fallback;
  }

  line(value: unknown, number: number): void {
    if (this.#header) {
      const { at } = this.#message(value, number);
      this.#firstAt ??= at ?? this.#begun;
      return;
    }
    this.#header = readShape(headerShape, value, number);
    this.#foreign = foreignOf(value);
    for (const name of this.#header.cast) this.#names.add(name, number);
  }

  get #begun(): string {
    return this.#header?.createdAt ?? this.#fallback.at;
  }

  #message(value: unknown, number: number) {
    const read = readShape(messageShape, value, number);
    const { text, truncated, pinned, hidden, turn, reasoning, at } = read;
    const speaker = read.speaker === '' ? '' : this.#names.add(read.speaker, number);
    const role = read.role ?? (speaker === '' ? 'system' : 'character');
    if (role === 'character' && speaker === '') throw brokenLine(number, 'has no speaker');
    const heard = this.#audience(read, number);
    const knownTo = heard.length > 0 && speaker !== '' ? [...new Set([...heard, speaker])] : heard;
    const said = { speaker, role, text, knownTo, at, ...(reasoning !== '' && { reasoning }) };
    const marks = { truncated, pinned, ...(hidden && { hidden }) };
    return { ...said, ...marks, turn: turn ?? null, foreign: foreignOf(value) };
  }

  /** The audience; those who perceived a public message when others of the cast did not. */
  #audience({ knownTo, perceived, speaker }: z.infer<typeof messageShape>, number: number): string[] {
    const named = (list: readonly string[]) => [
      ...new Set(list.map((name) => this.#names.add(name, number))),
    ];
    if (knownTo.length > 0 || !perceived) return named(knownTo);
    const heard = named(perceived);
    const cast = named(this.#header?.cast ?? []);
    if (cast.every((name) => heard.includes(name))) return [];
    return heard.length > 0 || speaker === '' ? heard : [speaker];
  }

  end(): ChatHead {
    const cast = this.#names.all();
    if (cast.length === 0 && this.#firstAt === null) throw notAChat('has neither a cast nor a message');
    return {
      format: 'sotto',
      title: this.#header?.title?.trim() || this.#fallback.title,
      createdAt: this.#header?.createdAt ?? this.#firstAt ?? this.#fallback.at,
      cast,
      playing: cast.find((name) => name === this.#header?.playing) ?? cast[0] ?? null,
      foreign: this.#foreign,
    };
  }

  again(): MessageReader {
    let at = this.#begun;
    return {
      message: (value, number) => {
        if (isSottoHeader(value)) return null;
        const read = this.#message(value, number);
        at = read.at ?? at;
        return { ...read, at };
      },
      warnings: () => [],
    };
  }
}

/** Sotto JSONL, a line at a time, each with its line break. */
export function* writeSottoJsonl(chat: ExportedChat, messages: Iterable<ExportedMessage>): Iterable<string> {
  const { title, cast, createdAt, playing, foreign } = chat;
  yield `${JSON.stringify({ type: 'chat', title, cast, createdAt, playing, ...foreign })}\n`;
  for (const message of messages) {
    yield `${JSON.stringify({ ...message.line, ...message.foreign })}\n`;
  }
}
