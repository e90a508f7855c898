import type { Backend } from '../../src/inference/backend.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { smallSeed } from '../../src/inference/sampling/samplers.ts';
import { createKoboldCpp } from '../../src/inference/servers/koboldcpp.ts';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { createOllama } from '../../src/inference/servers/ollama.ts';
import { createOpenAi, type OpenAiOptions } from '../../src/inference/servers/openai.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { ask, hear, patience } from './replies.ts';

/** A server to be spoken with, and over which of its endpoints. */
export interface Endpoint {
  readonly dialect: Dialect;
  readonly chat?: boolean;
}

export const completions: readonly Dialect[] = [
  'vllm',
  'aphrodite',
  'tabbyapi',
  'textgen',
  'lmstudio',
  'openrouter',
  'featherless',
  'deepseek',
  'openai',
];

/** Every server besides llama.cpp's, as a row of a table: title, endpoint. */
export const endpoints: readonly [string, Endpoint][] = [
  ['koboldcpp', { dialect: 'koboldcpp' }],
  ['ollama', { dialect: 'ollama' }],
  ...completions.map((dialect): [string, Endpoint] => [dialect, { dialect }]),
  ['openai-chat', { dialect: 'openai', chat: true }],
  ['openai-chat at vllm', { dialect: 'vllm', chat: true }],
];

/** The client of this endpoint; servers of OpenAI's API are told apart by `dialect`, not by a probe. */
export const clientOf = (
  { dialect, chat = false }: Endpoint,
  url: string,
  client: Partial<OpenAiOptions> = {},
): Backend => {
  const options = { ...patience, url, ...client };
  if (dialect === 'llamacpp') return createLlamaCpp(options);
  if (dialect === 'koboldcpp') return createKoboldCpp(options);
  if (dialect === 'ollama') return createOllama(options);
  return createOpenAi({ model: 'understudy', dialect, chat, ...options });
};

/** Runs `work` with a client of a fake server with this endpoint, and closes it. */
export const withEndpoint = async <T>(
  endpoint: Endpoint,
  serve: FakeServerOptions,
  work: (backend: Backend, url: string) => Promise<T>,
  client: Partial<OpenAiOptions> = {},
): Promise<T> => {
  const server = await startFakeServer({ ...serve, dialect: endpoint.dialect });
  try {
    return await work(clientOf(endpoint, server.url, client), server.url);
  } finally {
    await server.close();
  }
};

/** What the understudy says to `ask()` over this endpoint. */
export const spokenOver = async ({ dialect }: Endpoint): Promise<string> => {
  const seed = dialect === 'deepseek' ? 0 : dialect === 'llamacpp' ? ask().seed : smallSeed(ask().seed);
  return (await hear(createUnderstudy(), ask({ seed }))).end.text;
};
