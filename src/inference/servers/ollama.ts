import { SottoError } from '../../domain/errors.ts';
import type { Backend } from '../backend.ts';
import { ollamaAbilities } from '../detection/abilities.ts';
import { type Ask, probeServer } from '../detection/probe.ts';
import { createNotices } from '../dialects/notices.ts';
import {
  createOllamaReader,
  type OllamaModel,
  ollamaBody,
  readModelContext,
  readTags,
} from '../dialects/ollama-wire.ts';
import { embedAtOllama } from '../embeddings/embed.ts';
import { textOf } from '../failure.ts';
import { isLocalServer } from '../local-server.ts';
import { forgetting, once } from '../once.ts';
import { countTokensAt } from '../tokens/count-tokens.ts';
import { type Generator, generateReply } from '../transport/generation.ts';
import { callJson, serverAt } from '../transport/http.ts';
import { NdjsonParser } from '../transport/ndjson.ts';
import { patienceOf, whenLate } from '../transport/patience.ts';
import type { ServerOptions } from '../transport/request.ts';

/** Which model of an Ollama server, and how much of its context. */
export interface OllamaOptions extends ServerOptions {
  /** Empty or absent for the first that it has. */
  readonly model?: string;
  /** Tokens to ask for; default 8192, or what the model has if that is less. */
  readonly contextSize?: number;
}

const usualContext = 8192;
const timeoutMs = 30_000;
/** Ollama's names for models that run on its maker's machines. */
const isInCloud = /[:-]cloud$/;

/** An Ollama server through its raw /api/generate. Throws SottoError `bad_url`, `bad_key_format`. */
export const createOllama = (options: OllamaOptions): Backend => {
  const at = serverAt(options.url, options.apiKey, 'Ollama');
  const server = { ...at, patience: patienceOf(options) };
  const notices = createNotices();
  const modelAt = once((signal) =>
    server.patience.within(
      server,
      (stop) => choose(options, (path, body) => callJson(server, { path, body, timeoutMs, signal: stop })),
      signal,
    ),
  );
  const generator: Generator = {
    server,
    timeouts: options,
    prepare: async (request, signal) => ({
      path: '/api/generate',
      body: ollamaBody(request, await modelAt(signal).catch(whenLate(() => asTold(options)))),
      contentType: 'application/x-ndjson',
      framing: new NdjsonParser(),
      reader: createOllamaReader(server),
      notices: notices('ollama', request.sampling),
    }),
  };
  return {
    kind: 'ollama',
    url: server.url,
    isModel: true,
    isMetered: !isLocalServer(server.url) || isInCloud.test(options.model ?? ''),
    complete: (request, signal) => forgetting(generateReply(generator, request, signal), modelAt),
    probe: (signal) => probeServer('ollama', server, (ask) => look(options, ask), signal),
    abilities: async (signal) => ollamaAbilities(server, (await modelAt(signal)).model, signal),
    countTokens: (texts) => countTokensAt(server, { dialect: 'ollama', model: '' }, texts),
    embed: async (texts, signal) => {
      const model = options.model || (await modelAt(signal)).model;
      return embedAtOllama(server, { texts, model, signal });
    },
  };
};

const look = async (options: OllamaOptions, ask: Ask) => {
  const version = textOf(Object(await ask('/api/version')).version);
  const { model, contextSize } = await choose(options, ask);
  const finding = `Ollama ${version}, ${contextSize} tokens`;
  return { model, contextSize, slots: 1, finding, remedy: '' };
};

/** The model as it is when the server does not say what context it has. Throws SottoError where not even its name is known. */
const asTold = ({ model = '', contextSize }: OllamaOptions): OllamaModel => {
  if (model !== '') return { model, contextSize: contextSize || usualContext };
  const message = 'Ollama does not say which models it has; name one with --model or under [backend]';
  throw new SottoError('server', 'no_model', message);
};

const choose = async (options: OllamaOptions, ask: Ask): Promise<OllamaModel> => {
  const model = options.model || readTags(await ask('/api/tags'))?.[0];
  if (!model) {
    const message = 'Ollama has no model yet; fetch one with `ollama pull NAME`';
    throw new SottoError('server', 'no_model', message);
  }
  const own = readModelContext(await ask('/api/show', { model }));
  const wanted = options.contextSize || usualContext;
  return { model, contextSize: own > 0 ? Math.min(own, wanted) : wanted };
};
