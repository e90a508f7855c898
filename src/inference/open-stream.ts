import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { BackendFailure } from './backend.ts';
import { codeOf } from './connection.ts';
import { type Diagnosis, diagnoseRefusal, failureOf, notAServer } from './failure.ts';
import { contentTypeOf, readRefusal, type Server, send } from './http.ts';
import type { Watchdog } from './watchdog.ts';

/** How long to wait, in milliseconds; 0 is for ever. */
export interface Patience {
  readonly firstTokenTimeoutMs: number;
  readonly loadingTimeoutMs: number;
}

/** A stream of events that the server has begun, or why it did not. */
export type Opened = { readonly body: AsyncIterable<Uint8Array> } | { readonly refused: Diagnosis };

const firstWaitMs = 100;
const longestWaitMs = 2000;

/** The failure when nothing of a reply came within the time granted. */
export const noFirstToken = (url: string): BackendFailure =>
  failureOf({
    code: 'no_first_token',
    finding: `${url} sent no first token in time`,
    remedy: 'it may be busy with another request; try again or allow it more time under [backend]',
  });

/**
 * POSTs a generation. Repeats it only while nothing of an answer came that could be one: at 503 loading with
 * growing waits, and once on a kept-alive socket that the server had already closed. Rejects with undici's
 * errors, and with an AbortError when the watchdog barks.
 */
export const openStream = async (
  server: Server,
  body: unknown,
  patience: Patience,
  watchdog: Watchdog,
): Promise<Opened> => {
  const until = performance.now() + patience.loadingTimeoutMs;
  for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
    watchdog.grant(patience.firstTokenTimeoutMs, noFirstToken(server.url));
    const opened = await readHead(
      server,
      await watchdog.watch(post(server, body, watchdog.signal)),
      watchdog,
    );
    if ('body' in opened || opened.refused.code !== 'loading') return opened;
    if (patience.loadingTimeoutMs > 0 && performance.now() + wait > until) return opened;
    await sleep(wait, undefined, { signal: watchdog.signal });
  }
};

const post = async (server: Server, body: unknown, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
  const call = { path: '/completion', body, signal, timeoutMs: 0 };
  try {
    return await send(server, call);
  } catch (error) {
    if (signal.aborted || !['UND_ERR_SOCKET', 'ECONNRESET'].includes(codeOf(error))) throw error;
    return send(server, call);
  }
};

const readHead = async (
  server: Server,
  response: Dispatcher.ResponseData,
  watchdog: Watchdog,
): Promise<Opened> => {
  const type = contentTypeOf(response);
  if (response.statusCode === 200 && type.startsWith('text/event-stream')) return { body: response.body };
  const refusal = await watchdog.watch(readRefusal(response));
  if (response.statusCode !== 200) return { refused: diagnoseRefusal(refusal, server.url) };
  return { refused: notAServer(server.url, `it answered with ${type === '' ? 'no content type' : type}`) };
};
