import { randomUUID } from 'node:crypto';
import type { Backend } from '../backend.ts';
import { koboldAbilities } from '../detection/abilities.ts';
import { type Ask, type ProbeResult, probeServer } from '../detection/probe.ts';
import {
  createKoboldReader,
  koboldBody,
  readKoboldModel,
  readKoboldVersion,
  withPerf,
} from '../dialects/koboldcpp-wire.ts';
import { createNotices } from '../dialects/notices.ts';
import { count, fieldsOf, textOf } from '../failure.ts';
import { isLocalServer } from '../local-server.ts';
import { renderTemplate } from '../templates/render.ts';
import { countTokensAt } from '../tokens/count-tokens.ts';
import { type Generator, generateReply } from '../transport/generation.ts';
import { callJson, type Server, serverAt } from '../transport/http.ts';
import { patienceOf } from '../transport/patience.ts';
import type { EndEvent } from '../transport/reply.ts';
import type { ServerOptions, ServerRequest } from '../transport/request.ts';
import { SseParser } from '../transport/sse.ts';

const afterwardsMs = 1000;
const templateMs = 10_000;

/** A KoboldCpp server through its own API. Throws SottoError `bad_url`, `bad_key_format`. */
export const createKoboldCpp = (options: ServerOptions): Backend => {
  const at = serverAt(options.url, options.apiKey, 'KoboldCpp');
  const server = { ...at, patience: patienceOf(options) };
  const notices = createNotices();
  const generator: Generator = {
    server,
    timeouts: options,
    prepare: async (request) => {
      const genkey = `sotto-${randomUUID()}`;
      return {
        ...requestAt(server, genkey),
        body: koboldBody(request, genkey),
        notices: notices('koboldcpp', request.sampling),
      };
    },
  };
  return {
    kind: 'koboldcpp',
    url: server.url,
    isModel: true,
    isMetered: !isLocalServer(server.url),
    complete: (request, signal) => generateReply(generator, request, signal),
    probe: (signal) => probeServer('koboldcpp', server, look, signal),
    abilities: (signal) => koboldAbilities(server, signal),
    countTokens: (texts, signal) => countTokensAt(server, { dialect: 'koboldcpp', model: '' }, texts, signal),
    applyTemplate: async (messages, signal) => {
      const call = { path: '/props', timeoutMs: templateMs };
      const asked = (stop: AbortSignal) => callJson(server, { ...call, signal: stop });
      const props = fieldsOf(await server.patience.within(server, asked, signal));
      return renderTemplate({ source: textOf(props?.chat_template), eos: null }, messages, signal);
    },
  };
};

const requestAt = (server: Server, genkey: string): Omit<ServerRequest, 'body' | 'notices'> => ({
  path: '/api/extra/generate/stream',
  contentType: 'text/event-stream',
  framing: new SseParser(),
  reader: createKoboldReader(server),
  settle: (end) => settle(server, end),
  abandon: async () => {
    await ask(server, '/api/extra/abort', { genkey }).catch(() => undefined);
  },
});

const ask = (server: Server, path: string, body?: unknown): Promise<unknown> =>
  callJson(server, { path, body, timeoutMs: afterwardsMs, signal: AbortSignal.timeout(afterwardsMs) });

const settle = async (server: Server, end: EndEvent): Promise<EndEvent> => {
  const [perf, model] = await Promise.all(
    ['/api/extra/perf', '/api/v1/model'].map((path) => ask(server, path).catch(() => ({}))),
  );
  return withPerf(end, perf, readKoboldModel(model));
};

const look = async (askServer: Ask): Promise<ProbeResult | null> => {
  const version = readKoboldVersion(await askServer('/api/extra/version'));
  if (version === null) return null;
  const [model, context] = await Promise.all(
    ['/api/v1/model', '/api/v1/config/max_context_length'].map((path) => askServer(path)),
  );
  const contextSize = count(Object(context).value);
  const finding = `KoboldCpp ${version}, one reply at a time, ${contextSize} tokens`;
  return { model: readKoboldModel(model), contextSize, slots: 1, finding, remedy: '' };
};
