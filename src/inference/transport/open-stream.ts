import type { Dispatcher } from 'undici';
import type { BackendFailure } from '../backend.ts';
import { type Diagnosis, failureOf, notAServer, parseJson } from '../failure.ts';
import { diagnoseFault, diagnoseRefusal, readFault } from './fault.ts';
import { contentTypeOf, readRefusal, type Server, send, wantsModel } from './http.ts';
import type { ServerRequest, ServerTimeouts } from './request.ts';
import type { Watchdog } from './watchdog.ts';
import { whileLoading } from './while-loading.ts';

/** A stream of events that the server has begun, or why it did not. */
export type Opened = { readonly body: AsyncIterable<Uint8Array> } | { readonly refused: Diagnosis };

/** The failure when nothing of a reply came within the time granted. */
export const noFirstToken = (url: string): BackendFailure =>
  failureOf({
    code: 'no_first_token',
    finding: `${url} sent no first token in time`,
    remedy: 'it may be busy with another request; try again or allow it more time under [backend]',
  });

/**
 * POSTs a generation. Repeats it only while nothing of an answer came that could be one: at 503 loading or
 * busy with growing waits, and once as `send` does. Rejects with undici's errors, and with an AbortError when the
 * watchdog ends it.
 */
export const openStream = async (
  server: Server,
  request: ServerRequest,
  timeouts: Required<ServerTimeouts>,
  watchdog: Watchdog,
): Promise<Opened> => {
  const attempt = async (): Promise<Opened> => {
    watchdog.grant(timeouts.firstTokenTimeoutMs, noFirstToken(server.url));
    const response = await watchdog.watch(
      send(server, { path: request.path, body: request.body, signal: watchdog.signal, timeoutMs: 0 }),
    );
    const opened = await readHead(server, request, response, watchdog);
    if (!('wantsModel' in opened)) return opened;
    await watchdog.watch(server.router?.find(watchdog.signal) ?? Promise.resolve());
    return attempt();
  };
  const refusalOf = (opened: Opened) => ('refused' in opened ? opened.refused.code : undefined);
  return whileLoading(attempt, refusalOf, { limitMs: timeouts.loadingTimeoutMs, signal: watchdog.signal });
};

const readHead = async (
  server: Server,
  request: ServerRequest,
  response: Dispatcher.ResponseData,
  watchdog: Watchdog,
): Promise<Opened | { readonly wantsModel: true }> => {
  const type = contentTypeOf(response);
  if (response.statusCode === 200 && type.startsWith(request.contentType)) return { body: response.body };
  const refusal = await watchdog.watch(readRefusal(response));
  if (wantsModel(server, refusal)) return { wantsModel: true };
  if (response.statusCode !== 200) return { refused: diagnoseRefusal(refusal, server) };
  const fault = readFault(parseJson(refusal.body));
  if (fault) return { refused: diagnoseFault(fault, server) };
  return { refused: notAServer(server, `it answered with ${type === '' ? 'no content type' : type}`) };
};
