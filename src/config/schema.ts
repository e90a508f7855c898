import * as z from 'zod/mini';
import {
  flag,
  line,
  lineOrEmpty,
  mark,
  moment,
  number,
  oneOf,
  optional,
  or,
  seconds,
  serverAddress,
  text,
  texts,
  tokens,
  told,
  variableName,
  whole,
} from './kinds.ts';
import { type KeyAction, type KeyActionName, keyActions, keyForm } from './screen-keys.ts';

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

const server = {
  kind: or(oneOf(...backendKinds), 'auto'),
  url: or(serverAddress, ''),
  model: or(text, ''),
  api_key_env: or(variableName, ''),
};
const classifier = z.strictObject({
  enabled: or(flag, false),
  ...server,
  fallbacks: or(texts, []),
  hard: or(tokens(256), 4096),
  timeout: or(moment, 10),
  patience: or(moment, 2),
});

const backend = z.strictObject({
  ...server,
  first_token_timeout: or(seconds, 300),
  silence_timeout: or(seconds, 60),
  loading_timeout: or(seconds, 120),
  warm_up: or(flag, true),
  models_folder: or(text, ''),
  keep_alive: or(number(0, 86_400), 600),
  budget: or(number(0, 1_000_000), 0),
  classifier,
});

/** The shape of `[sampling]` and of a preset of samplers. */
export const samplingSchema = z.strictObject({
  temperature: or(number(0, 10), 0.8),
  top_k: or(whole(0, 100_000), 40),
  top_p: or(number(0, 1), 0.95),
  min_p: or(number(0, 1), 0.05),
  typical_p: optional(number(0, 1)),
  top_n_sigma: optional(number(-1, 100)),
  xtc_probability: optional(number(0, 1)),
  xtc_threshold: optional(number(0, 1)),
  dry_multiplier: optional(number(0, 100)),
  dry_base: optional(number(0, 100)),
  dry_allowed_length: optional(whole(0, 10_000)),
  dry_penalty_range: optional(whole(-1, 10_000_000)),
  dry_sequence_breakers: optional(texts),
  repetition_penalty: or(number(0, 10), 1),
  repetition_range: optional(whole(-1, 10_000_000)),
  presence_penalty: optional(number(-10, 10)),
  frequency_penalty: optional(number(-10, 10)),
  mirostat: optional(told(z.literal([0, 1, 2]), '0, 1 or 2')),
  mirostat_tau: optional(number(0, 100)),
  mirostat_eta: optional(number(0, 100)),
  dynatemp_range: optional(number(0, 10)),
  dynatemp_exponent: optional(number(0, 100)),
  grammar: optional(text),
  json_schema: optional(
    told(z.record(z.string(), z.unknown()), 'a JSON schema as a table, such as { type = "object" }'),
  ),
  banned_strings: optional(texts),
  logit_bias: optional(
    told(
      z.record(z.string().check(z.regex(/^\d+$/)), number(-1000, 1000)),
      'a table of token ids and the bias of each, such as { 123 = -5.0 }',
    ),
  ),
  seed: or(whole(0, 0x7fff_ffff), 0),
});

const statusRows = told(
  z.array(z.enum(['persona', 'time', 'idle', 'model'])),
  'a list with any of persona, time, idle and model, such as ["time"]',
);
const prompt = z.strictObject({
  context: or(tokens(0), 0),
  context_limit: or(tokens(0), 0),
  hard: or(tokens(256), 8192),
  soft: or(tokens(128), 6144),
  told: or(number(0.01, 0.5), 0.15),
  max_tokens: or(tokens(1), 300),
  stop: or(texts, []),
  template: or(line, 'plain'),
  context_template: or(lineOrEmpty, ''),
  shape: or(oneOf('plain', 'lmml'), 'plain'),
  chat_start: or(lineOrEmpty, 'auto'),
  live: or(
    told(
      z.union([z.enum(['before_history', 'before_user', 'after_user']), whole(0, 1000)]),
      'before_history, before_user, after_user or a whole number from 0 to 1000',
    ),
    'before_user',
  ),
  layout: or(oneOf('cache', 'classic'), 'cache'),
  status: or(statusRows, []),
  status_shape: or(oneOf('auto', 'sentence', 'element'), 'auto'),
});

