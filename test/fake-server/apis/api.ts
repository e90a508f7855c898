import type { Utterance } from '../../../src/inference/understudy/speak.ts';
import type { Lease } from '../cache/slots.ts';
import type { GenerationRequest } from '../generation-request.ts';
import type { ServerState } from '../server-state.ts';

/** A whole HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly retryAfter?: number;
}

/** A value of a stream: an object to be written as JSON, or a string that is written as it is. */
export type Value = string | Readonly<Record<string, unknown>>;

/** A generation, as far as it is known before it is over. */
export interface Generation {
  readonly output: Utterance;
  readonly lease: Lease;
  readonly promptTokens: number;
}

/** A generation that is over, with its times in milliseconds. */
export interface FinishedGeneration extends Generation {
  readonly promptMs: number;
  readonly predictedMs: number;
}

/** The fields of a JSON body. */
export type Fields = Readonly<Record<string, unknown>>;

/** Answers one path; its value is written as JSON. */
export type Handler = (state: ServerState, fields: Fields) => unknown;

/** Reads the body of a request for a generation; a string is why it is refused. */
export type RequestParser = (fields: Fields) => GenerationRequest | string;

/** The HTTP API of one model server. */
export interface Api {
  readonly contentType: string;
  /** One value as it stands in the stream. */
  readonly frame: (value: Value) => string;
  /** What keeps a silent stream alive. */
  readonly ping: string;
  /** False for a server that goes on although the client has disconnected, until it is told to stop. */
  readonly stopsOnDisconnect: boolean;
  /** POSTs that generate, by path. */
  readonly generationRoutes: Readonly<Record<string, RequestParser>>;
  /** Everything else, by method and path. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** Paths that want no key. */
  readonly openPaths?: readonly string[];
  readonly refuse: (status: number, type: string, message: string) => HttpResponse;
  /** The response to a prompt larger than the context; null where it is cut silently. */
  readonly promptTooLarge: (tokens: number, contextSize: number) => HttpResponse | null;
  /** First values of a stream, before the prompt is processed. */
  readonly streamStart: (request: GenerationRequest, generation: Generation) => readonly Value[];
  /** Values of a stream when the prompt is processed. */
  readonly promptProcessed: (request: GenerationRequest, generation: Generation) => readonly Value[];
  /** One token of the text, the `count`-th. */
  readonly token: (request: GenerationRequest, generation: Generation, text: string, count: number) => Value;
  /** One token of reasoning; absent where the API does not tell reasoning from the text. */
  readonly reasoningToken?: (request: GenerationRequest, text: string) => Value;
  /** Last values of a stream. */
  readonly streamEnd: (request: GenerationRequest, finished: FinishedGeneration) => readonly Value[];
  /** An error in mid-stream. */
  readonly streamError: (message: string) => readonly Value[];
  /** The body of a response without streaming. */
  readonly unstreamed: (request: GenerationRequest, finished: FinishedGeneration) => unknown;
}

/** A JSON response. */
export const jsonResponse = (status: number, value: unknown): HttpResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** One server-sent event, or a comment for a string that begins with a colon. */
export const sseFrame = (value: Value): string => {
  if (typeof value !== 'string') return `data: ${JSON.stringify(value)}\n\n`;
  return value.startsWith(':') ? `${value}\n\n` : `data: ${value}\n\n`;
};
