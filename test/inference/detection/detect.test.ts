import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Backend } from '../../../src/inference/backend.ts';
import { detectBackend, openBackend, usualAddresses } from '../../../src/inference/servers/detect.ts';
import type { FaultMode } from '../../fake-server/faults.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { hear, patience } from '../replies.ts';

const find = (...urls: string[]): Promise<Backend | null> =>
  detectBackend({ timeoutMs: 60_000, candidates: urls.map((url) => ({ kind: 'llamacpp', url })) });

const closed = 'http://127.0.0.1:1';

const findAt = async (listener: RequestListener): Promise<Backend | null> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = await find(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  return found;
};

const json =
  (answers: Record<string, unknown>): RequestListener =>
  ({ url = '' }, response) => {
    response.writeHead(url in answers ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[url] ?? {}));
  };

describe('looking for a server on loopback', () => {
  test('RP-005 nobody is asked but this machine where no address is given', () => {
    expect(usualAddresses.length).toBeGreaterThan(3);
    const ports = usualAddresses.map(({ url }) => new URL(url).port);
    expect(ports).toEqual(expect.arrayContaining(['8080', '9931']));
    for (const { url } of usualAddresses) expect(new URL(url).hostname).toBe('127.0.0.1');
  });

  test('finds llama.cpp behind a closed port, and it speaks', async () => {
    const server = await startFakeServer();
    const found = await find(closed, server.url);
    expect(found).toMatchObject({ kind: 'llamacpp', url: server.url });
    expect(found && (await hear(found)).end.type).toBe('finished');
    await server.close();
  });

  test('takes the first in order when several answer', async () => {
    const servers = await Promise.all([
      startFakeServer({ fail: { mode: 'html' } }),
      startFakeServer(),
      startFakeServer(),
    ]);
    expect((await find(...servers.map(({ url }) => url)))?.url).toBe(servers[1]?.url);
    await Promise.all(servers.map((server) => server.close()));
  });

  test('nothing on a closed port', async () => {
    expect(await find(closed)).toBeNull();
  });

  test('KoboldCpp, which fakes /props, is not taken for llama.cpp', async () => {
    const props = { build_info: 'b1', total_slots: 1 };
    const version = { result: 'KoboldCpp', version: '1.102' };
    expect(await findAt(json({ '/props': props, '/api/extra/version': version }))).toBeNull();
    expect(await findAt(json({ '/props': props }))).not.toBeNull();
  });

  test('/props without build_info, as of TabbyAPI, is not llama.cpp', async () => {
    expect(await findAt(json({ '/props': { total_slots: 1 } }))).toBeNull();
  });

  test('a port that accepts and says nothing is given up', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await detectBackend({ timeoutMs: 50, candidates: [{ kind: 'llamacpp', url }] })).toBeNull();
    server.closeAllConnections();
    server.close();
  });

  test.each<[FaultMode, boolean]>([
    ['loading', true],
    ['401', false],
    ['html', false],
  ])('a server that answers with %s: found is %s', async (mode, isFound) => {
    const server = await startFakeServer({ fail: { mode } });
    expect((await find(server.url)) !== null).toBe(isFound);
    await server.close();
  });

  test.each([
    ['llamacpp', 'llamacpp'],
    ['koboldcpp', 'koboldcpp'],
    ['ollama', 'ollama'],
    ['vllm', 'openai'],
    ['aphrodite', 'openai'],
    ['tabbyapi', 'openai'],
    ['textgen', 'openai'],
    ['lmstudio', 'openai'],
    ['openai', 'openai'],
  ] as const)('%s is found as %s among closed ports, and it speaks', async (dialect, kind) => {
    const server = await startFakeServer({ dialect });
    const candidates = [closed, server.url, closed].map((url) => ({ url }));
    const found = await detectBackend({ timeoutMs: 60_000, candidates });
    expect(found).toMatchObject({ kind, url: server.url, isModel: true });
    expect(found && (await hear(found)).end.type).toBe('finished');
    expect(await openBackend({ kind: 'auto', url: server.url, ...patience })).toMatchObject({ kind });
    await server.close();
  });

  test('a port that answers strangers with 200 is no model server', async () => {
    const error = { error: 'Unexpected endpoint or method' };
    const server = createServer((_, response) => response.end(JSON.stringify(error))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await detectBackend({ timeoutMs: 60_000, candidates: [{ url }] })).toBeNull();
    server.closeAllConnections();
    server.close();
  });

  test('a known service is not asked who it is', async () => {
    const open = (url: string) => openBackend({ kind: 'auto', url, ...patience });
    expect(await open('https://openrouter.ai/api/v1')).toMatchObject({
      kind: 'openai',
      url: 'https://openrouter.ai/api',
    });
    expect(await open('https://api.deepseek.com/beta')).toMatchObject({ url: 'https://api.deepseek.com' });
    expect(await open('https://api.openai.com/v1')).toMatchObject({ kind: 'openai-chat' });
  });

  test('stopping the search ends it', async () => {
    const server = await startFakeServer();
    const candidates = [{ kind: 'llamacpp', url: server.url }] as const;
    expect(await detectBackend({ timeoutMs: 60_000, candidates, signal: AbortSignal.abort() })).toBeNull();
    await server.close();
  });
});

describe('RP-008 opening what the config asks for', () => {
  test('understudy needs no server', async () => {
    expect(await openBackend({ kind: 'understudy', ...patience })).toMatchObject({ isModel: false, url: '' });
  });

  test('llamacpp is taken at its word, auto with an address too', async () => {
    const config = { url: `${closed}/`, model: 'm', apiKey: 'k', ...patience };
    expect(await openBackend({ kind: 'llamacpp', ...config })).toMatchObject({
      kind: 'llamacpp',
      url: closed,
    });
    expect(await openBackend({ kind: 'auto', ...config })).toMatchObject({ kind: 'llamacpp', url: closed });
    const usual = await openBackend({ kind: 'llamacpp', url: '', ...patience });
    expect(usual.url).toBe('http://127.0.0.1:8080');
  });

  test.each([
    ['koboldcpp', 'http://127.0.0.1:5001'],
    ['ollama', 'http://127.0.0.1:11434'],
    ['openai', 'http://127.0.0.1:8000'],
    ['openai-chat', 'http://127.0.0.1:8000'],
  ])('%s is at its usual address unless told otherwise', async (kind, url) => {
    expect(await openBackend({ kind, ...patience })).toMatchObject({ kind, url, isModel: true });
    expect(await openBackend({ kind, url: closed, ...patience })).toMatchObject({ kind, url: closed });
  });

  test('a kind that does not exist is wrong usage and names those that do', async () => {
    await expect(openBackend({ kind: 'oracle', ...patience })).rejects.toMatchObject({
      family: 'usage',
      code: 'unsupported_backend',
      message: expect.stringMatching(/"oracle".*auto, llamacpp, koboldcpp, ollama.* or understudy/),
    });
  });

  test('gguf wants the file of a model', async () => {
    await expect(openBackend({ kind: 'gguf', ...patience })).rejects.toMatchObject({
      family: 'usage',
      code: 'no_model',
      message: expect.stringMatching(/--model FILE/),
    });
  });
});
