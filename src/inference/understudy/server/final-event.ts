import type { Lease } from '../slots.ts';
import type { Utterance } from '../speak.ts';
import type { Ask } from './ask.ts';

/** A finished generation and its times in milliseconds. */
export interface Performance {
  readonly said: Utterance;
  readonly lease: Lease;
  readonly promptTokens: number;
  readonly promptMs: number;
  readonly predictedMs: number;
}

const stopTypes = { stop: 'word', eos: 'eos', length: 'limit' } as const;

const rate = (count: number, ms: number): number => (ms > 0 ? (1000 * count) / ms : 0);

const timings = ({ said, lease, promptTokens, promptMs, predictedMs }: Performance) => {
  const fresh = promptTokens - lease.reused;
  const predicted = said.pieces.length;
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
export const finalEvent = (ask: Ask, performed: Performance): Record<string, unknown> => {
  const { said, lease, promptTokens } = performed;
  const event = {
    index: 0,
    content: ask.stream ? '' : said.pieces.join(''),
    tokens: [],
    id_slot: lease.slot.id,
    stop: true,
    model: 'understudy',
    tokens_predicted: said.pieces.length,
    tokens_evaluated: promptTokens,
    generation_settings: {
      seed: ask.seed,
      n_predict: Number.isFinite(ask.maxTokens) ? ask.maxTokens : -1,
      stop: ask.stop,
    },
    prompt: ask.prompt,
    has_new_line: said.pieces.some((piece) => piece.includes('\n')),
    truncated: false,
    stop_type: stopTypes[said.reason],
    stopping_word: said.stoppedBy,
    tokens_cached: promptTokens + said.pieces.length,
    timings: timings(performed),
  };
  return ask.responseFields.length === 0 ? event : chosen(event, ask.responseFields);
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
