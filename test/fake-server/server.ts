import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SottoError } from '../../src/domain/errors.ts';
import { parseJson } from '../../src/inference/failure.ts';
import type { Api, HttpResponse, RequestParser } from './apis/api.ts';
import { jsonResponse } from './apis/api.ts';
import { answerSlotAction } from './cache/slot-files.ts';
import { embeddingsFor } from './embeddings.ts';
import { Faults, faultResponse } from './faults.ts';
import { generate } from './generate.ts';
import type { GenerationRequest } from './generation-request.ts';
import { ModelRouter } from './model-router.ts';
import { createServerState, type FakeServerOptions, type ServerState } from './server-state.ts';

/** A running server. `close` drops every connection and resolves when nothing is left. */
export interface FakeServer {
  readonly url: string;
  close(): Promise<void>;
}

interface Context {
  readonly state: ServerState;
  readonly faults: Faults;
  readonly router: ModelRouter | null;
  readonly apiKey: string;
}

const largestRequest = 32 * 1024 * 1024;

/** Speaks a model server's HTTP API on 127.0.0.1, and nowhere else. Rejects with SottoError `port_unusable`. */
export const startFakeServer = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
  const context: Context = {
    state: createServerState(options),
    faults: new Faults(options.fail),
    router: options.models ? new ModelRouter(options.models) : null,
    apiKey: options.apiKey ?? '',
  };
  const server = createServer((request, response) => {
    handle(context, request, response).catch(() => response.destroy());
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      context.state.generations.abortAll();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${port} cannot be used (${'code' in cause ? cause.code : cause.message}); choose another`;
      reject(new SottoError('failed', 'port_unusable', message, { cause }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });

const handle = async (
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = url.pathname;
  const { method = 'GET' } = request;
  const body = await readText(request);
  const { api, generations } = context.state;
  const parse =
    method === 'POST' && Object.hasOwn(api.generationRoutes, path) ? api.generationRoutes[path] : undefined;
  const fault = context.faults.next(parse !== undefined);
  const early = faultResponse(fault, api) ?? unauthorized(context, request, path);
  if (early) return send(response, early);
  if (fault === 'mute') return;
  if (body === null)
    return send(response, api.refuse(413, 'invalid_request_error', 'The request is too large'));
  const routed = context.router?.respond({ method, url, body });
  if (routed) return send(response, routed);
  const fields = Object(parseJson(body));
  const embedded = await embeddingsFor(api, context.state.embeddings, { path, fields });
  if (embedded) return send(response, embedded);
  const acted = await answerSlotAction(context.state, { method, url, fields });
  if (acted) return send(response, acted);
  if (!parse) return send(response, respond(context.state, { method, path, body }));
  const wanted = parseBody(api, body, parse);
  if ('status' in wanted) return send(response, wanted);
  const key = wanted.key ?? '';
  const signal = api.stopsOnDisconnect ? disconnect.signal : generations.start(key);
  const scripted = context.state.script(wanted.prompt);
  const { afterTokens } = context.faults;
  const connection = { response, signal, fault: scripted?.fault ?? fault, text: scripted?.text, afterTokens };
  const refusal = await generate(context.state, wanted, connection).finally(() => generations.abort(key));
  if (refusal) send(response, refusal);
};

/** Answers everything that does not generate. */
const respond = (
  state: ServerState,
  { method, path, body }: { method: string; path: string; body: string },
): HttpResponse => {
  const { routes, refuse } = state.api;
  if (path === '/slots' && !state.slotsEndpoint) {
    return refuse(501, 'not_supported_error', 'This server does not support slots endpoint.');
  }
  if (/^\/(?:v1\/)?rerank$/.test(path) && routes['GET /slots']) {
    return refuse(501, 'not_supported_error', 'This server does not support reranking.');
  }
  const route = `${method} ${path}`;
  const handler = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (handler === undefined) return refuse(404, 'not_found_error', 'File Not Found');
  const fields = method === 'GET' ? {} : parseJson(body);
  if (fields === undefined) return refuse(500, 'server_error', 'parse error: the body is not JSON');
  return jsonResponse(200, handler(state, Object(fields)));
};

const parseBody = ({ refuse }: Api, body: string, parse: RequestParser): GenerationRequest | HttpResponse => {
  const fields = parseJson(body);
  if (fields === undefined) return refuse(500, 'server_error', 'parse error: the body is not JSON');
  const request = parse(Object(fields));
  if (typeof request !== 'string') return request;
  return refuse(/model/.test(request) ? 404 : 400, 'invalid_request_error', request);
};

const unauthorized = (
  { apiKey, state: { api } }: Context,
  { headers }: IncomingMessage,
  path: string,
): HttpResponse | null => {
  const given = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
  if (apiKey === '' || api.openPaths?.includes(path) || given === apiKey) return null;
  return api.refuse(401, 'authentication_error', 'Invalid API Key');
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

const send = (response: ServerResponse, { status, contentType, body, retryAfter }: HttpResponse): void => {
  response.writeHead(status, {
    'content-type': contentType,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  });
  response.end(body);
};
