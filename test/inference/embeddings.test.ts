import { expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import type { EmbeddingOptions } from '../fake-server/embeddings.ts';
import { type Endpoint, withEndpoint } from './dialects.ts';

const servers: readonly [string, Endpoint][] = [
  ['llama.cpp', { dialect: 'llamacpp' }],
  ['Ollama', { dialect: 'ollama' }],
  ['vLLM', { dialect: 'vllm' }],
  ['OpenAI', { dialect: 'openai' }],
];
const with_ = <T>(endpoint: Endpoint, embeddings: EmbeddingOptions, work: (backend: Backend) => Promise<T>) =>
  withEndpoint(endpoint, { embeddings }, work, {
    model: endpoint.dialect === 'ollama' ? 'understudy:latest' : '',
  });
const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0);

test.each(servers)(
  'RP-072 %s embeds texts: a vector of length 1 for each, in their order',
  async (_, endpoint) => {
    await with_(endpoint, { dimension: 48 }, async (backend) => {
      const texts = ['A lantern in the harbour.', 'Nets and ropes.', 'The lanterns of the harbours'];
      const found = await backend.embed?.(texts);
      const [a, b, c] = found?.vectors ?? [];
      if (!a || !b || !c) throw new Error('no vectors');
      expect([a.length, product(a, a).toFixed(5)]).toEqual([48, '1.00000']);
      expect(product(a, c)).toBeGreaterThan(product(a, b));
    });
  },
);

test('the model is called as a person calls it, else as the server does', async () => {
  const endpoint: Endpoint = { dialect: 'vllm' };
  const named = (model: string) =>
    withEndpoint(endpoint, { embeddings: { model: 'bge' } }, (backend) => backend.embed!(['a']), { model });
  expect((await named('')).model).toBe('bge');
  expect((await named('mine')).model).toBe('mine');
});

test.each(servers)(
  '%s that embeds nothing, or gives what are no vectors, is refused by name',
  async (_, endpoint) => {
    const refusal = (embeddings?: EmbeddingOptions) =>
      withEndpoint(endpoint, embeddings ? { embeddings } : {}, async (backend) =>
        backend.embed?.(['one', 'two']).then(
          () => 'none',
          (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
        ),
      );
    expect(await refusal()).toMatch(/^server_error: .*does not support embeddings/);
    expect(await refusal({ fault: 'uneven' })).toMatch(/^bad_embedding: .*different dimensions/);
    expect(await refusal({ dimension: 8193 })).toMatch(/^bad_embedding: .*holds none/);
  },
);

test('who waits no longer hears no more of a server that hangs', async () => {
  await with_({ dialect: 'llamacpp' }, { fault: 'hang' }, async (backend) => {
    const abort = new AbortController();
    const waiting = backend.embed?.(['one'], abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow();
  });
});
