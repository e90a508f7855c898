import type { BackendFailure } from '../backend.ts';

const contextSize =
  /(?:context|sequence|model)[ _](?:length|len|window|size)\D{0,12}(\d+)|max_(?:seq|model)_len\D{0,6}(\d+)/i;
const promptTokens = [
  /(\d+) in (?:the|your) (?:messages|prompt|input)/i,
  /(?:passed|sent) (\d+)/i,
  /(?:prompt|input) ?\(?length\D{0,6}(\d+)/i,
  /(?:requested|has|of) (\d+) tokens|\((\d+) tokens\) exceed/i,
];

const numberIn = (text: string, pattern: RegExp): number => {
  const [, ...groups] = pattern.exec(text) ?? [];
  return Number(groups.find((group) => group !== undefined) ?? 0);
};

/** How large prompt and context are in the words of a server's complaint; undefined when it does not say both. */
export const sizesIn = (text: string): BackendFailure['sizes'] => {
  const size = numberIn(text, contextSize);
  const tokens = promptTokens.map((pattern) => numberIn(text, pattern)).find((found) => found > 0);
  return size > 0 && tokens ? { promptTokens: tokens, contextSize: size } : undefined;
};
