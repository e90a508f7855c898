import { describe, expect, test } from 'vitest';
import { detectBackend, openBackend } from '../../../src/inference/servers/detect.ts';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { codeOf, messageOf } from '../failing.ts';
import { hear, patience } from '../replies.ts';

/** Runs `work` with the address of a server that serves these models, each request by its name. */
const withRouter = async <T>(models: readonly string[], work: (url: string) => Promise<T>): Promise<T> => {
  const server = await startFakeServer({ models, slots: 2 });
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
};

describe('a llama.cpp server with several models (--models-dir)', () => {
  test('is known as llama.cpp, and its models are listed', async () => {
    await withRouter(['large', 'small'], async (url) => {
      const backend = await openBackend({ kind: 'auto', url, model: 'small', ...patience });
      expect(backend.kind).toBe('llamacpp');
      const probe = await backend.probe();
      expect(probe).toMatchObject({ ok: true, contextSize: 16_384, slots: 2 });
      expect(probe.finding).toMatch(/2 slots of 16384 tokens, one of its models large, small$/);
      expect((await detectBackend({ candidates: [{ url }], timeoutMs: 60_000 }))?.kind).toBe('llamacpp');
    });
  });

  test('answers as the model that is named, in every request', async () => {
    await withRouter(['large', 'small'], async (url) => {
      for (const model of ['small', 'small.gguf']) {
        const backend = createLlamaCpp({ url, model, ...patience });
        expect((await hear(backend)).end).toMatchObject({ type: 'finished' });
        expect(await backend.countTokens?.(['one two'])).toEqual([expect.any(Number)]);
        expect(await backend.applyTemplate?.([{ role: 'user', content: 'Hush.' }])).toContain('Hush.');
      }
      const unnamed = createLlamaCpp({ url, ...patience });
      expect((await hear(unnamed)).end.type).toBe('finished');
    });
  });

  test('with a single model needs no name', async () => {
    await withRouter(['only'], async (url) => {
      expect((await hear(createLlamaCpp({ url, ...patience }))).end.type).toBe('finished');
    });
  });

  test.each([
    [['large', 'small'], '', /serves several models; choose one with --model: large, small$/],
    [['large', 'small'], 'medium', /has no model "medium"; choose one with --model: large, small$/],
    [['broken'], 'broken', /could not load the model.*; check its log .*--model$/],
    [[], '', /has no model; .*--models-dir/],
  ])('%j asked for %j says what to do', async (models, model, said) => {
    await withRouter(models, async (url) => {
      const backend = createLlamaCpp({ url, model, ...patience });
      const heard = await hear(backend);
      expect([codeOf(heard), messageOf(heard)]).toEqual(['no_model', expect.stringMatching(said)]);
      const probe = await backend.probe();
      expect(probe.ok).toBe(false);
      expect(`${probe.finding}; ${probe.remedy}`).toMatch(said);
    });
  });
});
