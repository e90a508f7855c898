import * as z from 'zod/mini';
import { tool } from '../tool.ts';
import { randomWords } from './random-words.ts';

const few = 80;
const many = 150;

/** Words that nobody chose, against sameness (HC-25): 100 to 200 tokens. */
export const textEntropy = tool({
  name: 'entropy',
  alias: 'GetTextEntropy',
  description: 'Get unrelated random words to take an unexpected turn from, where the story repeats itself.',
  parameters: z.object({}),
  run(_, { random }) {
    const count = few + Math.floor(random() * (many - few));
    const words = Array.from({ length: count }, () => randomWords[Math.floor(random() * randomWords.length)]);
    return { result: words.join(' ') };
  },
});
