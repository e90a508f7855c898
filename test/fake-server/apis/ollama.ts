import { plainRequest } from '../generation-request.ts';
import { type Api, type FinishedGeneration, type Handler, jsonResponse, type RequestParser } from './api.ts';

const model = 'understudy:latest';

const parseRequest: RequestParser = (fields) => {
  if (fields.model !== model) return `model '${String(fields.model)}' not found`;
  if (typeof fields.prompt !== 'string') return 'prompt is missing';
  const { num_predict, stop, seed } = Object(fields.options);
  const request = plainRequest(fields.prompt, { limit: num_predict, stop, seed });
  return { ...request, stream: fields.stream !== false };
};

const routes: Readonly<Record<string, Handler>> = {
  'GET /api/version': () => ({ version: '0.14.0' }),
  'GET /api/tags': () => ({ models: [{ name: model, model }] }),
  'POST /api/show': ({ contextSize }) => ({ model_info: { 'understudy.context_length': contextSize } }),
  'GET /v1/models': () => ({ object: 'list', data: [{ id: model, object: 'model', owned_by: 'library' }] }),
};

const line = (response: string) => ({ model, created_at: '2026-01-01T00:00:00Z', response });

const last = ({ output, promptTokens }: FinishedGeneration, response: string) => ({
  ...line(response),
  done: true,
  done_reason: output.reason === 'length' ? 'length' : 'stop',
  prompt_eval_count: promptTokens,
  eval_count: output.pieces.length,
});

/** Ollama's raw /api/generate, in lines of JSON. */
export const ollamaApi: Api = {
  contentType: 'application/x-ndjson',
  frame: (value) => `${JSON.stringify(value)}\n`,
  ping: '\n',
  stopsOnDisconnect: true,
  generationRoutes: { '/api/generate': parseRequest },
  routes,
  refuse: (status, _, message) => jsonResponse(status, { error: message }),
  promptTooLarge: () => jsonResponse(400, { error: 'the input length exceeds the context length' }),
  streamStart: () => [],
  promptProcessed: () => [],
  token: (_request, _generation, text) => ({ ...line(text), done: false }),
  reasoningToken: (_, thinking) => ({ ...line(''), thinking, done: false }),
  streamEnd: (_, finished) => [last(finished, '')],
  streamError: (message) => [{ error: message }],
  unstreamed: (_, finished) => last(finished, finished.output.pieces.join('')),
};
