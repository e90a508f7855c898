import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGguf } from '../../src/inference/gguf/backend.ts';
import { ask, hear } from '../inference/replies.ts';
import { load, withModel } from './library.ts';
import { writeTinyModel } from './tiny-model.ts';

test('a model that was not loaded whole is told in a line, and is taken once it is there', async () => {
  await withModel(async (file) => {
    const backend = createGguf({ file, contextSize: 512, load });
    truncateSync(file, 300_000);
    const { end } = await hear(backend, ask());
    expect(end).toMatchObject({ type: 'failed', text: '', failure: { code: 'no_model' } });
    expect(await backend.probe()).toMatchObject({
      ok: false,
      finding: expect.stringMatching(/^tiny\.gguf is damaged/),
      remedy: expect.stringMatching(/^download it again/),
    });
    writeTinyModel(file);
    expect((await hear(backend, ask())).end).toMatchObject({ type: 'finished' });
  });
});

test('a whole header with rubbish after it is no model either', async () => {
  await withModel(async (file) => {
    const header = Buffer.alloc(24);
    header.write('GGUF');
    header.writeUInt32LE(3, 4);
    header.writeUInt32LE(2, 16);
    writeFileSync(file, header);
    appendFileSync(file, Buffer.alloc(1000, 7));
    const { end } = await hear(createGguf({ file, load }), ask());
    expect(end).toMatchObject({ type: 'failed', failure: { code: 'no_model' } });
  });
});

test('a context that no memory holds is told in a line', async () => {
  const contextSize = 2 ** 23;
  await withModel(
    async (file) => {
      const probe = await createGguf({ file, contextSize, load }).probe();
      expect(probe).toMatchObject({
        ok: false,
        finding: 'there is not enough memory for a context of 8388608 tokens',
        remedy: expect.stringMatching(/^lower prompt\.context/),
      });
    },
    { layers: 64, contextSize },
  );
});

test('waiting for the model to load ends at once by an abort, and the loading goes on', async () => {
  await withModel(async (file) => {
    const backend = createGguf({ file, contextSize: 512, load });
    const abort = new AbortController();
    const hearing = hear(backend, ask(), abort.signal);
    setImmediate(() => abort.abort());
    expect((await hearing).end).toEqual({ type: 'aborted', text: '' });
    expect(await backend.probe()).toMatchObject({ ok: true });
  });
});
