import type { Dialect } from '../../../sampling/sampler-rules.ts';
import { type Ask, plainAsk } from '../ask.ts';
import type { Performance } from '../final-event.ts';
import type { CannedAnswer } from './face.ts';
import { type Face, jsonAnswer, type Scene, sseFrame, type Value } from './face.ts';
import { openAiDoors } from './openai-doors.ts';

type Fields = Record<string, unknown>;

const fewStops: ReadonlySet<Dialect> = new Set<Dialect>(['openai', 'openrouter']);

/** OpenAI itself refuses a fifth stop string; vLLM a model that it does not have. */
const complaint = (dialect: Dialect, { stop, model }: Fields): string | null => {
  if (fewStops.has(dialect) && Array.isArray(stop) && stop.length > 4) return 'stop: at most 4 elements';
  if (dialect === 'vllm' && model !== 'understudy') return `The model \`${String(model)}\` does not exist.`;
  return null;
};

const read = (dialect: Dialect, fields: Fields, prompt: string): Ask | string => {
  const limit = fields.max_completion_tokens ?? fields.max_tokens ?? 16;
  const ask = plainAsk(prompt, { limit, stop: fields.stop, seed: fields.seed });
  const usage = Object(fields.stream_options).include_usage === true;
  return complaint(dialect, fields) ?? { ...ask, stream: fields.stream === true, usage };
};

/** Named messages as lines of a script; the last one is the cue. */
const scriptOf = (messages: readonly unknown[]): string =>
  messages
    .map((message) => {
      const { name, content } = Object(message);
      return typeof name === 'string' ? `${name}: ${content}` : String(content);
    })
    .join('\n');

const asksOf = (dialect: Dialect): Face['asks'] => ({
  [dialect === 'deepseek' ? '/beta/completions' : '/v1/completions']: (fields) =>
    typeof fields.prompt === 'string' ? read(dialect, fields, fields.prompt) : 'prompt: Field required',
  '/v1/chat/completions': (fields) => {
    if (!Array.isArray(fields.messages)) return 'messages: Field required';
    const ask = read(dialect, fields, scriptOf(fields.messages));
    return typeof ask === 'string' ? ask : { ...ask, chat: true };
  },
});

const chunk = ({ chat = false }: Ask, text: string, more: Fields = {}) => ({
  id: 'cmpl-1',
  object: chat ? 'chat.completion.chunk' : 'text_completion',
  model: 'understudy',
  choices: [{ index: 0, ...(chat ? { delta: { content: text } } : { text }), finish_reason: null, ...more }],
});

const nameOfThoughts = (dialect: Dialect): string =>
  dialect === 'openrouter' || dialect === 'vllm' ? 'reasoning' : 'reasoning_content';

/** Chat endpoints have thoughts in the delta, raw ones beside an empty text. */
const thinking = (dialect: Dialect, ask: Ask, text: string): Value => {
  const thought = { [nameOfThoughts(dialect)]: text };
  return ask.chat ? chunk(ask, '', { delta: { content: null, ...thought } }) : chunk(ask, '', thought);
};

const stopReason = (dialect: Dialect, { said }: Performance): Fields => {
  if (dialect === 'vllm') return { stop_reason: said.reason === 'stop' ? said.stoppedBy : null };
  if (dialect === 'tabbyapi') return { eos_reason: said.reason === 'stop' ? 'stop_string' : 'stop_token' };
  return {};
};

const usageOf = (dialect: Dialect, { promptTokens, said, lease }: Performance) => ({
  prompt_tokens: promptTokens,
  completion_tokens: said.pieces.length,
  ...(dialect === 'deepseek'
    ? { prompt_cache_hit_tokens: lease.reused, prompt_cache_miss_tokens: promptTokens - lease.reused }
    : { prompt_tokens_details: { cached_tokens: lease.reused } }),
});

const closing = (dialect: Dialect, ask: Ask, performed: Performance): Value[] => {
  const finish_reason = performed.said.reason === 'length' ? 'length' : 'stop';
  const last = chunk(ask, '', { finish_reason, ...stopReason(dialect, performed) });
  const usage = { ...chunk(ask, ''), choices: [], usage: usageOf(dialect, performed) };
  return [last, ...(ask.usage ? [usage] : []), '[DONE]'];
};

const comments: Partial<Record<Dialect, string>> = {
  openrouter: ': OPENROUTER PROCESSING',
  deepseek: ': keep-alive',
  tabbyapi: ': ping - 2026-01-01',
};

const opening = (dialect: Dialect, ask: Ask, _: Scene): Value[] => {
  const role = { ...chunk(ask, ''), choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
  const comment = comments[dialect];
  return [...(comment ? [comment] : []), ...(ask.chat ? [role] : [])];
};

const refuse = (status: number, type: string, message: string): CannedAnswer =>
  jsonAnswer(status, { error: { message, type, param: null, code: status } });

const broken = (dialect: Dialect, message: string): Value[] => {
  const error = { message, code: 502 };
  const choices = [{ index: 0, text: '', finish_reason: 'error' }];
  if (dialect === 'openrouter') return [{ id: 'gen-1', error, choices }];
  return dialect === 'vllm' ? [{ object: 'error', ...error }, '[DONE]'] : [{ error }];
};

/** OpenAI's completions and chat completions as this server speaks them. */
export const openAiFace = (dialect: Dialect): Face => ({
  contentType: 'text/event-stream; charset=utf-8',
  frame: (value) => (dialect === 'tabbyapi' ? sseFrame(value).replaceAll('\n', '\r\n') : sseFrame(value)),
  ping: ': ping\n\n',
  noticesLeaving: true,
  asks: asksOf(dialect),
  doors: openAiDoors(dialect),
  refuse,
  tooLarge: (tokens, size) => {
    const message = `This model's maximum context length is ${size} tokens, but you sent ${tokens}`;
    return refuse(400, 'context_length_exceeded', message);
  },
  opening: (ask, scene) => opening(dialect, ask, scene),
  processed: () => [],
  piece: (ask, _, text) => chunk(ask, text),
  thought: (ask, text) => thinking(dialect, ask, text),
  closing: (ask, performed) => closing(dialect, ask, performed),
  broken: (message) => broken(dialect, message),
  whole: (ask, performed) => ({
    ...chunk(ask, performed.said.pieces.join('')),
    usage: usageOf(dialect, performed),
  }),
});
