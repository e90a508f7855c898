import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { abilitiesText } from '../../../src/app/doctor/abilities.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import { createOllama } from '../../../src/inference/servers/ollama.ts';
import { createOpenAi } from '../../../src/inference/servers/openai.ts';
import type { ServerInfoStore } from '../../../src/inference/transport/request.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { freshFolder } from '../../histories.ts';
import { withEndpoint } from '../dialects.ts';
import { withListener } from '../failing.ts';
import { patience, withServer } from '../replies.ts';

test('31 what a llama.cpp server can do is tried without generating anything, and once for each start', async () => {
  const kept = new Map<string, Readonly<Record<string, unknown>>>();
  const infoStore: ServerInfoStore = {
    read: (url) => kept.get(url) ?? null,
    write: (url, known) => void kept.set(url, { ...kept.get(url), ...known }),
  };
  const { folder, remove } = freshFolder();
  const generated: string[] = [];
  const record = ({ prompt }: { prompt: string }) => generated.push(prompt);
  const first = await withServer({ record }, async (backend) => backend.abilities?.());
  expect(first).toEqual({
    ...{ embeddings: false, reranking: false, grammar: true, lazyGrammar: true },
    ...{ vision: false, toolCalls: false, slotFiles: false },
  });
  const more = { embeddings: { dimension: 8 }, slotSavePath: folder, record };
  const port = await withServer(more, async (backend, url) => {
    const client = createLlamaCpp({ ...patience, url, infoStore });
    expect(await client.abilities?.()).toMatchObject({ embeddings: true, slotFiles: true });
    const { of, found } = Object(kept.get(url)?.abilities);
    infoStore.write(url, { abilities: { of, found: { ...found, vision: true } } });
    expect(await client.abilities?.()).toMatchObject({ vision: true });
    expect(await backend.abilities?.()).toMatchObject({ vision: false });
    return Number(new URL(url).port);
  });
  const again = await startFakeServer({ port });
  const anew = await createLlamaCpp({ ...patience, url: again.url, infoStore }).abilities?.();
  await again.close();
  remove();
  expect(anew).toMatchObject({ vision: false, slotFiles: false });
  expect(generated).toEqual([]);
});

/** What a client says of a server that answers these paths with these values. */
const told = (answers: Readonly<Record<string, unknown>>, of: (url: string) => Backend) =>
  withListener(
    createServer((request, response) => {
      const answer = answers[request.url ?? ''];
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    }),
    async (url) => of(url).abilities?.(),
  );

test('31 of other servers what they say of themselves is told, and nothing else', async () => {
  const kobold = await withEndpoint({ dialect: 'koboldcpp' }, {}, async (backend) => backend.abilities?.());
  expect(kobold).toEqual({ grammar: true, lazyGrammar: false });
  const show = { capabilities: ['completion', 'vision', 'tools'] };
  const ollama = await told({ '/api/show': show, '/api/tags': { models: [] } }, (url) =>
    createOllama({ ...patience, url, model: 'gemma' }),
  );
  expect(ollama).toEqual({ embeddings: false, vision: true, toolCalls: true });
  const entry = {
    id: 'big',
    architecture: { input_modalities: ['text', 'image'] },
    supported_parameters: ['temperature', 'tools'],
  };
  const openAi = (model: string) => (url: string) =>
    createOpenAi({ ...patience, url, model, dialect: 'openrouter', chat: false });
  expect(await told({ '/v1/models': { data: [entry] } }, openAi('big'))).toEqual({
    vision: true,
    toolCalls: true,
  });
  expect(await told({ '/v1/models': { data: [entry] } }, openAi('other'))).toEqual({});
});

test('31 they are said in a line', () => {
  expect(abilitiesText({ grammar: true, lazyGrammar: true, vision: false })).toBe(
    'grammars, lazy grammars; no pictures',
  );
  expect(abilitiesText({})).toBe('');
});
