import { encode, piecesOf } from '../../../src/inference/understudy/tokens.ts';
import { decode } from '../decode.ts';
import { promptText } from '../generation-request.ts';
import type { ServerState } from '../server-state.ts';
import type { Fields, Handler } from './api.ts';

/** How the served model marks turns, in Jinja. */
export const chatMlTemplate =
  "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

const chatMl = ({ messages }: Fields) => {
  const turns = (Array.isArray(messages) ? messages : []).map((message) => {
    const { role, content } = Object(message);
    return `<|im_start|>${role}\n${content}<|im_end|>\n`;
  });
  return { prompt: `${turns.join('')}<|im_start|>assistant\n` };
};

const modelList = () => ({
  object: 'list',
  data: [{ id: 'understudy', object: 'model', created: 0, owned_by: 'llamacpp' }],
});

const props = ({ pool, contextSize, startId }: ServerState) => ({
  default_generation_settings: {
    ...{ id: 0, n_ctx: contextSize, is_processing: false },
    params: { grammar: '', grammar_lazy: false, grammar_triggers: [] },
  },
  modalities: { vision: false, audio: false },
  chat_template_caps: { supports_tools: false, supports_tool_calls: false },
  total_slots: pool.slots.length,
  model_path: 'understudy',
  chat_template: chatMlTemplate,
  build_info: 'understudy',
  media_marker: `<__media_${startId}__>`,
});

const slotList = ({ pool, contextSize }: ServerState) =>
  pool.slots.map(({ id, run, usedAt, kept }) => ({
    id,
    n_ctx: contextSize,
    is_processing: run !== null,
    ...((run || usedAt > 0) && { id_task: usedAt, n_prompt_tokens: kept.tokens.length }),
  }));

const tokenize = (fields: Fields) => {
  const text = promptText(fields.content) ?? '';
  if (fields.with_pieces !== true) return { tokens: encode(text) };
  return { tokens: piecesOf(text).map((piece) => ({ id: encode(piece)[0], piece })) };
};

const detokenize = ({ tokens }: Fields) => ({
  content: Array.isArray(tokens) ? decode(tokens.filter((token) => typeof token === 'number')) : '',
});

/** llama.cpp's answers to everything but /completion. */
export const llamaCppRoutes: Readonly<Record<string, Handler>> = {
  'GET /health': () => ({ status: 'ok' }),
  'GET /props': props,
  'GET /slots': slotList,
  'GET /v1/models': modelList,
  'POST /apply-template': (_, fields) => chatMl(fields),
  'POST /tokenize': (_, fields) => tokenize(fields),
  'POST /detokenize': (_, fields) => detokenize(fields),
};
