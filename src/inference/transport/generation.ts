import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { CompletionEvent, CompletionRequest } from '../backend.ts';
import { type Diagnosis, notAServer } from '../failure.ts';
import { cutShort, diagnoseConnection } from './connection.ts';
import { Encouragement } from './encouragement.ts';
import { keylessFailure, type Server } from './http.ts';
import { openStream } from './open-stream.ts';
import { type EndEvent, Reply, type StreamEvent, type StreamFault } from './reply.ts';
import type { ServerRequest, ServerTimeouts } from './request.ts';
import { Watchdog } from './watchdog.ts';
import { isPassing, whileLoading } from './while-loading.ts';

/** A server that generates, and how it wants to be asked. */
export interface Generator {
  readonly server: Server;
  readonly timeouts: ServerTimeouts;
  /** Makes what is sent for one generation. May reject with SottoError, whose message then is the failure. */
  readonly prepare: (request: CompletionRequest, signal: AbortSignal) => Promise<ServerRequest>;
}

const defaultLoadingMs = 60_000;
const drainMs = 250;
const lastWordsMs = 2000;

/** Generates one reply; see `Backend.complete`. */
export async function* generateReply(
  generator: Generator,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const watchdog = new Watchdog(signal);
  const reply = new Reply(request, () => performance.now());
  const run = new Run(generator, reply, watchdog);
  try {
    watchdog.signal.throwIfAborted();
    yield* run.start(request);
  } catch (error) {
    if (signal.aborted) yield* reply.abort();
    else yield* await run.broken(error);
  } finally {
    watchdog.close();
    generator.server.patience.renew();
    await run.leave();
  }
}

/** One reply under way. */
class Run {
  readonly #server: Server;
  readonly #timeouts: Required<ServerTimeouts>;
  readonly #prepare: Generator['prepare'];
  readonly #reply: Reply;
  readonly #watchdog: Watchdog;
  #request: ServerRequest | null = null;
  #isAtWork = false;

  constructor({ server, timeouts, prepare }: Generator, reply: Reply, watchdog: Watchdog) {
    const { loadingTimeoutMs = defaultLoadingMs } = timeouts;
    this.#server = server;
    this.#timeouts = { ...timeouts, loadingTimeoutMs };
    this.#prepare = prepare;
    this.#reply = reply;
    this.#watchdog = watchdog;
  }

  async *start(request: CompletionRequest): AsyncGenerator<CompletionEvent, void> {
    const sent = await this.#prepared(request);
    this.#request = sent;
    for (const message of sent.notices) yield { type: 'notice', message };
    this.#isAtWork = true;
    const opened = await openStream(this.#server, sent, this.#timeouts, this.#watchdog);
    const encouragement = new Encouragement(this.#server.url, this.#timeouts, this.#watchdog, request);
    if ('body' in opened) return yield* this.#relay(sent, opened.body, encouragement);
    this.#isAtWork = false;
    yield* this.#fail(opened.refused);
  }

  /** Waits for a server that loads its model already when it is asked who it is. */
  async #prepared(request: CompletionRequest): Promise<ServerRequest> {
    const { signal } = this.#watchdog;
    const prepared = await whileLoading<ServerRequest | SottoError>(
      () => this.#prepare(request, signal).catch(passingRefusal),
      (result) => (result instanceof SottoError ? result.code : undefined),
      { limitMs: this.#timeouts.loadingTimeoutMs, signal },
    );
    if (prepared instanceof SottoError) throw prepared;
    return prepared;
  }

  /** What a broken connection, a bark of the watchdog or a refusal to prepare mean for the reply. */
  async broken(error: unknown): Promise<CompletionEvent[]> {
    const end = this.#request?.reader.close();
    if (end) return this.#reply.accept(await this.#settled(end));
    if (this.#watchdog.verdict) return this.#reply.fail(this.#watchdog.verdict);
    if (isSottoError(error)) return this.#reply.fail({ code: error.code, message: error.message });
    return this.#fail(diagnoseConnection(error, this.#server));
  }

  /** Stops the server where it would go on for nobody. */
  async leave(): Promise<void> {
    if (this.#isAtWork) await this.#request?.abandon?.();
  }

  /** Passes the stream on until the reply has an end. Rejects when the connection breaks or the watchdog ends it. */
  async *#relay(
    request: ServerRequest,
    body: AsyncIterable<Uint8Array>,
    encouragement: Encouragement,
  ): AsyncGenerator<CompletionEvent, void> {
    const { framing, reader } = request;
    const chunks = body[Symbol.asyncIterator]();
    let [isDone, isLast] = [false, false];
    while (!isDone && !framing.overflowed) {
      const heard = await this.#watchdog.watch(hear(request, chunks));
      isDone = heard.isDone;
      for (const event of heard.events) {
        this.#watchdog.signal.throwIfAborted();
        if (event.type === 'fault') return yield* this.#fail(event.diagnosis);
        encouragement.take(event);
        if (event.type === 'end') return yield* this.#finish(event, chunks);
        yield* this.#reply.accept(event);
        if (this.#reply.ended) return;
      }
      if (!isLast && reader.close()) this.#watchdog.grant(lastWordsMs, { code: '', message: '' });
      isLast = reader.close() !== null;
    }
    const end = reader.close();
    this.#isAtWork = framing.overflowed;
    if (end) yield* this.#reply.accept(await this.#settled(end));
    else if (framing.overflowed)
      yield* this.#fail(notAServer(this.#server, 'one event of its stream has no end'));
    else yield* this.#fail(cutShort(this.#server));
  }

  async *#finish(end: EndEvent, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<CompletionEvent, void> {
    this.#isAtWork = false;
    yield* this.#reply.accept(await this.#settled(end));
    await this.#drain(chunks);
  }

  async #settled(end: EndEvent): Promise<EndEvent> {
    this.#isAtWork = false;
    return (await this.#request?.settle?.(end)) ?? end;
  }

  #fail(diagnosis: Diagnosis): CompletionEvent[] {
    return this.#reply.fail(keylessFailure(diagnosis, this.#server.apiKey));
  }

  /** Reads on to the end of a complete answer, so that its socket can serve the next one. */
  async #drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
    this.#watchdog.grant(drainMs, { code: '', message: '' });
    try {
      while (!(await this.#watchdog.watch(chunks.next())).done);
    } catch {
      // The reply is complete; what becomes of the connection no longer matters.
    }
  }
}

/** The next of a stream, read and understood: the time for both counts as waiting. */
const hear = async (
  { framing, reader }: ServerRequest,
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ readonly isDone: boolean; readonly events: readonly (StreamEvent | StreamFault)[] }> => {
  const chunk = await chunks.next();
  const isDone = chunk.done === true;
  const data = chunk.done === true ? framing.end() : framing.feed(chunk.value);
  return { isDone, events: data.flatMap((one) => reader.read(one)) };
};

const passingRefusal = (error: unknown): SottoError => {
  if (isSottoError(error) && isPassing(error.code)) return error;
  throw error;
};
