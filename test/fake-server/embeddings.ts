import { soughtWords } from '../../src/memory/question.ts';
import { stemOf } from '../../src/memory/stem.ts';
import type { Api, Fields, HttpResponse } from './apis/api.ts';
import { jsonResponse } from './apis/api.ts';

/** How texts are embedded. A test may change it while the server runs. */
export interface EmbeddingOptions {
  /** Default 64. */
  dimension?: number;
  /** What the model is called in the answers. Default `bag`. */
  model?: string;
  /** Words that mean the same as another word. */
  readonly means?: Readonly<Record<string, string>>;
  /** What goes wrong: all is refused, texts that hold this word are, no answer comes, or the last vector is of another dimension. */
  fault?: 'refuse' | 'hang' | 'uneven' | { readonly refuses: string };
  /** Hears what is to be embedded. */
  readonly heard?: (texts: readonly string[]) => void;
}

function numberFor(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The vector of a text: each of its stems, or what it means, has a direction of its own. */
export function bagOf(text: string, { dimension = 64, means = {} }: EmbeddingOptions): number[] {
  const vector: number[] = Array.from({ length: dimension }, (_, at) => (at === 0 ? 0.01 : 0));
  for (const word of soughtWords(text)) {
    let hash = numberFor(stemOf(means[word] ?? word)) || 1;
    for (let at = 0; at < dimension; at += 1) {
      hash ^= hash << 13;
      hash ^= hash >>> 17;
      hash ^= hash << 5;
      vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? 1 : -1);
    }
  }
  return vector;
}

const pathOf = (api: Api): string =>
  api.contentType === 'application/x-ndjson' ? '/api/embed' : '/v1/embeddings';

/** Answers a request for embeddings; null for any other. Never resolves where it hangs. */
export async function embeddingsFor(
  api: Api,
  options: EmbeddingOptions | undefined,
  { path, fields }: { readonly path: string; readonly fields: Fields },
): Promise<HttpResponse | null> {
  if (path !== pathOf(api)) return null;
  if (!options) return api.refuse(501, 'not_supported_error', 'This server does not support embeddings.');
  if (fields.input === undefined)
    return api.refuse(400, 'invalid_request_error', '"input" or "content" must be provided');
  const texts: string[] = [fields.input].flat().map(String);
  options.heard?.(texts);
  const { fault, dimension = 64 } = options;
  if (fault === 'hang') return new Promise(() => {});
  const isTooMuch = typeof fault === 'object' && texts.some((text) => text.includes(fault.refuses));
  if (fault === 'refuse' || isTooMuch)
    return api.refuse(500, 'server_error', 'input is too large to process');
  const vectors = texts.map((text, at) => {
    const isUneven = fault === 'uneven' && at === texts.length - 1;
    return bagOf(text, { ...options, dimension: isUneven ? dimension + 1 : dimension });
  });
  const model = options.model ?? 'bag';
  if (path === '/api/embed') return jsonResponse(200, { model, embeddings: vectors });
  const data = vectors.map((embedding, index) => ({ object: 'embedding', embedding, index }));
  return jsonResponse(200, { object: 'list', model, data: data.reverse() });
}
