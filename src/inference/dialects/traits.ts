import type { Dialect } from '../sampling/sampler-rules.ts';

/** What a server's tokenizer is asked. */
export interface TokenCall {
  readonly path: string;
  readonly body: object;
}

/** How servers differ besides their samplers; paths and limits are those of OpenAI's API. */
export interface Traits {
  /** As messages name it. */
  readonly name: string;
  /** Path of raw-prompt completions. */
  readonly completions: string;
  /** Most stop strings that it takes. */
  readonly stops: number;
  /** Most tokens that may be asked for. */
  readonly maxTokens: number;
  /** True where replies run side by side without harm. */
  readonly isParallel: boolean;
  /** True for a service that bills what it is sent. */
  readonly isMetered: boolean;
  /** Asks its tokenizer for the tokens of a text, without the one that opens a prompt. llama.cpp is asked in batches. */
  readonly tokenize?: (text: string, model: string) => TokenCall;
}

const common = {
  completions: '/v1/completions',
  stops: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  isParallel: false,
  isMetered: false,
};
const service = { ...common, stops: 4, isParallel: true, isMetered: true };

/** What is known of each. Unknown ones are taken at OpenAI's word: four stop strings. */
export const traitsOf: Readonly<Record<Dialect, Traits>> = {
  openai: { ...service, name: 'OpenAI-compatible', isMetered: false },
  vllm: {
    ...common,
    name: 'vLLM',
    isParallel: true,
    tokenize: (prompt, model) => ({ path: '/tokenize', body: { model, prompt, add_special_tokens: false } }),
  },
  aphrodite: {
    ...common,
    name: 'Aphrodite',
    isParallel: true,
    tokenize: (prompt, model) => ({
      path: '/v1/tokenize',
      body: { model, prompt, add_special_tokens: false },
    }),
  },
  tabbyapi: {
    ...common,
    name: 'TabbyAPI',
    isParallel: true,
    tokenize: (text) => ({
      path: '/v1/token/encode',
      body: { text, add_bos_token: false, encode_special_tokens: true },
    }),
  },
  textgen: {
    ...common,
    name: 'text-generation-webui',
    tokenize: (text) => ({ path: '/v1/internal/encode', body: { text } }),
  },
  lmstudio: { ...common, name: 'LM Studio' },
  openrouter: { ...service, name: 'OpenRouter' },
  featherless: {
    ...service,
    name: 'Featherless',
    tokenize: (text, model) => ({ path: '/v1/tokenize', body: { model, text } }),
  },
  deepseek: { ...service, name: 'DeepSeek', completions: '/beta/completions', stops: 16, maxTokens: 4096 },
  llamacpp: { ...common, name: 'llama.cpp' },
  gguf: { ...common, name: 'node-llama-cpp' },
  koboldcpp: {
    ...common,
    name: 'KoboldCpp',
    tokenize: (prompt) => ({ path: '/api/extra/tokencount', body: { prompt, special: false } }),
  },
  ollama: { ...common, name: 'Ollama' },
};

const hosts: Readonly<Record<string, Dialect>> = {
  'openrouter.ai': 'openrouter',
  'api.featherless.ai': 'featherless',
  'api.deepseek.com': 'deepseek',
  'api.openai.com': 'openai',
};

/** The service that lives at this address; null for any other server, which has to be asked who it is. */
export const serviceAt = (url: string): Dialect | null => {
  const { hostname } = new URL(url);
  return Object.hasOwn(hosts, hostname) ? (hosts[hostname] ?? null) : null;
};
