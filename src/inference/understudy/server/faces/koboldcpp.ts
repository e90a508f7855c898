import { encode } from '../../tokens.ts';
import { type Ask, plainAsk } from '../ask.ts';
import type { Performance } from '../final-event.ts';
import { type Door, type Face, jsonAnswer, sseFrame, type Value } from './face.ts';

const readKobold = (fields: Record<string, unknown>): Ask | string => {
  if (typeof fields.prompt !== 'string') return 'prompt is missing';
  const { max_length, stop_sequence, sampler_seed, genkey } = fields;
  const ask = plainAsk(fields.prompt, { limit: max_length, stop: stop_sequence, seed: sampler_seed });
  return { ...ask, stream: true, genkey: typeof genkey === 'string' ? genkey : '' };
};

const stopReasons = { length: 0, eos: 1, stop: 2 } as const;

const perf: Door = ({ runs }) => ({
  last_input_count: runs.last?.promptTokens ?? 0,
  last_token_count: runs.last?.said.pieces.length ?? 0,
  stop_reason: runs.last ? stopReasons[runs.last.said.reason] : -1,
  queue: 0,
  idle: 1,
});

const tokenCount: Door = (_, { prompt }) => {
  const ids = encode(String(prompt));
  return { value: ids.length, ids };
};

const doors: Readonly<Record<string, Door>> = {
  'GET /api/extra/version': () => ({ result: 'KoboldCpp', version: '1.102' }),
  'GET /api/v1/model': () => ({ result: 'koboldcpp/understudy' }),
  'GET /api/v1/config/max_context_length': ({ contextSize }) => ({ value: contextSize }),
  'GET /api/extra/perf': perf,
  'POST /api/extra/tokencount': tokenCount,
  'POST /api/extra/abort': ({ runs }, { genkey }) => ({ success: runs.abort(String(genkey)) }),
  'GET /props': ({ contextSize }) => ({
    default_generation_settings: { n_ctx: contextSize },
    total_slots: 1,
  }),
  'GET /api/version': () => ({ version: '0.7.0' }),
  'GET /api/tags': () => ({ models: [{ name: 'koboldcpp' }] }),
};

/** "stop" is said of the end of the text alone; a stop string met is a "length" too. */
const finish = ({ said }: Performance): Value => ({
  token: '',
  finish_reason: said.reason === 'eos' ? 'stop' : 'length',
});

/** KoboldCpp's native API: no end marker, deaf to a client that leaves, and faking the routes of others. */
export const koboldCppFace: Face = {
  contentType: 'text/event-stream',
  frame: (value) => (typeof value === 'string' ? sseFrame(value) : `event: message\n${sseFrame(value)}`),
  ping: ':\n\n',
  noticesLeaving: false,
  asks: { '/api/extra/generate/stream': readKobold },
  doors,
  refuse: (status, type, msg) => jsonAnswer(status, { detail: { msg, type } }),
  tooLarge: () => null,
  opening: () => [],
  processed: () => [],
  piece: (_ask, _scene, token) => ({ token, finish_reason: null }),
  closing: (_, performed) => [finish(performed)],
  broken: (msg) => [{ detail: { msg, type: 'server_error' } }],
  whole: (_, { said }) => ({ results: [{ text: said.pieces.join('') }] }),
};
