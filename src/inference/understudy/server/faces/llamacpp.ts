import { encode } from '../../tokens.ts';
import { readAsk } from '../ask.ts';
import { finalEvent } from '../final-event.ts';
import { llamaDoors } from '../side-doors.ts';
import type { CannedAnswer } from './face.ts';
import { type Face, jsonAnswer, type Scene, sseFrame } from './face.ts';

const refuse = (status: number, type: string, message: string, more: object = {}): CannedAnswer =>
  jsonAnswer(status, { error: { code: status, message, type, ...more } });

/** What recent builds refuse; older ones took -1 for the whole context. */
const complaint = ({ grammar, ...fields }: Record<string, unknown>): string | null => {
  if (typeof grammar === 'string' && !/^\s*root\s*::=/m.test(grammar)) return 'Failed to parse grammar';
  const odd = ['repeat_last_n', 'dry_penalty_last_n'].find((name) => Number(fields[name]) < 0);
  return odd === undefined ? null : `Error: ${odd} must be >= 0`;
};

const partial = ({ promptTokens }: Scene, content: string, count: number) => ({
  index: 0,
  content,
  tokens: encode(content),
  stop: false,
  id_slot: -1,
  tokens_predicted: count,
  tokens_evaluated: promptTokens,
});

const progress = (scene: Scene, processed: number) => ({
  ...partial(scene, '', 0),
  prompt_progress: { total: scene.promptTokens, cache: scene.lease.reused, processed, time_ms: 0 },
});

/** llama.cpp's own /completion. */
export const llamaCppFace: Face = {
  contentType: 'text/event-stream',
  frame: sseFrame,
  ping: ':\n\n',
  noticesLeaving: true,
  asks: {
    '/completion': (fields) =>
      complaint(fields) ?? readAsk(fields) ?? '"prompt" must be a string or an array of tokens',
  },
  doors: llamaDoors,
  openPaths: ['/health', '/v1/models'],
  refuse,
  tooLarge: (tokens, contextSize) => {
    const message = `request (${tokens} tokens) exceeds the available context size (${contextSize} tokens), try increasing it`;
    return refuse(400, 'exceed_context_size_error', message, { n_prompt_tokens: tokens, n_ctx: contextSize });
  },
  opening: (ask, scene) => (ask.progress ? [progress(scene, scene.lease.reused)] : []),
  processed: (ask, scene) => (ask.progress ? [progress(scene, scene.promptTokens)] : []),
  piece: (_, scene, text, count) => partial(scene, text, count),
  closing: (ask, performed) => [finalEvent(ask, performed)],
  broken: (message) => [{ error: { code: 500, message, type: 'server_error' } }],
  whole: finalEvent,
};
