import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import { encode } from '../../../src/inference/understudy/tokens.ts';
import type { Api, Handler } from './api.ts';

const owners: Partial<Record<Dialect, string>> = {
  vllm: 'vllm',
  aphrodite: 'pygmalionai',
  tabbyapi: 'tabbyAPI',
  lmstudio: 'organization_owner',
};

const models =
  (dialect: Dialect): Handler =>
  ({ contextSize }) => ({
    object: 'list',
    data: [
      {
        id: 'understudy',
        object: 'model',
        owned_by: owners[dialect] ?? 'openai',
        ...(dialect === 'vllm' || dialect === 'aphrodite' ? { max_model_len: contextSize } : {}),
        ...(dialect === 'openrouter' ? { context_length: contextSize } : {}),
      },
    ],
  });

const tokensOf =
  (field: string): Handler =>
  (_, fields) => ({ tokens: encode(String(fields[field])) });

const own: Partial<Record<Dialect, Readonly<Record<string, Handler>>>> = {
  vllm: { 'POST /tokenize': tokensOf('prompt') },
  aphrodite: { 'POST /v1/tokenize': tokensOf('prompt') },
  featherless: { 'POST /v1/tokenize': tokensOf('text') },
  tabbyapi: {
    'GET /props': () => ({ total_slots: 1 }),
    'GET /v1/model': ({ contextSize }) => ({ id: 'understudy', parameters: { max_seq_len: contextSize } }),
    'POST /v1/token/encode': tokensOf('text'),
  },
  textgen: {
    'GET /v1/internal/model/info': () => ({ model_name: 'understudy', lora_names: [] }),
    'POST /v1/internal/encode': tokensOf('text'),
  },
  lmstudio: {
    'GET /api/v0/models': ({ contextSize }) => ({
      data: [
        { id: 'embed', type: 'embeddings', state: 'loaded', loaded_context_length: 512 },
        { id: 'other', type: 'llm', state: 'not-loaded', max_context_length: 99 },
        { id: 'understudy', type: 'llm', state: 'loaded', loaded_context_length: contextSize },
      ],
    }),
  },
};

/** What a server of OpenAI's API answers besides completions. */
export const openAiRoutes = (dialect: Dialect): Api['routes'] => ({
  'GET /v1/models': models(dialect),
  ...own[dialect],
});
