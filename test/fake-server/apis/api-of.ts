import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import type { Api } from './api.ts';
import { koboldCppApi } from './koboldcpp.ts';
import { llamaCppApi } from './llamacpp.ts';
import { ollamaApi } from './ollama.ts';
import { openAiApi } from './openai.ts';

/** The API of a server of this dialect. */
export const apiOf = (dialect: Dialect): Api => {
  if (dialect === 'llamacpp') return llamaCppApi;
  if (dialect === 'koboldcpp') return koboldCppApi;
  return dialect === 'ollama' ? ollamaApi : openAiApi(dialect);
};
