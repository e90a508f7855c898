import { SottoError } from '../../domain/errors.ts';
import type { Speaker } from '../dialects/openai-body.ts';
import { traitsOf } from '../dialects/traits.ts';
import type { Server } from '../transport/http.ts';
import { countEach, countInBatches, countOne } from './tokenize.ts';

/** The number of tokens of each text by the server's own tokenizer. Rejects with SottoError, `no_tokenizer` where it has none. */
export const countTokensAt = async (
  server: Server,
  { dialect, model }: Speaker,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[]> => {
  if (dialect === 'llamacpp') return countInBatches(server, texts, signal);
  const { name, tokenize } = traitsOf[dialect];
  if (tokenize) return countEach(texts, (text) => countOne(server, tokenize(text, model), signal));
  throw new SottoError(
    'server',
    'no_tokenizer',
    `${name} has no tokenizer to ask; tokens are estimated, so leave some room under [prompt]`,
  );
};
