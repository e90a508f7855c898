import type { CompletionRequest, Sampling } from '../backend.ts';
import { samplingOf, smallSeed } from '../sampling/samplers.ts';
import { badGrammar } from './errors.ts';
import type { EvaluateOptions, Grammar, Sequence, TokenBias } from './native.ts';
import type { OpenModel } from './open-model.ts';

type Settled = Pick<EvaluateOptions, 'repeatPenalty' | 'dryRepeatPenalty' | 'xtc'>;

/** llama.cpp's own defaults, where node-llama-cpp has others. */
const usual = { temperature: 0.8, minP: 0.05, range: 64, threshold: 0.1 };

/** The settings as node-llama-cpp takes them. Rejects with SottoError `bad_request` for a bad grammar. */
export const evaluateOptions = async (
  open: OpenModel,
  request: Pick<CompletionRequest, 'sampling' | 'shapes' | 'seed'>,
  sequence: Sequence,
): Promise<EvaluateOptions> => {
  const { seed } = request;
  const sampling = samplingOf('gguf', request);
  const { temperature = usual.temperature, min_p = usual.minP, top_k, top_p, logit_bias } = sampling;
  const grammar = await grammarOf(open, sampling);
  const { LlamaGrammarEvaluationState } = open.library;
  return {
    temperature,
    minP: min_p,
    ...(top_k !== undefined && { topK: top_k }),
    ...(top_p !== undefined && { topP: top_p }),
    seed: smallSeed(seed),
    ...penalties(sampling, sequence, open.contextSize),
    ...(logit_bias && { tokenBias: biasOf(open, logit_bias) }),
    ...(grammar && {
      grammarEvaluationState: new LlamaGrammarEvaluationState({ model: open.model, grammar }),
    }),
  };
};

const penalties = (sampling: Sampling, sequence: Sequence, contextSize: number): Settled => {
  const { repetition_penalty = 1, presence_penalty = 0, frequency_penalty = 0 } = sampling;
  const { xtc_probability = 0, xtc_threshold = usual.threshold, repetition_range = usual.range } = sampling;
  const isRepetitive = repetition_penalty !== 1 || presence_penalty !== 0 || frequency_penalty !== 0;
  const range = lookBack(repetition_range, contextSize);
  return {
    ...(xtc_probability > 0 && { xtc: { probability: xtc_probability, threshold: xtc_threshold } }),
    ...(isRepetitive &&
      range > 0 && {
        repeatPenalty: {
          punishTokens: () => sequence.contextTokens.slice(-range),
          maxPunishTokens: range,
          penalty: repetition_penalty,
          presencePenalty: presence_penalty,
          frequencyPenalty: frequency_penalty,
        },
      }),
    ...dryOf(sampling, contextSize),
  };
};

/** Below 0 is the whole context; the library's own way of saying so turns DRY off. */
const lookBack = (range: number, contextSize: number): number =>
  range < 0 ? contextSize : Math.min(range, contextSize);

const dryOf = (sampling: Sampling, contextSize: number): Settled => {
  const { dry_multiplier = 0, dry_base, dry_allowed_length, dry_penalty_range = -1 } = sampling;
  const { dry_sequence_breakers } = sampling;
  if (dry_multiplier <= 0) return {};
  return {
    dryRepeatPenalty: {
      strength: dry_multiplier,
      lastTokens: lookBack(dry_penalty_range, contextSize),
      ...(dry_base !== undefined && { base: dry_base }),
      ...(dry_allowed_length !== undefined && { allowedLength: dry_allowed_length }),
      ...(dry_sequence_breakers && { sequenceBreakers: [...dry_sequence_breakers] }),
    },
  };
};

const biasOf = ({ library, model }: OpenModel, weights: Readonly<Record<string, number>>): TokenBias => {
  const bias = new library.TokenBias(model.tokenizer);
  for (const [token, logit] of Object.entries(weights)) bias.set(Number(token), { logit });
  return bias;
};

const grammarOf = async ({ llama }: OpenModel, sampling: Sampling): Promise<Grammar | null> => {
  const { grammar, json_schema } = sampling;
  try {
    if (grammar !== undefined) return await llama.createGrammar({ grammar });
    return json_schema ? await llama.createGrammarForJsonSchema(json_schema) : null;
  } catch (error) {
    throw badGrammar(error);
  }
};
