import { encode } from '../../../src/inference/understudy/tokens.ts';
import { llamaCppRequest } from '../generation-request.ts';
import type { Api, Fields, Generation, HttpResponse } from './api.ts';
import { jsonResponse, sseFrame } from './api.ts';
import { finalEvent } from './llamacpp-final-event.ts';
import { llamaCppRoutes } from './llamacpp-routes.ts';

const refuse = (status: number, type: string, message: string, more: object = {}): HttpResponse =>
  jsonResponse(status, { error: { code: status, message, type, ...more } });

/** What recent builds refuse; older ones took -1 for the whole context. */
const complaint = ({ grammar, ...fields }: Fields): string | null => {
  if (typeof grammar === 'string' && !/^\s*root\s*::=/m.test(grammar)) return 'Failed to parse grammar';
  const odd = ['repeat_last_n', 'dry_penalty_last_n'].find((name) => Number(fields[name]) < 0);
  return odd === undefined ? null : `Error: ${odd} must be >= 0`;
};

const partial = ({ promptTokens }: Generation, content: string, count: number) => ({
  index: 0,
  content,
  tokens: encode(content),
  stop: false,
  id_slot: -1,
  tokens_predicted: count,
  tokens_evaluated: promptTokens,
});

const progressOf = (generation: Generation, processed: number) => ({
  ...partial(generation, '', 0),
  prompt_progress: { total: generation.promptTokens, cache: generation.lease.reused, processed, time_ms: 0 },
});

/** llama.cpp's own /completion. */
export const llamaCppApi: Api = {
  contentType: 'text/event-stream',
  frame: sseFrame,
  ping: ':\n\n',
  stopsOnDisconnect: true,
  generationRoutes: {
    '/completion': (fields) =>
      complaint(fields) ?? llamaCppRequest(fields) ?? '"prompt" must be a string or an array of tokens',
  },
  routes: llamaCppRoutes,
  openPaths: ['/health', '/v1/models'],
  refuse,
  promptTooLarge: (tokens, contextSize) => {
    const message = `request (${tokens} tokens) exceeds the available context size (${contextSize} tokens), try increasing it`;
    return refuse(400, 'exceed_context_size_error', message, { n_prompt_tokens: tokens, n_ctx: contextSize });
  },
  streamStart: ({ progress }, generation) =>
    progress ? [progressOf(generation, generation.lease.reused)] : [],
  promptProcessed: ({ progress }, generation) =>
    progress ? [progressOf(generation, generation.promptTokens)] : [],
  token: (_, generation, text, count) => partial(generation, text, count),
  streamEnd: (request, finished) => [finalEvent(request, finished)],
  streamError: (message) => [{ error: { code: 500, message, type: 'server_error' } }],
  unstreamed: finalEvent,
};
