import type { Backend, CompletionEvent, CompletionRequest } from './backend.ts';
import { cutShort, diagnoseConnection } from './connection.ts';
import { type Diagnosis, failureOf, notAServer, serverError } from './failure.ts';
import { callJson, keylessFailure, type Server, serverAt } from './http.ts';
import { completionBody, readEvent, readTokens } from './llamacpp-wire.ts';
import { noFirstToken, openStream, type Patience } from './open-stream.ts';
import { probeLlamaCpp } from './probe.ts';
import { Reply, type StreamEvent } from './reply.ts';
import { SseParser } from './sse.ts';
import { Watchdog } from './watchdog.ts';

/** Where the server is and how long to be patient with it, in milliseconds; 0 is for ever. */
export interface LlamaCppOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** From sending to the first token; each part of the prompt that is processed starts it anew. */
  readonly firstTokenTimeoutMs: number;
  /** Between two events that carry data. */
  readonly silenceTimeoutMs: number;
  /** How long a server may go on loading its model. Default 60 s. */
  readonly loadingTimeoutMs?: number;
}

/** Everything that one generation needs to know of its server. */
interface Target {
  readonly server: Server;
  readonly patience: Patience & { readonly silenceTimeoutMs: number };
}

const defaultLoadingMs = 60_000;
const drainMs = 250;
const tokenizeTimeoutMs = 30_000;

/** A llama.cpp server, through its raw-prompt /completion. Throws SottoError `bad_url`, `bad_key_format`. */
export const createLlamaCpp = (options: LlamaCppOptions): Backend => {
  const server = serverAt(options.url, options.apiKey);
  const patience = { ...options, loadingTimeoutMs: options.loadingTimeoutMs ?? defaultLoadingMs };
  return {
    kind: 'llamacpp',
    url: server.url,
    isModel: true,
    complete: (request, signal) => complete({ server, patience }, request, signal),
    probe: (signal) => probeLlamaCpp(server, signal),
    tokenize: (text) => tokenize(server, text),
  };
};

/** Without the token that opens a prompt; special tokens count as one, as they do in a prompt. */
const tokenize = async (server: Server, text: string): Promise<number[]> => {
  const body = { content: text, add_special: false, parse_special: true };
  const answer = await callJson(server, { path: '/tokenize', body, timeoutMs: tokenizeTimeoutMs });
  const tokens = readTokens(answer);
  if (tokens === null) throw serverError(notAServer(server.url, '/tokenize holds no tokens'));
  return tokens;
};

async function* complete(
  target: Target,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const { server, patience } = target;
  const watchdog = new Watchdog(signal);
  const reply = new Reply(request.stop, () => performance.now());
  const fail = (diagnosis: Diagnosis) => reply.fail(keylessFailure(diagnosis, server.apiKey));
  try {
    watchdog.signal.throwIfAborted();
    const opened = await openStream(server, completionBody(request), patience, watchdog);
    if ('refused' in opened) yield* fail(opened.refused);
    else yield* relay(target, opened.body, reply, watchdog);
  } catch (error) {
    if (watchdog.verdict) yield* reply.fail(watchdog.verdict);
    else if (watchdog.signal.aborted) yield* reply.abort();
    else yield* fail(diagnoseConnection(error, server.url));
  } finally {
    watchdog.close();
  }
}

/** Passes the stream on until the reply has an end. Rejects when the connection breaks or the watchdog barks. */
async function* relay(
  target: Target,
  body: AsyncIterable<Uint8Array>,
  reply: Reply,
  watchdog: Watchdog,
): AsyncGenerator<CompletionEvent, void> {
  const { url, apiKey } = target.server;
  const chunks = body[Symbol.asyncIterator]();
  const parser = new SseParser();
  const encourage = encourager(target, watchdog);
  for (let done = false; !done && !parser.overflowed; ) {
    const chunk = await watchdog.watch(chunks.next());
    done = chunk.done === true;
    for (const data of chunk.done === true ? parser.end() : parser.feed(chunk.value)) {
      watchdog.signal.throwIfAborted();
      const event = readEvent(data, url);
      if (event.type === 'fault') return yield* reply.fail(keylessFailure(event.diagnosis, apiKey));
      encourage(event);
      yield* reply.accept(event);
      if (reply.ended) return event.type === 'end' ? drain(chunks, watchdog) : undefined;
    }
  }
  const diagnosis = parser.overflowed ? notAServer(url, 'one event of its stream has no end') : cutShort(url);
  yield* reply.fail(keylessFailure(diagnosis, apiKey));
}

/** Grants new patience for each event that shows the server at work on this reply. */
const encourager = ({ server, patience }: Target, watchdog: Watchdog) => {
  const finding = `${server.url} fell silent in the middle of the reply`;
  const remedy = 'continue the reply, or allow longer silence under [backend]';
  const stalled = failureOf({ code: 'stalled', finding, remedy });
  let processed = -1;
  return (event: StreamEvent): void => {
    if (event.type === 'content') watchdog.grant(patience.silenceTimeoutMs, stalled);
    if (event.type !== 'progress' || event.processed <= processed) return;
    processed = event.processed;
    watchdog.grant(patience.firstTokenTimeoutMs, noFirstToken(server.url));
  };
};

/** Reads on to the end of a complete answer, so that its socket can serve the next one. */
const drain = async (chunks: AsyncIterator<Uint8Array>, watchdog: Watchdog): Promise<void> => {
  watchdog.grant(drainMs, { code: '', message: '' });
  try {
    while (!(await watchdog.watch(chunks.next())).done);
  } catch {
    // The reply is complete; what becomes of the connection no longer matters.
  }
};
