import * as z from 'zod/mini';
import {
  flag,
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

/** Where a server is: of the one that is meant, as its settings are called. */
export const serverOf = (whose = '') => ({
  kind: or(
    oneOf(...backendKinds),
    'auto',
    `${whose}server`,
    'Which kind of server is used; auto takes the first that answers on this machine.',
  ),
  url: or(serverAddress, '', `${whose}address`, 'Where the server is; empty for the usual place.'),
  model: or(text, '', `${whose}model`, 'The model: a file, a name, or what the server calls it.'),
  api_key_env: or(
    variableName,
    '',
    `${whose}key`,
    'The name of the environment variable that holds the key, never the key itself.',
  ),
});

const classifier = z.strictObject({
  enabled: or(
    flag,
    false,
    'small model',
    'Whether a second, small model answers short questions about the chat.',
  ),
  ...serverOf('small model: '),
  fallbacks: or(texts, [], 'small model: others', 'Models of the same server to try when the first fails.'),
  hard: or(tokens(256), 4096, 'small model: question', 'The most tokens that a question may have.'),
  timeout: or(moment, 10, 'small model: time', 'Seconds that it may take to answer.'),
  patience: or(
    moment,
    2,
    'small model: patience',
    'Seconds that a reply waits for an answer before it goes on without one.',
  ),
});

/** The shape of `[backend]`. */
export const backend = z.strictObject({
  ...serverOf(),
  first_token_timeout: or(seconds, 300, 'wait: first word', 'Seconds to wait until a reply begins.'),
  silence_timeout: or(seconds, 60, 'wait: next word', 'Seconds to wait when a reply falls silent.'),
  loading_timeout: or(
    seconds,
    120,
    'wait: loading',
    'Seconds to wait for a server that is loading its model.',
  ),
  warm_up: or(
    flag,
    true,
    'read ahead',
    'Whether the server may read prompts while you type; never done where tokens cost money.',
  ),
  models_folder: or(
    text,
    '',
    'directory of models',
    'Where model files are kept and fetched to; empty for `models` in the data directory.',
  ),
  keep_alive: or(
    number(0, 86_400),
    600,
    'keep the server',
    'Seconds that a server started by sotto keeps running when nobody uses it.',
  ),
  budget: or(
    number(0, 1_000_000),
    0,
    'spending limit',
    'The most that replies may cost while sotto runs; 0 for no limit.',
  ),
  classifier,
});

/** The shape of `[cache]`. */
export const cache = z.strictObject({
  keep: or(
    flag,
    false,
    'keep what was read',
    'Whether a llama-server keeps what it has read in files, so that the next start is quick.',
  ),
});

const dry = {
  dry_multiplier: optional(
    number(0, 100),
    'dry: strength',
    'How strongly phrases written before are avoided; 0 is off.',
  ),
  dry_base: optional(number(0, 100), 'dry: growth', 'How much more strongly longer phrases are avoided.'),
  dry_allowed_length: optional(
    whole(0, 10_000),
    'dry: allowed length',
    'Phrases of up to so many tokens may be repeated.',
  ),
  dry_penalty_range: optional(
    whole(-1, 10_000_000),
    'dry: range',
    'How many tokens back phrases are looked for.',
  ),
  dry_sequence_breakers: optional(texts, 'dry: breaks', 'Signs at which a phrase ends.'),
};

const mirostat = {
  mirostat: optional(
    told(z.literal([0, 1, 2]), '0, 1 or 2'),
    'mirostat',
    'Whether the surprise in a text is kept steady: 0 is off, 1 and 2 are two methods.',
  ),
  mirostat_tau: optional(number(0, 100), 'mirostat: surprise', 'How much surprise mirostat aims at.'),
  mirostat_eta: optional(number(0, 100), 'mirostat: speed', 'How fast mirostat corrects itself.'),
};

/** The shape of `[sampling]` and of a preset of samplers. */
export const samplingSchema = z.strictObject({
  temperature: or(
    number(0, 10),
    0.8,
    'temperature',
    'How freely words are chosen: a low value is steady, a high one wild.',
  ),
  top_k: or(whole(0, 100_000), 40, 'top k', 'Words are chosen from so many of the likeliest.'),
  top_p: or(
    number(0, 1),
    0.95,
    'top p',
    'Words are chosen from the likeliest that together make up this share.',
  ),
  min_p: or(
    number(0, 1),
    0.05,
    'min p',
    'Words less likely than this share of the likeliest one are left out.',
  ),
  typical_p: optional(
    number(0, 1),
    'typical p',
    'Words are chosen from those that are about as likely as usual.',
  ),
  top_n_sigma: optional(
    number(-1, 100),
    'top n sigma',
    'Words so many deviations below the likeliest are left out.',
  ),
  xtc_probability: optional(number(0, 1), 'xtc: how often', 'How often the likeliest words are left out.'),
  xtc_threshold: optional(
    number(0, 1),
    'xtc: threshold',
    'How likely a word must be to be left out in this way.',
  ),
  ...dry,
  repetition_penalty: or(
    number(0, 10),
    1,
    'repetition: penalty',
    'How strongly words written before are avoided; 1 is off.',
  ),
  repetition_range: optional(
    whole(-1, 10_000_000),
    'repetition: range',
    'How many tokens back words are looked for.',
  ),
  presence_penalty: optional(
    number(-10, 10),
    'presence: penalty',
    'How much less likely a word becomes once it was written.',
  ),
  frequency_penalty: optional(
    number(-10, 10),
    'frequency: penalty',
    'How much less likely a word becomes each time it is written.',
  ),
  ...mirostat,
  dynatemp_range: optional(
    number(0, 10),
    'temperature: range',
    'How far the temperature may move to either side; 0 is off.',
  ),
  dynatemp_exponent: optional(
    number(0, 100),
    'temperature: curve',
    'How the temperature moves in its range.',
  ),
  grammar: optional(text, 'grammar', 'The form that a reply must have, as a GBNF grammar.'),
  json_schema: optional(
    told(z.record(z.string(), z.unknown()), 'a JSON schema as a table, such as { type = "object" }'),
    'JSON schema',
    'The form that a reply must have, as a JSON schema.',
  ),
  banned_strings: optional(texts, 'banned phrases', 'Phrases that must not be written.'),
  logit_bias: optional(
    told(
      z.record(z.string().check(z.regex(/^\d+$/)), number(-1000, 1000)),
      'a table of token ids and the bias of each, such as { 123 = -5.0 }',
    ),
    'token biases',
    'How much likelier or less likely tokens are, by their ids.',
  ),
  seed: or(
    whole(0, 0x7fff_ffff),
    0,
    'seed',
    '0 draws a new one for each reply; any other makes the first version of a reply reproducible.',
  ),
});
