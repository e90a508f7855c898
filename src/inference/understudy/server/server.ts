import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SottoError } from '../../../domain/errors.ts';
import { parseJson } from '../../failure.ts';
import type { Dialect } from '../../sampling/sampler-rules.ts';
import { SlotPool } from '../slots.ts';
import { defaultTag } from '../speak.ts';
import type { Ask } from './ask.ts';
import { answerCompletion } from './completion.ts';
import type { CannedAnswer, Chunking, Face, Stage } from './faces/face.ts';
import { faceOf } from './faces/faces.ts';
import { cannedAnswer, type FaultOptions, Faults } from './faults.ts';
import { Router } from './router.ts';
import { Runs } from './runs.ts';
import { sideDoor } from './side-doors.ts';

/** How the served understudy behaves. */
export interface ServeOptions {
  /** Whose HTTP protocol it speaks. Default llamacpp. */
  readonly dialect?: Dialect;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** 0, the default, is as fast as possible. */
  readonly tokensPerSecond?: number;
  /** Milliseconds that processing a prompt takes. Default 0. */
  readonly firstTokenMs?: number;
  /** Default 1. */
  readonly slots?: number;
  /** Tokens of one slot. Default 16384. */
  readonly contextSize?: number;
  /** Wanted of every client, as a bearer token or x-api-key, when set. */
  readonly apiKey?: string;
  readonly fail?: FaultOptions;
  readonly chunking?: Chunking;
  /** Opening of the known-to tag. */
  readonly tag?: string;
  /** Lets it whisper of its own accord now and then. Default false. */
  readonly whispers?: boolean;
  /** Lets it begin every line with a word that nobody has said before, so that what was said can be traced. Default false. */
  readonly coins?: boolean;
  /** Lets it think before it speaks, where the protocol tells thoughts apart. Default false. */
  readonly reasoning?: boolean;
  /** All slots share one cache, and one is cleared when another starts, as of llama-server without -np. Default false. */
  readonly clearsIdleSlots?: boolean;
  /** Tokens that can be taken back from the end of a slot, as with a model of sliding-window attention. Default all. */
  readonly takesBack?: number;
  /** Whether /slots tells what the slots hold, as it does without --no-slots. Default true. */
  readonly tellsSlots?: boolean;
  /** Serves these, as llama-server with --models-dir does: each request names one. Absent: but one, and no request need name it. */
  readonly models?: readonly string[];
}

/** A running server. `close` drops every connection and resolves when nothing is left. */
export interface ServedUnderstudy {
  readonly url: string;
  close(): Promise<void>;
}

const largestRequest = 32 * 1024 * 1024;

/** Speaks a model server's HTTP protocol on 127.0.0.1, and nowhere else. Rejects with SottoError `port_unusable`. */
export const serveUnderstudy = async (options: ServeOptions = {}): Promise<ServedUnderstudy> => {
  const stage = stageOf(options);
  const faults = new Faults(options.fail);
  const router = options.models ? new Router(options.models) : null;
  const server = createServer((request, response) => {
    receive({ stage, faults, router, apiKey: options.apiKey ?? '' }, request, response).catch(() =>
      response.destroy(),
    );
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      stage.runs.abortAll();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
};

interface House {
  readonly stage: Stage;
  readonly faults: Faults;
  readonly router: Router | null;
  readonly apiKey: string;
}

const stageOf = (options: ServeOptions): Stage => ({
  face: faceOf(options.dialect ?? 'llamacpp'),
  pool: new SlotPool(options.slots ?? 1, {
    isUnified: options.clearsIdleSlots ?? false,
    ...(options.takesBack !== undefined && { takesBack: options.takesBack }),
  }),
  start: randomUUID(),
  tellsSlots: options.tellsSlots ?? true,
  runs: new Runs(),
  contextSize: options.contextSize ?? 16_384,
  tokensPerSecond: options.tokensPerSecond ?? 0,
  firstTokenMs: options.firstTokenMs ?? 0,
  chunking: options.chunking ?? 'plain',
  tag: options.tag ?? defaultTag,
  whispers: options.whispers ?? false,
  coins: options.coins ?? false,
  reasoning: options.reasoning ?? false,
});

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${port} cannot be used (${'code' in cause ? cause.code : cause.message}); choose another`;
      reject(new SottoError('failed', 'port_unusable', message, { cause }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });

const receive = async (house: House, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = url.pathname;
  const { method = 'GET' } = request;
  const text = await readText(request);
  const { face, runs } = house.stage;
  const read = method === 'POST' && Object.hasOwn(face.asks, path) ? face.asks[path] : undefined;
  const fault = house.faults.strike(read !== undefined);
  const canned = cannedAnswer(fault, face) ?? guard(house, request, path);
  if (canned) return reply(response, canned);
  if (text === null)
    return reply(response, face.refuse(413, 'invalid_request_error', 'The request is too large'));
  const routed = house.router?.answer({ method, url, body: text });
  if (routed) return reply(response, routed);
  if (!read) return reply(response, sideDoor(house.stage, method, path, text));
  const ask = readBody(face, text, read);
  if ('status' in ask) return reply(response, ask);
  const signal = face.noticesLeaving ? leaving.signal : runs.start(ask.genkey ?? '');
  const visit = { response, signal, fault, afterTokens: house.faults.afterTokens };
  const refusal = await answerCompletion(house.stage, ask, visit).finally(() => runs.abort(ask.genkey ?? ''));
  if (refusal) reply(response, refusal);
};

const readBody = (
  { refuse }: Face,
  text: string,
  read: (fields: Record<string, unknown>) => Ask | string,
): Ask | CannedAnswer => {
  const fields = parseJson(text);
  if (fields === undefined) return refuse(500, 'server_error', 'parse error: the body is not JSON');
  const ask = read(Object(fields));
  if (typeof ask !== 'string') return ask;
  return refuse(/model/.test(ask) ? 404 : 400, 'invalid_request_error', ask);
};

const guard = ({ apiKey, stage }: House, request: IncomingMessage, path: string): CannedAnswer | null => {
  const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '');
  if (apiKey === '' || stage.face.openPaths?.includes(path) || given === apiKey) return null;
  return stage.face.refuse(401, 'authentication_error', 'Invalid API Key');
};

/** The body as text; null when it is larger than anyone should send. */
const readText = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestRequest) chunks.push(chunk);
  }
  return size <= largestRequest ? Buffer.concat(chunks).toString('utf8') : null;
};

const reply = (response: ServerResponse, answer: CannedAnswer): void => {
  const { status, contentType, body, retryAfter } = answer;
  response.writeHead(status, {
    'content-type': contentType,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  });
  response.end(body);
};
