import * as z from 'zod/mini';
import { tool } from '../tool.ts';
import { randomWords } from './random-words.ts';

const few = 100;
const many = 200;
const tokensOfWord = 1.5;

/** Words that nobody chose, against sameness (HC-25): 100 to 200 tokens. */
export const textEntropy = tool({
  name: 'entropy',
  alias: 'GetTextEntropy',
  description: 'Get unrelated random words to take an unexpected turn from, where the story repeats itself.',
  parameters: z.object({
    minTokens: z.optional(z.int().check(z.gte(1), z.lte(many))).check(z.describe('default 100')),
    maxTokens: z.optional(z.int().check(z.gte(1), z.lte(many))).check(z.describe('default 200')),
  }),
  run({ minTokens: least = few, maxTokens: most = many }, { random }) {
    const tokens = least + Math.floor(random() * Math.max(0, most - least));
    const count = Math.ceil(tokens / tokensOfWord);
    const words = Array.from({ length: count }, () => randomWords[Math.floor(random() * randomWords.length)]);
    return { result: words.join(' ') };
  },
});
