import type { SlotPool } from '../../slots.ts';
import type { Ask } from '../ask.ts';
import type { Performance } from '../final-event.ts';
import type { Runs } from '../runs.ts';

/** An answer that replaces the proper one. */
export interface CannedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly retryAfter?: number;
}

/** Legal but unusual ways to cut and write a stream of events. */
export type Chunking = 'plain' | 'byte' | 'crlf' | 'comments' | 'unterminated' | 'merged';

/** A value of a stream: an object to be written as JSON, or a string that is written as it is. */
export type Value = string | Readonly<Record<string, unknown>>;

/** What is known of a generation before it is over. */
export type Scene = Pick<Performance, 'said' | 'lease' | 'promptTokens'>;

/** The server's own settings for every generation. */
export interface Stage {
  readonly face: Face;
  readonly pool: SlotPool;
  /** Another with each start of the server. */
  readonly start: string;
  readonly tellsSlots: boolean;
  readonly runs: Runs;
  readonly contextSize: number;
  readonly tokensPerSecond: number;
  readonly firstTokenMs: number;
  readonly chunking: Chunking;
  readonly tag: string;
  readonly whispers: boolean;
  readonly coins: boolean;
  readonly reasoning: boolean;
}

/** Answers one path; its value is written as JSON. */
export type Door = (stage: Stage, fields: Record<string, unknown>) => unknown;

/** One model server's HTTP protocol, as the understudy puts it on. */
export interface Face {
  readonly contentType: string;
  /** One value as it stands in the stream. */
  readonly frame: (value: Value) => string;
  /** What keeps a silent stream alive. */
  readonly ping: string;
  /** False for a server that goes on although the client has left, until it is told to stop. */
  readonly noticesLeaving: boolean;
  /** Reads the body of a POST that generates, by path; a string is why it is refused. */
  readonly asks: Readonly<Record<string, (fields: Record<string, unknown>) => Ask | string>>;
  /** Everything else, by method and path. */
  readonly doors: Readonly<Record<string, Door>>;
  /** Paths that want no key. */
  readonly openPaths?: readonly string[];
  readonly refuse: (status: number, type: string, message: string, more?: object) => CannedAnswer;
  /** The answer to a prompt larger than the context; null where it is cut without a word. */
  readonly tooLarge: (tokens: number, contextSize: number) => CannedAnswer | null;
  /** Before the prompt is processed, and when it is. */
  readonly opening: (ask: Ask, scene: Scene) => readonly Value[];
  readonly processed: (ask: Ask, scene: Scene) => readonly Value[];
  /** One piece of text, the `count`-th. */
  readonly piece: (ask: Ask, scene: Scene, text: string, count: number) => Value;
  /** One piece of what it thinks; absent where nothing tells thoughts from the text. */
  readonly thought?: (ask: Ask, text: string) => Value;
  readonly closing: (ask: Ask, performed: Performance) => readonly Value[];
  /** An error in mid-stream. */
  readonly broken: (message: string) => readonly Value[];
  /** The answer without streaming. */
  readonly whole: (ask: Ask, performed: Performance) => unknown;
}

/** A JSON answer. */
export const jsonAnswer = (status: number, value: unknown): CannedAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** One server-sent event, or a comment for a string that begins with a colon. */
export const sseFrame = (value: Value): string => {
  if (typeof value !== 'string') return `data: ${JSON.stringify(value)}\n\n`;
  return value.startsWith(':') ? `${value}\n\n` : `data: ${value}\n\n`;
};
