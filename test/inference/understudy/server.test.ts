import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type ServeOptions, serveUnderstudy } from '../../../src/inference/understudy/server.ts';
import { prompt } from '../replies.ts';

type Fields = Record<string, unknown>;

const withServer = async <T>(options: ServeOptions, work: (url: string) => Promise<T>): Promise<T> => {
  const server = await serveUnderstudy(options);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
};

const post = (url: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...init });

const complete = (url: string, fields: Fields = {}): Promise<Fields> =>
  post(`${url}/completion`, { prompt, seed: 3, ...fields }).then(
    (response) => response.json() as Promise<Fields>,
  );

const events = (text: string): Fields[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));

describe('llama.cpp as the understudy serves it', () => {
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
      const again = serveUnderstudy({ port: Number(new URL(url).port) });
      await expect(again).rejects.toMatchObject({
        code: 'port_unusable',
        message: expect.stringContaining('EADDRINUSE'),
      });
    });
  });

  test('/completion at once has all fields of the final event', async () => {
    const answer = await withServer({ slots: 2 }, (url) => complete(url, { id_slot: 1, n_predict: 5 }));
    expect(answer).toMatchObject({
      stop: true,
      stop_type: 'limit',
      stopping_word: '',
      truncated: false,
      id_slot: 1,
    });
    expect(answer).toMatchObject({ tokens_predicted: 5, model: 'understudy', prompt });
    const { content, tokens_evaluated, tokens_cached, timings, generation_settings } = answer;
    expect(content).not.toBe('');
    expect(tokens_cached).toBe((tokens_evaluated as number) + 5);
    expect(timings).toMatchObject({ cache_n: 0, prompt_n: tokens_evaluated, predicted_n: 5 });
    expect(generation_settings).toMatchObject({ seed: 3, n_predict: 5 });
  });

  test('the stream says the same as the answer at once, in order', async () => {
    await withServer({}, async (url) => {
      const whole = await complete(url);
      const response = await post(`${url}/completion`, { prompt, seed: 3, stream: true });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const text = await response.text();
      expect(text).toMatch(/^data: [^\n]+\n\n(data: [^\n]+\n\n)+$/);
      const all = events(text);
      expect(all.map(({ content }) => content).join('')).toBe(whole.content);
      expect(all.map(({ stop }) => stop)).toEqual([...all.slice(1).map(() => false), true]);
      expect(all.slice(0, -1).map((event) => event.tokens_predicted)).toEqual(
        all.slice(1).map((_, index) => index + 1),
      );
      expect(all.at(-1)).toMatchObject({ tokens_predicted: all.length - 1, stop_type: 'eos' });
    });
  });

  test('response_fields cut the final event down, nested ones by their last name', async () => {
    const response_fields = ['content', 'timings/cache_n', 'unknown'];
    const answer = await withServer({}, (url) => complete(url, { response_fields }));
    expect(Object.keys(answer)).toEqual(['content', 'cache_n']);
  });

  test('return_progress tells the cache hit before anything is generated', async () => {
    await withServer({}, async (url) => {
      await complete(url);
      const response = await post(`${url}/completion`, { prompt, stream: true, return_progress: true });
      const [first] = events(await response.text());
      const { total, cache, processed } = Object(first).prompt_progress;
      expect(cache).toBe(total - 1);
      expect(processed).toBe(cache);
    });
  });

  test('the cache of a slot is reused by the longest common prefix, the reply included', async () => {
    await withServer({}, async (url) => {
      const first = await complete(url);
      const longer = `${prompt}${first.content}\nAlice: And then?\nBob:`;
      const { timings } = await complete(url, { prompt: longer });
      expect((timings as Fields).cache_n).toBeGreaterThanOrEqual((first.tokens_cached as number) - 1);
      expect((timings as Fields).prompt_n).toBeLessThan(15);
    });
  });

  test('a prompt of tokens or mixed is the same prompt', async () => {
    await withServer({}, async (url) => {
      const { tokens } = (await post(`${url}/tokenize`, { content: prompt }).then((r) => r.json())) as {
        tokens: number[];
      };
      const { content } = await complete(url);
      expect((await complete(url, { prompt: tokens })).content).toBe(content);
      expect((await complete(url, { prompt: [prompt.slice(0, -4), ...tokens.slice(-2)] })).content).toBe(
        content,
      );
    });
  });

  test('a stop string ends it, and is named', async () => {
    await withServer({}, async (url) => {
      const whole = (await complete(url)).content as string;
      const stop = whole.slice(6, 10);
      expect(await complete(url, { stop: [stop] })).toMatchObject({
        content: whole.slice(0, whole.indexOf(stop)),
        stop_type: 'word',
        stopping_word: stop,
      });
    });
  });

  test('0 tokens still makes one', async () => {
    expect((await withServer({}, (url) => complete(url, { n_predict: 0 }))).tokens_predicted).toBe(1);
  });

  test.each([
    ['bad JSON', '{"prompt":', 500, 'server_error'],
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

  test('a client that leaves, waiting or served, frees its slot', async () => {
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
    const server = await serveUnderstudy({ tokensPerSecond: 0.001 });
    const hanging = await serveUnderstudy({ fail: { mode: 'hang' } });
    const served = await post(`${server.url}/completion`, { prompt, stream: true });
    const others = [server, hanging].map(({ url }) => post(`${url}/completion`, { prompt }));
    const refused = Promise.all(others.map((one) => expect(one).rejects.toThrow()));
    await Promise.all([server.close(), hanging.close()]);
    await refused;
    await expect(served.text()).rejects.toThrow();
  });

  test('side doors', async () => {
    await withServer({ slots: 2, contextSize: 512 }, async (url) => {
      const get = (path: string) => fetch(url + path).then((response) => response.json());
      expect(await get('/health')).toEqual({ status: 'ok' });
      expect(await get('/props')).toMatchObject({
        total_slots: 2,
        default_generation_settings: { n_ctx: 512 },
        build_info: expect.any(String),
        chat_template: expect.any(String),
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
