import type { Embedded } from '../../inference/backend.ts';

/** What makes vectors of texts, by what they mean. */
export interface Embedder {
  /** The name that a person gave to its model; empty where the server says which it is. */
  readonly model: string;
  /** Milliseconds that a reply waits for the vectors of what was just said. */
  readonly patience: number;
  /** Rejects with SottoError. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedded>;
}
