import type { Backend } from '../../src/inference/backend.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { smallSeed } from '../../src/inference/sampling/samplers.ts';
import { createKoboldCpp } from '../../src/inference/servers/koboldcpp.ts';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { createOllama } from '../../src/inference/servers/ollama.ts';
import { createOpenAi, type OpenAiOptions } from '../../src/inference/servers/openai.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { type ServeOptions, serveUnderstudy } from '../../src/inference/understudy/server/server.ts';
import { ask, hear, patience } from './replies.ts';

/** A server to be spoken with, and over which of its endpoints. */
export interface Face {
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

/** Every server besides llama.cpp's own endpoint, as a row of a table: title, face. */
export const faces: readonly [string, Face][] = [
  ['koboldcpp', { dialect: 'koboldcpp' }],
  ['ollama', { dialect: 'ollama' }],
  ...completions.map((dialect): [string, Face] => [dialect, { dialect }]),
  ['openai-chat', { dialect: 'openai', chat: true }],
  ['openai-chat at vllm', { dialect: 'vllm', chat: true }],
];

/** The client of this face; servers of OpenAI's API are told apart by `dialect`, not by a probe. */
export const clientOf = (
  { dialect, chat = false }: Face,
  url: string,
  client: Partial<OpenAiOptions> = {},
): Backend => {
  const options = { ...patience, url, ...client };
  if (dialect === 'llamacpp') return createLlamaCpp(options);
  if (dialect === 'koboldcpp') return createKoboldCpp(options);
  if (dialect === 'ollama') return createOllama(options);
  return createOpenAi({ model: 'understudy', dialect, chat, ...options });
};

/** Runs `work` with a client of an understudy that wears this face, and closes it. */
export const withFace = async <T>(
  face: Face,
  serve: ServeOptions,
  work: (backend: Backend, url: string) => Promise<T>,
  client: Partial<OpenAiOptions> = {},
): Promise<T> => {
  const server = await serveUnderstudy({ ...serve, dialect: face.dialect });
  try {
    return await work(clientOf(face, server.url, client), server.url);
  } finally {
    await server.close();
  }
};

/** What the understudy says to `ask()` over this face. */
export const spokenOver = async ({ dialect }: Face): Promise<string> => {
  const seed = dialect === 'deepseek' ? 0 : dialect === 'llamacpp' ? ask().seed : smallSeed(ask().seed);
  return (await hear(createUnderstudy(), ask({ seed }))).end.text;
};
