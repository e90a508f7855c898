import type { Sampling } from '../backend.ts';

/** The ways in which servers name and take sampler settings. `openai` is any other server of OpenAI's API. */
export type Dialect =
  | 'llamacpp'
  | 'gguf'
  | 'koboldcpp'
  | 'ollama'
  | 'vllm'
  | 'aphrodite'
  | 'tabbyapi'
  | 'textgen'
  | 'lmstudio'
  | 'openrouter'
  | 'featherless'
  | 'deepseek'
  | 'openai';

type Fields = Record<string, unknown>;

/** The server's name of a setting, or the fields that say it. */
export type Rule = string | ((value: never, sampling: Sampling) => Fields);
/** For each of sotto's settings the rule, or null where the server cannot do it. */
export type Rules = { readonly [Name in keyof Sampling]-?: Rule | null };

const none: Rules = {
  temperature: 'temperature',
  top_k: null,
  top_p: 'top_p',
  min_p: null,
  typical_p: null,
  top_n_sigma: null,
  xtc_probability: null,
  xtc_threshold: null,
  dry_multiplier: null,
  dry_base: null,
  dry_allowed_length: null,
  dry_penalty_range: null,
  dry_sequence_breakers: null,
  repetition_penalty: null,
  repetition_range: null,
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  mirostat: null,
  mirostat_tau: null,
  mirostat_eta: null,
  dynatemp_range: null,
  dynatemp_exponent: null,
  grammar: null,
  json_schema: null,
  banned_strings: null,
  logit_bias: null,
};

const basic = { top_k: 'top_k', min_p: 'min_p', repetition_penalty: 'repetition_penalty' };
const xtc = { xtc_probability: 'xtc_probability', xtc_threshold: 'xtc_threshold' };
const dry = {
  dry_multiplier: 'dry_multiplier',
  dry_base: 'dry_base',
  dry_allowed_length: 'dry_allowed_length',
  dry_sequence_breakers: 'dry_sequence_breakers',
};
const grammars = { grammar: 'grammar', json_schema: 'json_schema' };
const mirostat = { mirostat: 'mirostat', mirostat_tau: 'mirostat_tau', mirostat_eta: 'mirostat_eta' };
const mirostatMode = { ...mirostat, mirostat: 'mirostat_mode' };
const dynatemp = { dynatemp_range: 'dynatemp_range', dynatemp_exponent: 'dynatemp_exponent' };

/** Below 0 means "the whole context" elsewhere, and 400 at newer llama.cpp, whose default is as good. */
const unlessNegative =
  (name: string) =>
  (value: number): Fields =>
    value < 0 ? {} : { [name]: value };

const lowAndHigh =
  (low: string, high: string, more: Fields = {}) =>
  (range: number, { temperature = 1 }: Sampling): Fields =>
    range > 0 ? { ...more, [low]: Math.max(0, temperature - range), [high]: temperature + range } : {};

const asPairs = (bias: Readonly<Record<string, number>>): Fields => ({
  logit_bias: Object.entries(bias).map(([token, value]) => [Number(token), value]),
});

const openai: Rules = { ...none, logit_bias: 'logit_bias' };

const vllm: Rules = {
  ...openai,
  ...basic,
  top_k: (value: number) => ({ top_k: value > 0 ? value : -1 }),
  grammar: (grammar: string) => ({ structured_outputs: { grammar } }),
  json_schema: (json: Fields) => ({ structured_outputs: { json } }),
  banned_strings: 'bad_words',
};

/** What each dialect makes of sotto's settings. */
export const samplerRules: Readonly<Record<Dialect, Rules>> = {
  llamacpp: {
    ...none,
    ...basic,
    ...xtc,
    ...dry,
    ...mirostat,
    ...dynatemp,
    typical_p: 'typical_p',
    top_n_sigma: 'top_n_sigma',
    dry_penalty_range: unlessNegative('dry_penalty_last_n'),
    repetition_penalty: 'repeat_penalty',
    repetition_range: unlessNegative('repeat_last_n'),
    ...grammars,
    logit_bias: asPairs,
  },
  gguf: {
    ...none,
    ...basic,
    ...xtc,
    ...dry,
    dry_penalty_range: 'dry_penalty_range',
    repetition_range: 'repetition_range',
    ...grammars,
    logit_bias: 'logit_bias',
  },
  koboldcpp: {
    ...openai,
    ...basic,
    ...xtc,
    ...dry,
    ...mirostat,
    ...dynatemp,
    typical_p: 'typical',
    top_n_sigma: 'nsigma',
    dry_penalty_range: 'dry_penalty_last_n',
    repetition_penalty: 'rep_pen',
    repetition_range: 'rep_pen_range',
    frequency_penalty: null,
    grammar: 'grammar',
    banned_strings: 'banned_strings',
  },
  ollama: {
    ...none,
    ...basic,
    typical_p: 'typical_p',
    repetition_penalty: 'repeat_penalty',
    repetition_range: 'repeat_last_n',
    json_schema: 'format',
  },
  vllm,
  aphrodite: {
    ...vllm,
    ...xtc,
    ...dry,
    ...mirostatMode,
    typical_p: 'typical_p',
    top_n_sigma: 'nsigma',
    dry_penalty_range: 'dry_range',
    dynatemp_range: lowAndHigh('dynatemp_min', 'dynatemp_max'),
    dynatemp_exponent: 'dynatemp_exponent',
  },
  tabbyapi: {
    ...openai,
    ...basic,
    ...xtc,
    ...dry,
    ...mirostatMode,
    typical_p: 'typical',
    dry_penalty_range: 'dry_range',
    repetition_range: 'penalty_range',
    dynatemp_range: lowAndHigh('min_temp', 'max_temp'),
    dynatemp_exponent: 'temp_exponent',
    grammar: 'grammar_string',
    json_schema: 'json_schema',
    banned_strings: 'banned_strings',
  },
  textgen: {
    ...openai,
    ...basic,
    ...xtc,
    ...dry,
    ...mirostatMode,
    typical_p: 'typical_p',
    top_n_sigma: 'top_n_sigma',
    dry_sequence_breakers: (list: readonly string[]) => ({ dry_sequence_breakers: JSON.stringify(list) }),
    repetition_range: 'repetition_penalty_range',
    dynatemp_range: lowAndHigh('dynatemp_low', 'dynatemp_high', { dynamic_temperature: true }),
    dynatemp_exponent: 'dynatemp_exponent',
    grammar: 'grammar_string',
  },
  lmstudio: { ...openai, ...basic, repetition_penalty: 'repeat_penalty' },
  openrouter: {
    ...openai,
    ...basic,
    json_schema: (schema: Fields) => ({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    }),
  },
  featherless: { ...none, ...basic },
  deepseek: none,
  openai,
};

/** Every dialect there is. */
export const dialects = Object.keys(samplerRules) as readonly Dialect[];
