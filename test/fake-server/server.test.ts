import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { prompt } from '../inference/replies.ts';
import { startFakeServer } from './server.ts';
import { complete, type Fields, post, withServer } from './with-server.ts';

describe('whom and what the fake server lets in', () => {
  test('RP-018 listens on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4');
    await withServer({}, async (url) => {
      expect(new URL(url).hostname).toBe('127.0.0.1');
      if (!outside) return;
      await expect(fetch(url.replace('127.0.0.1', outside.address))).rejects.toThrow();
    });
  });

  test('a port in use is refused with a line that says so', async () => {
    await withServer({}, async (url) => {
      const again = startFakeServer({ port: Number(new URL(url).port) });
      await expect(again).rejects.toMatchObject({
        code: 'port_unusable',
        message: expect.stringContaining('EADDRINUSE'),
      });
    });
  });

  test.each([
    ['bad JSON', '{"prompt":', 500, 'server_error'],
    ['a bad grammar', JSON.stringify({ prompt, grammar: 'a' }), 400, 'invalid_request_error'],
    ['repeat_last_n: -1', JSON.stringify({ prompt, repeat_last_n: -1 }), 400, 'invalid_request_error'],
    [
      'dry_penalty_last_n: -1',
      JSON.stringify({ prompt, dry_penalty_last_n: -1 }),
      400,
      'invalid_request_error',
    ],
    ['no prompt', '{}', 400, 'invalid_request_error'],
    ['JSON that is no object', 'null', 400, 'invalid_request_error'],
    ['a prompt beyond the context', JSON.stringify({ prompt }), 400, 'exceed_context_size_error'],
  ])('%s is answered as llama.cpp does', async (_, body, status, type) => {
    await withServer({ contextSize: 20 }, async (url) => {
      const response = await post(`${url}/completion`, body);
      expect(response.status).toBe(status);
      const { error } = (await response.json()) as { error: Fields };
      expect(error).toMatchObject({ code: status, type });
      if (type === 'exceed_context_size_error')
        expect(error).toMatchObject({ n_ctx: 20, n_prompt_tokens: expect.any(Number) });
    });
  });

  test('a key is wanted on every path but /health and /v1/models', async () => {
    await withServer({ apiKey: 'k' }, async (url) => {
      expect((await post(`${url}/completion`, { prompt })).status).toBe(401);
      expect((await fetch(`${url}/props`)).status).toBe(401);
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect((await fetch(`${url}/v1/models`)).status).toBe(200);
      expect((await fetch(`${url}/props`, { headers: { authorization: 'Bearer k' } })).status).toBe(200);
      expect((await fetch(`${url}/props`, { headers: { 'x-api-key': 'k' } })).status).toBe(200);
    });
  });

  test('a client that disconnects, waiting or served, frees its slot', async () => {
    await withServer({ fail: { mode: 'stall', requests: 2 } }, async (url) => {
      const leaving = new AbortController();
      const body = { prompt, stream: true };
      const served = await post(`${url}/completion`, body, { signal: leaving.signal });
      const waiting = post(`${url}/completion`, body, { signal: leaving.signal });
      expect(await fetch(`${url}/slots`).then((r) => r.json())).toMatchObject([
        { id: 0, is_processing: true },
      ]);
      leaving.abort();
      await expect(waiting).rejects.toThrow();
      await expect(served.text()).rejects.toThrow();
      expect((await complete(url, { n_predict: 2 })).tokens_predicted).toBe(2);
    });
  });

  test('close drops who is served, who waits and who hangs', async () => {
    const server = await startFakeServer({ tokensPerSecond: 0.001 });
    const hanging = await startFakeServer({ fail: { mode: 'hang' } });
    const served = await post(`${server.url}/completion`, { prompt, stream: true });
    const others = [server, hanging].map(({ url }) => post(`${url}/completion`, { prompt }));
    const refused = Promise.all(others.map((one) => expect(one).rejects.toThrow()));
    await Promise.all([server.close(), hanging.close()]);
    await refused;
    await expect(served.text()).rejects.toThrow();
  });

  test('routes that do not generate', async () => {
    await withServer({ slots: 2, contextSize: 512 }, async (url) => {
      const get = (path: string) => fetch(url + path).then((response) => response.json());
      expect(await get('/health')).toEqual({ status: 'ok' });
      expect(await get('/props')).toMatchObject({
        total_slots: 2,
        default_generation_settings: { n_ctx: 512 },
        build_info: expect.any(String),
        chat_template: expect.stringContaining('<|im_start|>'),
        model_path: 'understudy',
      });
      expect(await get('/slots')).toMatchObject([{ id: 0, is_processing: false, n_ctx: 512 }, { id: 1 }]);
      expect(await get('/v1/models')).toMatchObject({ data: [{ id: 'understudy' }] });
      expect((await fetch(`${url}/nowhere`)).status).toBe(404);
      expect((await fetch(`${url}/completion`)).status).toBe(404);
      const pieces = await post(`${url}/tokenize`, { content: 'Hi there', with_pieces: true }).then((r) =>
        r.json(),
      );
      expect(pieces).toMatchObject({ tokens: [{ piece: 'Hi' }, { piece: ' there' }] });
      const { tokens } = (await post(`${url}/tokenize`, { content: 'Hi thère' }).then((r) =>
        r.json(),
      )) as Fields;
      expect(await post(`${url}/detokenize`, { tokens }).then((r) => r.json())).toEqual({
        content: 'Hi thère',
      });
    });
  });

  test('a fault strikes only as many requests as it should', async () => {
    await withServer({ fail: { mode: '500', requests: 2 } }, async (url) => {
      const statuses = [];
      for (let turn = 0; turn < 3; turn++)
        statuses.push((await post(`${url}/completion`, { prompt })).status);
      expect(statuses).toEqual([500, 500, 200]);
    });
  });
});
