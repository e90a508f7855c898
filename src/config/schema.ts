import * as z from 'zod';

const flag = z.boolean().describe('true or false');
const text = z.string().describe('a text in quotes');
const line = z
  .string()
  .regex(/^(?=.*\S)\P{Cc}+$/u)
  .describe('one line of text, not empty');
const whole = (least: number, most: number) =>
  z.int().min(least).max(most).describe(`a whole number from ${least} to ${most}`);
const number = (least: number, most: number) =>
  z.number().min(least).max(most).describe(`a number from ${least} to ${most}`);
const oneOf = <const T extends readonly string[]>(...names: T) =>
  z.enum(names).describe(`one of ${names.join(', ')}`);

const tokens = (least: number) => whole(least, 10_000_000);
const texts = z.array(z.string().min(1)).describe('a list of texts, such as ["###"]');
const seconds = number(0.1, 86_400);
const serverAddress = z
  .string()
  .refine((value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)))
  .describe('an http:// or https:// address, or empty');
const variableName = z
  .string()
  .regex(/^([A-Z_][A-Z0-9_]*)?$/)
  .describe('the NAME of an environment variable, in capitals and never the key itself, or empty');

/** The kinds of model server that `backend.kind` and `--backend` take. */
export const backendKinds = [
  'auto',
  'llamacpp',
  'koboldcpp',
  'openai',
  'openai-chat',
  'ollama',
  'gguf',
  'understudy',
] as const;

const classifier = z.strictObject({
  enabled: flag.default(false),
  kind: oneOf(...backendKinds).default('auto'),
  url: serverAddress.default(''),
  model: text.default(''),
  api_key_env: variableName.default(''),
  fallbacks: texts.default([]),
  hard: tokens(256).default(4096),
});

const backend = z.strictObject({
  kind: oneOf(...backendKinds).default('auto'),
  url: serverAddress.default(''),
  model: text.default(''),
  api_key_env: variableName.default(''),
  first_token_timeout: seconds.default(300),
  silence_timeout: seconds.default(60),
  loading_timeout: seconds.default(120),
  warm_up: flag.default(true),
  classifier,
});

/** The shape of `[sampling]` and of a preset of samplers. */
export const samplingSchema = z.strictObject({
  temperature: number(0, 10).default(0.8),
  top_k: whole(0, 100_000).default(40),
  top_p: number(0, 1).default(0.95),
  min_p: number(0, 1).default(0.05),
  typical_p: z.exactOptional(number(0, 1)),
  top_n_sigma: z.exactOptional(number(-1, 100)),
  xtc_probability: z.exactOptional(number(0, 1)),
  xtc_threshold: z.exactOptional(number(0, 1)),
  dry_multiplier: z.exactOptional(number(0, 100)),
  dry_base: z.exactOptional(number(0, 100)),
  dry_allowed_length: z.exactOptional(whole(0, 10_000)),
  dry_penalty_range: z.exactOptional(whole(-1, 10_000_000)),
  dry_sequence_breakers: z.exactOptional(texts),
  repetition_penalty: number(0, 10).default(1),
  repetition_range: z.exactOptional(whole(-1, 10_000_000)),
  presence_penalty: z.exactOptional(number(-10, 10)),
  frequency_penalty: z.exactOptional(number(-10, 10)),
  mirostat: z.exactOptional(z.literal([0, 1, 2]).describe('0, 1 or 2')),
  mirostat_tau: z.exactOptional(number(0, 100)),
  mirostat_eta: z.exactOptional(number(0, 100)),
  dynatemp_range: z.exactOptional(number(0, 10)),
  dynatemp_exponent: z.exactOptional(number(0, 100)),
  grammar: z.exactOptional(text),
  json_schema: z.exactOptional(
    z.record(z.string(), z.unknown()).describe('a JSON schema as a table, such as { type = "object" }'),
  ),
  banned_strings: z.exactOptional(texts),
  logit_bias: z.exactOptional(
    z
      .record(z.string().regex(/^\d+$/), number(-1000, 1000))
      .describe('a table of token ids and what is added to each, such as { 123 = -5.0 }'),
  ),
  seed: whole(0, 0x7fff_ffff).default(0),
});

const prompt = z.strictObject({
  context: tokens(0).default(0),
  hard: tokens(256).default(8192),
  soft: tokens(128).default(6144),
  max_tokens: tokens(1).default(300),
  stop: texts.default([]),
  template: line.default('plain'),
  context_template: z
    .string()
    .regex(/^\P{Cc}*$/u)
    .describe('one line of text, or empty')
    .default(''),
  live: z
    .union([z.enum(['before_history', 'after_user']), z.int().min(0).max(1000)])
    .describe('before_history, after_user or a whole number from 0 to 1000')
    .default(0),
  layout: oneOf('cache', 'classic').default('cache'),
  status: z
    .array(z.enum(['persona', 'time', 'idle', 'model']))
    .describe('a list of persona, time, idle and model, such as ["time"]')
    .default([]),
});

/**
 * The shape of sotto's settings, key for key as in `config.toml`, with the default of every key.
 * Times are seconds unless the key's name says otherwise; an absent sampler is left to the server.
 */
export const configSchema = z.strictObject({
  CharSpecificContextEnabled: flag.default(true),
  CharSpecificContextTag: line.default('__known_to_chars__'),
  CharSpecificContextTagEnd: line.default('__'),
  AutoTurn: flag.default(false),
  backend,
  sampling: samplingSchema,
  prompt,
  privacy: z.strictObject({
    hint: oneOf('count', 'names', 'none').default('count'),
    untagged_reply: oneOf('inherit', 'public').default('inherit'),
    style: oneOf('tag', 'head').default('tag'),
    reveal: oneOf('stream', 'strict').default('stream'),
  }),
  ooc: z.strictObject({
    open: line.default('(('),
    close: line.default('))'),
    word: line.default('ooc'),
  }),
  auto_turn: z.strictObject({ max_hops: whole(0, 1000).default(6), delay: number(0, 86_400).default(5) }),
  cast: z.strictObject({ max: whole(1, 1000).default(8) }),
  lore: z.strictObject({
    scan_depth: whole(0, 1_000_000).default(4),
    budget: tokens(0).default(0),
    min_activations: whole(0, 1000).default(0),
    max_rounds: whole(0, 1000).default(0),
    recursive: flag.default(true),
    case_sensitive: flag.default(false),
    whole_words: flag.default(false),
  }),
  snapshots: z.strictObject({
    every_events: whole(1, 1_000_000).default(100),
    every_minutes: number(0.1, 525_600).default(30),
    keep: whole(1, 1000).default(5),
    pre_rewind_days: number(0, 36_500).default(14),
  }),
  theme: z.strictObject({ name: oneOf('auto', 'dark', 'light', 'plain').default('auto') }),
  user: z.strictObject({ name: line.default('You') }),
});

/** All settings, complete and valid. */
export type Config = z.output<typeof configSchema>;

/** True for a table with keys of its own, which is a section; false for values, lists and open tables. */
type IsSection<Value> = Value extends readonly unknown[]
  ? false
  : Value extends object
    ? string extends keyof Value
      ? false
      : true
    : false;

type KeysOf<Table> = {
  [Name in Extract<keyof Table, string>]: IsSection<Table[Name]> extends true
    ? `${Name}.${KeysOf<Table[Name]>}`
    : Name;
}[Extract<keyof Table, string>];

/** Name of one setting: `AutoTurn`, or sections and key such as `backend.classifier.url`. */
export type ConfigKey = KeysOf<Required<{ [Top in keyof Config]: Required<Config[Top]> }>>;
