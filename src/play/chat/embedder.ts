import type { Embedded } from '../../inference/backend.ts';

/** What makes vectors of texts, by what they mean. */
export interface Embedder {
  /** The name that a person gave to its model; empty where the server says which it is. */
  readonly model: string;
  /** Rejects with SottoError. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedded>;
}
