import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { answered, codeOf, failing, messageOf, withListener } from './failing.ts';
import { ask, hear, patience, withServer } from './replies.ts';

describe('before a reply begins', () => {
  test('a closed port is unreachable at once and says what to start', async () => {
    const heard = await hear(createLlamaCpp({ url: 'http://127.0.0.1:1', ...patience }));
    expect(codeOf(heard)).toBe('unreachable');
    expect(messageOf(heard)).toMatch(/^no server answers at .*connection refused.*; start llama-server/);
  });

  test.each([
    [{ mode: '401' }, 'bad_key', /API key.*--api-key-env/],
    [{ mode: '500' }, 'server_error', /Out of memory.*log/],
    [{ mode: 'html' }, 'not_a_server', /text\/html.*address/],
  ] as const)('%o is told as %s', async (fail, code, message) => {
    const heard = await failing(fail);
    expect(codeOf(heard)).toBe(code);
    expect(messageOf(heard)).toMatch(message);
  });

  test('a 500 is never retried', async () => {
    expect(codeOf(await failing({ mode: '500', requests: 1 }))).toBe('server_error');
  });

  test('a model that is loading is waited for', async () => {
    expect((await failing({ mode: 'loading', requests: 2 })).end.type).toBe('finished');
  });

  test('a model that loads too long is told as loading', async () => {
    expect(codeOf(await failing({ mode: 'loading' }, { loadingTimeoutMs: 1 }))).toBe('loading');
  });

  test('stopping ends the wait for a model that is loading', async () => {
    const { end } = await withServer({ fail: { mode: 'loading' } }, (backend) => {
      const stop = new AbortController();
      setImmediate(() => stop.abort());
      return hear(backend, ask(), stop.signal);
    });
    expect(end.type).toBe('aborted');
  });

  test('a server that sends no headers is given up as no_first_token', async () => {
    expect(codeOf(await failing({ mode: 'hang' }, { firstTokenTimeoutMs: 30 }))).toBe('no_first_token');
  });

  test('a prompt larger than the context is told with both numbers', async () => {
    const heard = await withServer({ contextSize: 20 }, (backend) => hear(backend));
    expect(codeOf(heard)).toBe('context_exceeded');
    expect(messageOf(heard)).toMatch(/\d{2,} tokens.*holds 20\).*-c/);
  });

  test('a wrong key never shows, even when the server repeats it', async () => {
    const heard = await answered(
      (_, response) => response.writeHead(400).end('{"error":{"message":"no such key: hush-hush"}}'),
      { apiKey: 'hush-hush' },
    );
    expect(codeOf(heard)).toBe('bad_request');
    expect(messageOf(heard)).toContain('no such key: ***');
  });

  test('what a server says stays on one line, without control characters, and short', async () => {
    const message = `a\n\u001b[31mb${'c'.repeat(1000)}`;
    const heard = await answered((_, response) =>
      response.writeHead(400).end(JSON.stringify({ error: { message } })),
    );
    expect(messageOf(heard)).toMatch(/^[\x20-\x7e]{1,500}$/);
  });

  test('an endless error body is read only so far', async () => {
    const heard = await answered((_, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' });
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(codeOf(heard)).toBe('not_a_server');
  });

  test('a server of another protocol is told as not_a_server', async () => {
    const heard = await withListener(
      createTcpServer((socket) => {
        socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
      }),
      (url) => hear(createLlamaCpp({ url, ...patience })),
    );
    expect(codeOf(heard)).toBe('not_a_server');
  });

  const reply = '{"content":" Aye.","stop":true,"stop_type":"eos","tokens_predicted":1,"tokens_evaluated":5}';
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n';
  const answer = `${head}content-length: ${reply.length + 8}\r\n\r\ndata: ${reply}\n\n`;

  test('a kept-alive socket that the server closed meanwhile is tried once more on a new one', async () => {
    let connections = 0;
    const server = createTcpServer((socket: Socket) => {
      connections += 1;
      let requests = 0;
      socket.on('error', () => {});
      socket.on('data', (data) => {
        if (!data.includes('POST')) return;
        requests += 1;
        if (requests === 1) socket.write(answer);
        else socket.destroy();
      });
    });
    await withListener(server, async (url) => {
      const backend = createLlamaCpp({ url, ...patience });
      expect((await hear(backend)).end).toMatchObject({ type: 'finished', text: ' Aye.' });
      expect((await hear(backend)).end).toMatchObject({ type: 'finished', text: ' Aye.' });
    });
    expect(connections).toBe(2);
  });

  test('a server that closes every connection is tried twice, not for ever', async () => {
    let requests = 0;
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        requests += data.includes('POST') ? 1 : 0;
        socket.destroy();
      });
    });
    const heard = await withListener(server, (url) => hear(createLlamaCpp({ url, ...patience })));
    expect(codeOf(heard)).toBe('broken_stream');
    expect(requests).toBe(2);
  });
});
