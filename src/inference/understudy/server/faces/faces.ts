import type { Dialect } from '../../../sampling/sampler-rules.ts';
import type { Face } from './face.ts';
import { koboldCppFace } from './koboldcpp.ts';
import { llamaCppFace } from './llamacpp.ts';
import { ollamaFace } from './ollama.ts';
import { openAiFace } from './openai.ts';

/** The face of a server that speaks this dialect. */
export const faceOf = (dialect: Dialect): Face => {
  if (dialect === 'llamacpp') return llamaCppFace;
  if (dialect === 'koboldcpp') return koboldCppFace;
  return dialect === 'ollama' ? ollamaFace : openAiFace(dialect);
};
