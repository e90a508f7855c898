import type { GenerationRequest } from '../generation-request.ts';
import type { FinishedGeneration } from './api.ts';

const stopTypes = { stop: 'word', eos: 'eos', length: 'limit' } as const;

const rate = (count: number, ms: number): number => (ms > 0 ? (1000 * count) / ms : 0);

const timings = ({ output, lease, promptTokens, promptMs, predictedMs }: FinishedGeneration) => {
  const fresh = promptTokens - lease.reused;
  const predicted = output.pieces.length;
  return {
    cache_n: lease.reused,
    prompt_n: fresh,
    prompt_ms: promptMs,
    prompt_per_token_ms: promptMs / Math.max(1, fresh),
    prompt_per_second: rate(fresh, promptMs),
    predicted_n: predicted,
    predicted_ms: predictedMs,
    predicted_per_token_ms: predictedMs / Math.max(1, predicted),
    predicted_per_second: rate(predicted, predictedMs),
  };
};

/** llama.cpp's last event, or its whole answer without streaming, cut down to the fields asked for. */
export const finalEvent = (
  request: GenerationRequest,
  finished: FinishedGeneration,
): Record<string, unknown> => {
  const { output, lease, promptTokens } = finished;
  const event = {
    index: 0,
    content: request.stream ? '' : output.pieces.join(''),
    tokens: [],
    id_slot: lease.slot.id,
    stop: true,
    model: 'understudy',
    tokens_predicted: output.pieces.length,
    tokens_evaluated: promptTokens,
    generation_settings: {
      seed: request.seed,
      n_predict: Number.isFinite(request.maxTokens) ? request.maxTokens : -1,
      stop: request.stop,
    },
    prompt: request.prompt,
    has_new_line: output.pieces.some((piece) => piece.includes('\n')),
    truncated: false,
    stop_type: stopTypes[output.reason],
    stopping_word: output.stoppedBy,
    tokens_cached: lease.slot.kept.tokens.length,
    timings: timings(finished),
  };
  return request.responseFields.length === 0 ? event : chosen(event, request.responseFields);
};

/** Picks `a` and `a/b`; a nested field comes out under its last name, an unknown one not at all. */
const chosen = (event: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const names = path.split('/');
      const value = names.reduce<unknown>((inner, name) => Object(inner)[name], event);
      return value === undefined ? [] : [[names.at(-1), value]];
    }),
  );
