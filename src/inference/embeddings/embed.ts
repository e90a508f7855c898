import * as z from 'zod/mini';
import type { Embedded } from '../backend.ts';
import { serverError } from '../failure.ts';
import { callJson, type Server } from '../transport/http.ts';

/** The most dimensions that are taken for an embedding. */
const mostDimensions = 8192;
const timeoutMs = 60_000;

const numbers = z.array(z.number()).check(z.minLength(1), z.maxLength(mostDimensions));
const ofOpenAi = z.object({
  model: z.optional(z.string()),
  data: z.array(z.object({ embedding: numbers, index: z.optional(z.int()) })),
});
const ofOllama = z.object({ model: z.optional(z.string()), embeddings: z.array(numbers) });

/** What is embedded, by which of the server's models (empty = the one that it has), and how long anybody waits. */
interface Embedding {
  readonly texts: readonly string[];
  readonly model: string;
  readonly signal?: AbortSignal | undefined;
}

interface Answer {
  readonly model?: string | undefined;
  readonly vectors: readonly (readonly number[])[];
}

/** Embeds texts at `/v1/embeddings`, as llama.cpp and all servers of OpenAI's API have it. Rejects with SottoError, `bad_embedding` for what are no vectors. */
export async function embedAtOpenAi(server: Server, { texts, model, signal }: Embedding): Promise<Embedded> {
  const body = { input: texts, encoding_format: 'float', ...(model !== '' && { model }) };
  const found = await ask(server, { path: '/v1/embeddings', body, signal }, ofOpenAi);
  const data = found.data.every(({ index }) => index !== undefined)
    ? [...found.data].sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
    : found.data;
  const vectors = data.map(({ embedding }) => embedding);
  return embedded(server, { texts, model }, { model: found.model, vectors });
}

/** Embeds texts at Ollama's `/api/embed`, which cuts what is too long. Rejects as `embedAtOpenAi`. */
export async function embedAtOllama(server: Server, { texts, model, signal }: Embedding): Promise<Embedded> {
  const body = { model, input: texts, truncate: true };
  const { embeddings, ...found } = await ask(server, { path: '/api/embed', body, signal }, ofOllama);
  return embedded(server, { texts, model }, { ...found, vectors: embeddings });
}

async function ask<S extends z.ZodMiniType>(
  server: Server,
  { signal, ...call }: { path: string; body: object; signal: AbortSignal | undefined },
  schema: S,
): Promise<z.output<S>> {
  const answer = await callJson(server, { ...call, timeoutMs, ...(signal && { signal }) });
  const read = z.safeParse(schema, answer);
  if (read.success) return read.data;
  throw noVectors(server, `the answer of ${call.path} holds none`);
}

/** Each vector of length 1, so that their product is their likeness. */
function embedded(server: Server, { texts, model }: Embedding, answer: Answer): Embedded {
  const { vectors } = answer;
  const dimension = vectors[0]?.length ?? 0;
  if (vectors.length !== texts.length) throw noVectors(server, `${vectors.length} for ${texts.length} texts`);
  if (vectors.some(({ length }) => length !== dimension))
    throw noVectors(server, 'they are of different dimensions');
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  if (lengths.some((length) => length === 0 || !Number.isFinite(length)))
    throw noVectors(server, 'one of them says nothing');
  const unit = vectors.map((vector, at) => Float32Array.from(vector, (part) => part / (lengths[at] ?? 1)));
  return { model: model || answer.model || '', vectors: unit };
}

const noVectors = ({ url }: Server, what: string) =>
  serverError({
    code: 'bad_embedding',
    finding: `${url} gave no vectors (${what})`,
    remedy: 'start it with an embedding model (llama-server: --embeddings) or name one under [memory.embed]',
  });
