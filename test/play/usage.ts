import type { Usage } from '../../src/inference/backend.ts';

/** What a reply cost that no server counted. */
export const usage: Usage = {
  promptTokens: 1,
  reusedTokens: 0,
  generatedTokens: 1,
  firstTokenMs: 0,
  totalMs: 0,
  model: '',
};
