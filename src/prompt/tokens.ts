const bytesPerToken = 4;
const perText = 4;

/** Rough number of tokens of a text, where no tokenizer is at hand: bytes / 4 + 4 (SP-18). */
export const estimateTokens = (text: string): number =>
  Math.ceil(new TextEncoder().encode(text).length / bytesPerToken) + perText;
