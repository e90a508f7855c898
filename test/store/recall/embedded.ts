import type { Store } from '../../../src/store/store.ts';
import { bagOf, type EmbeddingOptions } from '../../fake-server/embeddings.ts';

/** The vector of a text as the fake server has it. */
export const vectorOf = (text: string, options: EmbeddingOptions = {}): Float32Array =>
  Float32Array.from(bagOf(text, options));

/** Embeds all that is pending as the fake server does, a few at a time; the texts that were. */
export function embedAll({ vectors }: Store, options: EmbeddingOptions = {}): string[] {
  const { model: name = 'bag', dimension = 64 } = options;
  const texts: string[] = [];
  for (let next = vectors.pending(name, 7); next.length > 0; next = vectors.pending(name, 7)) {
    const made = next.map(({ seq, text }) => ({ seq, vector: vectorOf(text, options) }));
    vectors.keep({ name, dimension }, made, true);
    texts.push(...next.map(({ text }) => text));
  }
  return texts;
}
