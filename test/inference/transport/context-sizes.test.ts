import { expect, test } from 'vitest';
import { sizesIn } from '../../../src/inference/transport/context-sizes.ts';

test.each([
  [
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4744 in the messages, 256 in the completion). Please reduce the length.",
    [4744, 4096],
  ],
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens. Please reduce it.",
    [9000, 8192],
  ],
  ["This model's maximum context length is 8192 tokens, but you sent 9000", [9000, 8192]],
  ['The decoder prompt (length 9000) is longer than the maximum model length of 8192.', [9000, 8192]],
  [
    "You passed 8193 input tokens and requested 1 output tokens. However, the model's context length is only 8192 tokens.",
    [8193, 8192],
  ],
  ['Prompt length 9000 is greater than max_seq_len 8192', [9000, 8192]],
  ["Input length (9000) exceeds model's maximum context length (8192).", [9000, 8192]],
  ['request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it', [9000, 8192]],
  ['the input length exceeds the context length', null],
  ['maximum context length is 4096', null],
  ['', null],
])('%s', (text, sizes) => {
  const [promptTokens, contextSize] = sizes ?? [];
  expect(sizesIn(text)).toEqual(sizes ? { promptTokens, contextSize } : undefined);
});
