import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import type { Chunking } from '../../fake-server/stream-writer.ts';
import { withListener } from '../failing.ts';
import { ask, hear, patience, withServer } from '../replies.ts';

const spoken = async (): Promise<string> => (await hear(createUnderstudy())).end.text;

describe('a reply of llama.cpp', () => {
  test('RP-009 streams as deltas and ends with what the server counted', async () => {
    const heard = await withServer({}, (backend) => hear(backend));
    expect(heard.end).toMatchObject({ type: 'finished', reason: 'eos', text: await spoken() });
    expect(heard.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(3);
    if (heard.end.type !== 'finished') throw new Error('not finished');
    const { usage } = heard.end;
    expect(usage).toMatchObject({ reusedTokens: 0, model: 'understudy' });
    expect(usage.promptTokens).toBeGreaterThan(50);
    expect(usage.generatedTokens).toBe(heard.events.filter(({ type }) => type === 'delta').length);
    expect(usage.totalMs).toBeGreaterThanOrEqual(usage.firstTokenMs);
  });

  test('shows the progress of the prompt before the first delta', async () => {
    const { events } = await withServer({}, (backend) => hear(backend));
    const total = { type: 'progress', total: expect.any(Number), cached: 0 };
    expect(events[0]).toMatchObject({ ...total, processed: 0 });
    expect(events[1]).toMatchObject(total);
    expect(events[2]?.type).toBe('delta');
  });

  test('reuses the cache of its slot on the next turn', async () => {
    const second = await withServer({ slots: 2 }, async (backend) => {
      const cache = { key: 'Bob', castIndex: 1 };
      await hear(backend, ask({ cache }));
      return hear(backend, ask({ cache, seed: 8 }));
    });
    if (second.end.type !== 'finished') throw new Error('not finished');
    expect(second.end.usage.reusedTokens).toBe(second.end.usage.promptTokens - 1);
  });

  test('ends at the limit of tokens', async () => {
    const { end } = await withServer({}, (backend) => hear(backend, ask({ maxTokens: 4 })));
    expect(end).toMatchObject({ type: 'finished', reason: 'length', usage: { generatedTokens: 4 } });
  });

  test('ends at a stop string that the server matches', async () => {
    const whole = await spoken();
    const stop = whole.slice(9, 14);
    const { end } = await withServer({}, (backend) => hear(backend, ask({ stop: [stop] })));
    expect(end).toMatchObject({
      type: 'finished',
      reason: 'stop',
      text: whole.slice(0, whole.indexOf(stop)),
    });
  });

  test('several replies over one client do not mix', async () => {
    const ends = await withServer({ slots: 3 }, (backend) =>
      Promise.all([1, 2, 3].map(async (seed) => (await hear(backend, ask({ seed }))).end.text)),
    );
    const alone = [1, 2, 3].map(async (seed) => (await hear(createUnderstudy(), ask({ seed }))).end.text);
    expect(ends).toEqual(await Promise.all(alone));
  });

  const chunkings: Chunking[] = ['plain', 'byte', 'crlf', 'comments', 'unterminated', 'merged'];
  test.each(chunkings)('invariant 4: is the same when the stream comes cut as %s', async (chunking) => {
    const { end } = await withServer({ chunking }, (backend) => hear(backend));
    expect(end).toMatchObject({ type: 'finished', reason: 'eos', text: await spoken() });
  });
});

describe('stopping', () => {
  test('RP-040 keeps the text so far and frees the slot of the server', async () => {
    const text = await withServer({ tokensPerSecond: 400 }, async (backend) => {
      const stop = new AbortController();
      const { end } = await hear(backend, ask(), stop.signal, ({ type }) => type === 'delta' && stop.abort());
      expect(end.type).toBe('aborted');
      expect((await hear(backend, ask({ seed: 9 }))).end.type).toBe('finished');
      return end.text;
    });
    expect(text).not.toBe('');
    expect(await spoken()).toContain(text);
  });

  test('RP-040 shows nothing more, also of what has come already', async () => {
    const { events } = await withServer({}, (backend) => {
      const stop = new AbortController();
      return hear(backend, ask(), stop.signal, ({ type }) => type === 'delta' && stop.abort());
    });
    expect(events.filter(({ type }) => type !== 'progress').map(({ type }) => type)).toEqual([
      'delta',
      'aborted',
    ]);
  });

  test('before the request was sent sends nothing', async () => {
    const backend = createLlamaCpp({ url: 'http://127.0.0.1:1', ...patience });
    const { events } = await hear(backend, ask(), AbortSignal.abort());
    expect(events).toEqual([{ type: 'aborted', text: '' }]);
  });

  test('while the server has sent no headers yet closes the connection', async () => {
    const stop = new AbortController();
    let closed: Promise<unknown> | undefined;
    const server = createServer((request) => {
      closed = once(request.socket, 'close');
      stop.abort();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { events } = await hear(createLlamaCpp({ url, ...patience }), ask(), stop.signal);
    expect(events).toEqual([{ type: 'aborted', text: '' }]);
    await closed;
    server.close();
  });

  test('leaving the loop early closes the connection', async () => {
    await withServer({ tokensPerSecond: 400 }, async (backend) => {
      for await (const event of backend.complete(ask(), new AbortController().signal)) {
        if (event.type === 'delta') break;
      }
      expect((await hear(backend)).end.type).toBe('finished');
    });
  });
});

describe('side doors', () => {
  test('applyTemplate writes the messages as the server does, with the opening of the reply', async () => {
    const messages = [
      { role: 'system', content: 'A play.' } as const,
      { role: 'user', content: 'Hi' } as const,
    ];
    const written = await withServer({}, async (backend) => backend.applyTemplate?.(messages));
    expect(written).toBe(
      '<|im_start|>system\nA play.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    );
  });

  test('applyTemplate rejects with what the server says, and with what it does not say', async () => {
    const answering = (status: number, body: string) =>
      withListener(
        createServer((_, response) => response.writeHead(status).end(body)),
        async (url) => createLlamaCpp({ url, ...patience }).applyTemplate?.([]),
      );
    const roles = '{"error":{"message":"Conversation roles must alternate"}}';
    await expect(answering(500, roles)).rejects.toMatchObject({
      message: expect.stringContaining('must alternate'),
    });
    await expect(answering(200, '{}')).rejects.toMatchObject({ family: 'server', code: 'not_a_server' });
  });

  test('probe tells model, context and slots', async () => {
    const probe = await withServer({ slots: 2, contextSize: 4096 }, (backend) => backend.probe());
    expect(probe).toMatchObject({ ok: true, model: 'understudy', contextSize: 4096, slots: 2, remedy: '' });
  });

  test('probe recommends slots to a server that has one', async () => {
    expect((await withServer({}, (backend) => backend.probe())).remedy).toContain('-np');
  });

  test.each([
    ['loading', 'loading its model', 'wait'],
    ['html', 'not a llama.cpp server', 'address'],
    ['401', 'key', '--api-key-env'],
  ] as const)('probe finds %s and says what to do', async (mode, finding, remedy) => {
    const probe = await withServer({ fail: { mode } }, (backend) => backend.probe());
    expect(probe.ok).toBe(false);
    expect(probe.finding).toContain(finding);
    expect(probe.remedy).toContain(remedy);
  });

  test('an address that is no URL, or holds a key, is refused before anything is sent', () => {
    const at =
      (url: string, apiKey = '') =>
      () =>
        createLlamaCpp({ url, apiKey, ...patience });
    expect(at('localhost:8080')).toThrow(/not a URL/);
    expect(at('http://me:secret@127.0.0.1')).toThrow(/contains a name/);
    expect(at('http://me:secret@127.0.0.1')).not.toThrow(/secret/);
    expect(at('http://127.0.0.1', 'se cret\n')).toThrow(/key contains invalid characters/);
  });
});
