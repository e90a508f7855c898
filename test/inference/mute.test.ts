import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { withListener } from './failing.ts';
import { ask, hear } from './replies.ts';

const cache = { key: 'chat Bob', castIndex: 0 };
const impatient = { firstTokenTimeoutMs: 150, silenceTimeoutMs: 20_000 };
const doors = 8;

/** What comes as a stream at each path that generates. */
const streams: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/completion': ['text/event-stream', 'data: {"content":" Aye.","stop":true,"stop_type":"eos"}\n\n'],
  '/v1/completions': [
    'text/event-stream',
    'data: {"choices":[{"text":" Aye.","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  ],
  '/api/generate': ['application/x-ndjson', '{"response":" Aye.","done":true,"done_reason":"stop"}\n'],
};

/** How a line goes at a server that answers nothing but what generates, or `drips` a byte of each answer now and then. */
const playedAt = (
  kind: string,
  { model = '', drips = false } = {},
): Promise<{ asked: string[]; texts: string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    const stream = streams[request.url ?? ''];
    if (stream) response.writeHead(200, { 'content-type': stream[0] }).end(stream[1]);
    else if (drips) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(dripping));
    }
  });
  return withListener(server, async (url) => {
    const backend = await openBackend({ kind, url, model, ...impatient });
    const probe = await backend.probe();
    expect(probe.ok).toBe(false);
    await backend.countTokens?.(['a', 'b']).catch(() => {});
    await backend.applyTemplate?.([{ role: 'user', content: 'a' }]).catch(() => {});
    const texts = [(await hear(backend, ask({ cache }))).end.text];
    server.closeAllConnections();
    return { asked, texts };
  });
};

/** Under load, the time may be used up before a question has reached the server, or a fraction of a millisecond be left for another. */
const onceAtMost = (first: readonly string[], last: string) => ({
  asked: expect.toSatisfy(
    (asked: string[]) =>
      asked.at(-1) === last &&
      new Set(asked).size === asked.length &&
      asked.slice(0, -1).every((path) => first.includes(path)),
  ),
  texts: [' Aye.'],
});

test.each([
  ['llamacpp', '', onceAtMost(['/health'], '/completion')],
  ['ollama', 'm', onceAtMost(['/api/version', '/api/show'], '/api/generate')],
] as const)(
  '%s: all that is asked before a reply has the time of a first token together, then it goes on without',
  async (kind, model, wanted) => {
    for (const drips of [false, true]) expect(await playedAt(kind, { model, drips })).toEqual(wanted);
  },
);

test.each([
  ['auto', '/completion'],
  ['openai', '/v1/completions'],
] as const)(
  '%s: whoever does not say who it is, is asked at each door once, and is played with',
  async (kind, last) => {
    const { asked, texts } = await playedAt(kind);
    expect([asked.at(-1), texts]).toEqual([last, [' Aye.']]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(doors + 1);
  },
);

test('an Ollama server that tells no model is not waited for', async () => {
  await withListener(createServer(), async (url) => {
    const { end } = await hear(await openBackend({ kind: 'ollama', url, ...impatient }));
    expect(end).toMatchObject({
      type: 'failed',
      failure: { code: 'no_model', message: expect.stringContaining('--model') },
    });
  });
});
