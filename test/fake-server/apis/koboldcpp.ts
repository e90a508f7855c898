import { encode } from '../../../src/inference/understudy/tokens.ts';
import { plainRequest } from '../generation-request.ts';
import type { FinishedGeneration, Handler, RequestParser } from './api.ts';
import { type Api, jsonResponse, sseFrame, type Value } from './api.ts';
import { chatMlTemplate } from './llamacpp-routes.ts';

const parseRequest: RequestParser = (fields) => {
  if (typeof fields.prompt !== 'string') return 'prompt is missing';
  const { max_length, stop_sequence, sampler_seed, genkey } = fields;
  const request = plainRequest(fields.prompt, { limit: max_length, stop: stop_sequence, seed: sampler_seed });
  return { ...request, stream: true, key: typeof genkey === 'string' ? genkey : '' };
};

const stopReasons = { length: 0, eos: 1, stop: 2 } as const;

const perf: Handler = ({ generations: { last } }) => ({
  last_input_count: last?.promptTokens ?? 0,
  last_token_count: last?.output.pieces.length ?? 0,
  stop_reason: last ? stopReasons[last.output.reason] : -1,
  queue: 0,
  idle: 1,
});

const tokenCount: Handler = (_, { prompt }) => {
  const ids = encode(String(prompt));
  return { value: ids.length, ids };
};

const routes: Readonly<Record<string, Handler>> = {
  'GET /api/extra/version': () => ({ result: 'KoboldCpp', version: '1.102' }),
  'GET /api/v1/model': () => ({ result: 'koboldcpp/understudy' }),
  'GET /api/v1/config/max_context_length': ({ contextSize }) => ({ value: contextSize }),
  'GET /api/extra/perf': perf,
  'POST /api/extra/tokencount': tokenCount,
  'POST /api/extra/abort': ({ generations }, { genkey }) => ({ success: generations.abort(String(genkey)) }),
  'GET /props': ({ contextSize }) => ({
    default_generation_settings: { n_ctx: contextSize },
    total_slots: 1,
    chat_template: chatMlTemplate,
  }),
  'GET /api/version': () => ({ version: '0.7.0' }),
  'GET /api/tags': () => ({ models: [{ name: 'koboldcpp' }] }),
};

/** "stop" is said of the end of the text alone; a stop string met is a "length" too. */
const finish = ({ output }: FinishedGeneration): Value => ({
  token: '',
  finish_reason: output.reason === 'eos' ? 'stop' : 'length',
});

/** KoboldCpp's native API: no end marker, going on when a client disconnects, and serving routes of other servers. */
export const koboldCppApi: Api = {
  contentType: 'text/event-stream',
  frame: (value) => (typeof value === 'string' ? sseFrame(value) : `event: message\n${sseFrame(value)}`),
  ping: ':\n\n',
  stopsOnDisconnect: false,
  generationRoutes: { '/api/extra/generate/stream': parseRequest },
  routes,
  refuse: (status, type, msg) => jsonResponse(status, { detail: { msg, type } }),
  promptTooLarge: () => null,
  streamStart: () => [],
  promptProcessed: () => [],
  token: (_request, _generation, token) => ({ token, finish_reason: null }),
  streamEnd: (_, finished) => [finish(finished)],
  streamError: (msg) => [{ detail: { msg, type: 'server_error' } }],
  unstreamed: (_, { output }) => ({ results: [{ text: output.pieces.join('') }] }),
};