const programs = told(
  z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/)),
    z.strictObject({
      command: line,
      args: or(z.array(z.string()), []),
      env: or(z.array(z.string().check(z.regex(/^[A-Za-z_]\w*$/))), []),
      allow: or(texts, []),
    }),
  ),
  'a table of programs by name (a to z, 0 to 9 and -), each with command, and lists args, env (names of variables) and allow, such as { files = { command = "npx", args = ["…"], allow = ["read_file"] } }',
);
const tools = z.strictObject({
  offer: or(texts, []),
  web: or(flag, false),
  search_url: or(serverAddress, ''),
  calls: or(whole(0, 100), 4),
  depth: or(whole(0, 10), 2),
  seconds: or(moment, 20),
  mcp: or(programs, {}),
});

const keyList = told(
  z.array(z.string().check(z.regex(keyForm))),
  'a list of keys, such as ["ctrl+j", "f2"]; [] for no key',
);
const keysOf = ([name, { keys }]: [string, KeyAction]) => [name, or(keyList, [...keys])];
const keysSchema = z.strictObject(
  Object.fromEntries(Object.entries(keyActions).map(keysOf)) as Record<
    KeyActionName,
    z.ZodMiniDefault<typeof keyList>
  >,
);

/**
 * The shape of sotto's settings, key for key as in `config.toml`, with the default of every key.
 * Times are seconds unless the key's name says otherwise; an absent sampler is left to the server.
 */
export const configSchema = z.strictObject({
  CharSpecificContextEnabled: or(flag, true),
  CharSpecificContextTag: or(line, '__known_to_chars__'),
  CharSpecificContextTagEnd: or(line, '__'),
  AutoTurn: or(flag, false),
  UserRole: or(lineOrEmpty, ''),
  WriteNextMsgAs: or(lineOrEmpty, ''),
  WriteNextMsgAsCompletionAgent: or(lineOrEmpty, ''),
  backend,
  cache: z.strictObject({ keep: or(flag, false) }),
  sampling: samplingSchema,
  prompt,
  privacy: z.strictObject({
    hint: or(oneOf('count', 'names', 'none'), 'count'),
    untagged_reply: or(oneOf('inherit', 'public'), 'inherit'),
    style: or(oneOf('tag', 'head'), 'tag'),
    reveal: or(oneOf('stream', 'strict'), 'stream'),
    drawer: or(oneOf('veiled', 'all', 'own'), 'veiled'),
  }),
  ooc: z.strictObject({ open: or(mark, '(('), close: or(mark, '))'), word: or(mark, 'ooc') }),
  auto_turn: z.strictObject({ max_hops: or(whole(0, 1000), 6), delay: or(number(0, 86_400), 5) }),
  cast: z.strictObject({ max: or(whole(1, 1000), 8), pins: or(whole(0, 1000), 8) }),
  scenes: z.strictObject({ close: or(oneOf('auto', 'ask', 'manual'), 'auto'), last: or(whole(0, 100), 3) }),
  memory: z.strictObject({
    scope: or(oneOf('all', 'chat', 'off'), 'all'),
    most: or(whole(0, 10), 5),
    per_chat: or(whole(0, 10), 2),
    each: or(tokens(0), 100),
    shape: or(oneOf('auto', 'plain', 'lmml'), 'auto'),
    embed: z.strictObject({ enabled: or(flag, false), ...server }),
  }),
  tools,
  world: z.strictObject({ state_pass: or(oneOf('auto', 'on', 'off'), 'auto') }),
  lore: z.strictObject({
    scan_depth: or(whole(0, 1_000_000), 4),
    names: or(flag, true),
    placement: or(oneOf('cache', 'exact'), 'cache'),
    budget: or(tokens(0), 0),
    min_activations: or(whole(0, 1000), 0),
    max_rounds: or(whole(0, 1000), 0),
    recursive: or(flag, true),
    case_sensitive: or(flag, false),
    whole_words: or(flag, false),
  }),
  snapshots: z.strictObject({
    every_events: or(whole(1, 1_000_000), 100),
    every_minutes: or(number(0.1, 525_600), 30),
    keep: or(whole(1, 1000), 5),
    pre_rewind_days: or(number(0, 36_500), 14),
    daily_backup: or(flag, true),
  }),
  keys: keysSchema,
  theme: z.strictObject({ name: or(line, 'auto') }),
  screen: z.strictObject({
    mode: or(oneOf('full', 'inline', 'plain'), 'full'),
    mouse: or(flag, true),
    vim: or(flag, false),
    notify: or(oneOf('off', 'bell', 'desktop'), 'off'),
    motion: or(flag, true),
  }),
  user: z.strictObject({ name: or(line, 'You') }),
});

/** All settings, complete and valid. */
export type Config = z.output<typeof configSchema>;
