import { parseJson } from '../../failure.ts';
import { decode, encode, piecesOf } from '../tokens.ts';
import { promptText } from './ask.ts';
import type { CannedAnswer, Stage } from './faces/face.ts';
import { type Door, jsonAnswer } from './faces/face.ts';

const template =
  "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

const chatMl = ({ messages }: Record<string, unknown>) => {
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

const props = ({ pool, contextSize, start }: Stage) => ({
  default_generation_settings: { id: 0, n_ctx: contextSize, is_processing: false, params: {} },
  total_slots: pool.slots.length,
  model_path: 'understudy',
  chat_template: template,
  build_info: 'understudy',
  media_marker: `<__media_${start}__>`,
});

const slotList = ({ pool, contextSize }: Stage) =>
  pool.slots.map(({ id, busy, usedAt, held }) => ({
    id,
    n_ctx: contextSize,
    is_processing: busy,
    ...(usedAt > 0 && { id_task: usedAt, n_prompt_tokens: held.tokens.length }),
  }));

const tokenize = (fields: Record<string, unknown>) => {
  const text = promptText(fields.content) ?? '';
  if (fields.with_pieces !== true) return { tokens: encode(text) };
  return { tokens: piecesOf(text).map((piece) => ({ id: encode(piece)[0], piece })) };
};

const detokenize = ({ tokens }: Record<string, unknown>) => ({
  content: Array.isArray(tokens) ? decode(tokens.filter((token) => typeof token === 'number')) : '',
});

/** llama.cpp's answers to everything but /completion. */
export const llamaDoors: Readonly<Record<string, Door>> = {
  'GET /health': () => ({ status: 'ok' }),
  'GET /props': props,
  'GET /slots': slotList,
  'GET /v1/models': modelList,
  'POST /apply-template': (_, fields) => chatMl(fields),
  'POST /tokenize': (_, fields) => tokenize(fields),
  'POST /detokenize': (_, fields) => detokenize(fields),
};

/** Answers everything that does not generate, as the face of the stage does. */
export const sideDoor = (stage: Stage, method: string, path: string, body: string): CannedAnswer => {
  const { doors, refuse } = stage.face;
  if (path === '/slots' && !stage.tellsSlots) {
    return refuse(501, 'not_supported_error', 'This server does not support slots endpoint.');
  }
  const door = Object.hasOwn(doors, `${method} ${path}`) ? doors[`${method} ${path}`] : undefined;
  if (door === undefined) return refuse(404, 'not_found_error', 'File Not Found');
  const fields = method === 'GET' ? {} : parseJson(body);
  if (fields === undefined) return refuse(500, 'server_error', 'parse error: the body is not JSON');
  return jsonAnswer(200, door(stage, Object(fields)));
};
