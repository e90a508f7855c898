import { type Ask, plainAsk } from '../ask.ts';
import type { Performance } from '../final-event.ts';
import { type Door, type Face, jsonAnswer } from './face.ts';

const model = 'understudy:latest';

const readOllama = (fields: Record<string, unknown>): Ask | string => {
  if (fields.model !== model) return `model '${String(fields.model)}' not found`;
  if (typeof fields.prompt !== 'string') return 'prompt is missing';
  const { num_predict, stop, seed } = Object(fields.options);
  return { ...plainAsk(fields.prompt, { limit: num_predict, stop, seed }), stream: fields.stream !== false };
};

const doors: Readonly<Record<string, Door>> = {
  'GET /api/version': () => ({ version: '0.14.0' }),
  'GET /api/tags': () => ({ models: [{ name: model, model }] }),
  'POST /api/show': ({ contextSize }) => ({ model_info: { 'understudy.context_length': contextSize } }),
  'GET /v1/models': () => ({ object: 'list', data: [{ id: model, object: 'model', owned_by: 'library' }] }),
};

const line = (response: string) => ({ model, created_at: '2026-01-01T00:00:00Z', response });

const last = ({ said, promptTokens }: Performance, response: string) => ({
  ...line(response),
  done: true,
  done_reason: said.reason === 'length' ? 'length' : 'stop',
  prompt_eval_count: promptTokens,
  eval_count: said.pieces.length,
});

/** Ollama's raw /api/generate, in lines of JSON. */
export const ollamaFace: Face = {
  contentType: 'application/x-ndjson',
  frame: (value) => `${JSON.stringify(value)}\n`,
  ping: '\n',
  noticesLeaving: true,
  asks: { '/api/generate': readOllama },
  doors,
  refuse: (status, _, message) => jsonAnswer(status, { error: message }),
  tooLarge: () => jsonAnswer(400, { error: 'the input length exceeds the context length' }),
  opening: () => [],
  processed: () => [],
  piece: (_ask, _scene, text) => ({ ...line(text), done: false }),
  thought: (_, thinking) => ({ ...line(''), thinking, done: false }),
  closing: (_, performed) => [last(performed, '')],
  broken: (message) => [{ error: message }],
  whole: (_, performed) => last(performed, performed.said.pieces.join('')),
};
