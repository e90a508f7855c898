import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import { type GenerationRequest, plainRequest } from '../generation-request.ts';
import type { Fields, FinishedGeneration, HttpResponse } from './api.ts';
import { type Api, jsonResponse, sseFrame, type Value } from './api.ts';
import { openAiRoutes } from './openai-routes.ts';

const fewStops: ReadonlySet<Dialect> = new Set<Dialect>(['openai', 'openrouter']);

/** OpenAI itself refuses a fifth stop string; vLLM a model that it does not have. */
const complaint = (dialect: Dialect, { stop, model }: Fields): string | null => {
  if (fewStops.has(dialect) && Array.isArray(stop) && stop.length > 4) return 'stop: at most 4 elements';
  if (dialect === 'vllm' && model !== 'understudy') return `The model \`${String(model)}\` does not exist.`;
  return null;
};

const parseRequest = (dialect: Dialect, fields: Fields, prompt: string): GenerationRequest | string => {
  const limit = fields.max_completion_tokens ?? fields.max_tokens ?? 16;
  const request = plainRequest(prompt, { limit, stop: fields.stop, seed: fields.seed });
  const usage = Object(fields.stream_options).include_usage === true;
  return complaint(dialect, fields) ?? { ...request, stream: fields.stream === true, usage };
};

/** Named messages as lines of a script; the last one is the cue. */
const scriptOf = (messages: readonly unknown[]): string =>
  messages
    .map((message) => {
      const { name, content } = Object(message);
      return typeof name === 'string' ? `${name}: ${content}` : String(content);
    })
    .join('\n');

const generationRoutes = (dialect: Dialect): Api['generationRoutes'] => ({
  [dialect === 'deepseek' ? '/beta/completions' : '/v1/completions']: (fields) =>
    typeof fields.prompt === 'string'
      ? parseRequest(dialect, fields, fields.prompt)
      : 'prompt: Field required',
  '/v1/chat/completions': (fields) => {
    if (!Array.isArray(fields.messages)) return 'messages: Field required';
    const request = parseRequest(dialect, fields, scriptOf(fields.messages));
    return typeof request === 'string' ? request : { ...request, chat: true };
  },
});

const chunk = ({ chat = false }: GenerationRequest, text: string, more: Fields = {}) => ({
  id: 'cmpl-1',
  object: chat ? 'chat.completion.chunk' : 'text_completion',
  model: 'understudy',
  choices: [{ index: 0, ...(chat ? { delta: { content: text } } : { text }), finish_reason: null, ...more }],
});

const reasoningField = (dialect: Dialect): string =>
  dialect === 'openrouter' || dialect === 'vllm' ? 'reasoning' : 'reasoning_content';

/** Chat endpoints have reasoning in the delta, raw ones beside an empty text. */
const reasoningToken = (dialect: Dialect, request: GenerationRequest, text: string): Value => {
  const reasoning = { [reasoningField(dialect)]: text };
  return request.chat
    ? chunk(request, '', { delta: { content: null, ...reasoning } })
    : chunk(request, '', reasoning);
};

const stopReason = (dialect: Dialect, { output }: FinishedGeneration): Fields => {
  if (dialect === 'vllm') return { stop_reason: output.reason === 'stop' ? output.stoppedBy : null };
  if (dialect === 'tabbyapi') return { eos_reason: output.reason === 'stop' ? 'stop_string' : 'stop_token' };
  return {};
};

const usageOf = (dialect: Dialect, { promptTokens, output, lease }: FinishedGeneration) => ({
  prompt_tokens: promptTokens,
  completion_tokens: output.pieces.length,
  ...(dialect === 'deepseek'
    ? { prompt_cache_hit_tokens: lease.reused, prompt_cache_miss_tokens: promptTokens - lease.reused }
    : { prompt_tokens_details: { cached_tokens: lease.reused } }),
});

const streamEnd = (dialect: Dialect, request: GenerationRequest, finished: FinishedGeneration): Value[] => {
  const finish_reason = finished.output.reason === 'length' ? 'length' : 'stop';
  const last = chunk(request, '', { finish_reason, ...stopReason(dialect, finished) });
  const usage = { ...chunk(request, ''), choices: [], usage: usageOf(dialect, finished) };
  return [last, ...(request.usage ? [usage] : []), '[DONE]'];
};

const comments: Partial<Record<Dialect, string>> = {
  openrouter: ': OPENROUTER PROCESSING',
  deepseek: ': keep-alive',
  tabbyapi: ': ping - 2026-01-01',
};

const streamStart = (dialect: Dialect, request: GenerationRequest): Value[] => {
  const role = { ...chunk(request, ''), choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
  const comment = comments[dialect];
  return [...(comment ? [comment] : []), ...(request.chat ? [role] : [])];
};

const refuse = (status: number, type: string, message: string): HttpResponse =>
  jsonResponse(status, { error: { message, type, param: null, code: status } });

const streamError = (dialect: Dialect, message: string): Value[] => {
  const error = { message, code: 502 };
  const choices = [{ index: 0, text: '', finish_reason: 'error' }];
  if (dialect === 'openrouter') return [{ id: 'gen-1', error, choices }];
  return dialect === 'vllm' ? [{ object: 'error', ...error }, '[DONE]'] : [{ error }];
};

/** OpenAI's completions and chat completions as this server speaks them. */
export const openAiApi = (dialect: Dialect): Api => ({
  contentType: 'text/event-stream; charset=utf-8',
  frame: (value) => (dialect === 'tabbyapi' ? sseFrame(value).replaceAll('\n', '\r\n') : sseFrame(value)),
  ping: ': ping\n\n',
  stopsOnDisconnect: true,
  generationRoutes: generationRoutes(dialect),
  routes: openAiRoutes(dialect),
  refuse,
  promptTooLarge: (tokens, size) => {
    const message = `This model's maximum context length is ${size} tokens, but you sent ${tokens}`;
    return refuse(400, 'context_length_exceeded', message);
  },
  streamStart: (request) => streamStart(dialect, request),
  promptProcessed: () => [],
  token: (request, _, text) => chunk(request, text),
  reasoningToken: (request, text) => reasoningToken(dialect, request, text),
  streamEnd: (request, finished) => streamEnd(dialect, request, finished),
  streamError: (message) => streamError(dialect, message),
  unstreamed: (request, finished) => ({
    ...chunk(request, finished.output.pieces.join('')),
    usage: usageOf(dialect, finished),
  }),
});
