import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createKoboldReader, koboldBody, withPerf } from '../../../src/inference/dialects/koboldcpp-wire.ts';
import { createKoboldCpp } from '../../../src/inference/servers/koboldcpp.ts';
import { spokenOver, withEndpoint } from '../dialects.ts';
import { codeOf, withListener } from '../failing.ts';
import { ask, hear, patience, prompt } from '../replies.ts';

const kobold = { dialect: 'koboldcpp' } as const;

describe('KoboldCpp', () => {
  test('its "length" at a stop string is told as stop, by /api/extra/perf', async () => {
    const stop = (await spokenOver(kobold)).slice(9, 14);
    const { end } = await withEndpoint(kobold, {}, (backend) => hear(backend, ask({ stop: [stop] })));
    expect(end).toMatchObject({ type: 'finished', reason: 'stop' });
  });

  test('a reply stands without /api/extra/perf, with what the stream said', async () => {
    const server = createServer(({ method }, response) => {
      if (method !== 'POST') return response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end('event: message\ndata: {"token":" Aye.","finish_reason":"stop"}\n\n');
    });
    const { end } = await withListener(server, (url) => hear(createKoboldCpp({ ...patience, url })));
    const usage = { promptTokens: 0, generatedTokens: 1 };
    expect(end).toMatchObject({ type: 'finished', text: ' Aye.', reason: 'eos', usage });
  });

  test('is told to stop by the key of the generation when a stop string is met by the client', async () => {
    const keys: unknown[] = [];
    const server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      const { genkey } = body === '' ? {} : JSON.parse(body);
      keys.push([request.url, genkey]);
      if (request.url !== '/api/extra/generate/stream') return response.end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"token":" Aye.\\nAlice: no","finish_reason":null}\n\n');
    });
    const { end } = await withListener(server, (url) => hear(createKoboldCpp({ ...patience, url })));
    server.closeAllConnections();
    expect(end).toMatchObject({ type: 'finished', text: ' Aye.', reason: 'stop' });
    const key = expect.stringMatching(/^sotto-/);
    expect(keys).toEqual([
      ['/api/extra/generate/stream', key],
      ['/api/extra/abort', key],
    ]);
    expect(Object(keys[0])[1]).toBe(Object(keys[1])[1]);
  });

  test('a complete reply is not told to stop', async () => {
    const paths: unknown[] = [];
    const server = createServer(({ url, method }, response) => {
      paths.push(url);
      if (method !== 'POST') return response.end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end('data: {"token":" Aye.","finish_reason":"stop"}\n\n');
    });
    await withListener(server, (url) => hear(createKoboldCpp({ ...patience, url })));
    expect(paths).not.toContain('/api/extra/abort');
  });

  test('probe tells model and context, and another server apart', async () => {
    const probe = await withEndpoint(kobold, { contextSize: 4096 }, (backend) => backend.probe());
    expect(probe).toMatchObject({ ok: true, model: 'understudy', contextSize: 4096, slots: 1 });
    const other = await withEndpoint({ dialect: 'vllm' }, {}, (_, url) =>
      createKoboldCpp({ ...patience, url }).probe(),
    );
    expect(other).toMatchObject({ ok: false, remedy: expect.stringMatching(/\S/) });
  });

  test('an end without finish_reason is cut short', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"token":" Aye."}\n\n');
    });
    const heard = await withListener(server, (url) => hear(createKoboldCpp({ ...patience, url })));
    expect([codeOf(heard), heard.end.text]).toEqual(['broken_stream', ' Aye.']);
  });

  test('the body has its names, and at most 256 stop strings', () => {
    expect(koboldBody(ask({ sampling: { typical_p: 0.9 } }), 'k')).toEqual({
      typical: 0.9,
      prompt,
      max_length: 200,
      stop_sequence: ['\nAlice:', '\nCarl:'],
      trim_stop: true,
      sampler_seed: 8,
      genkey: 'k',
    });
    const stop = Array.from({ length: 300 }, (_, at) => `#${at}`);
    expect(koboldBody(ask({ stop }), 'k').stop_sequence).toHaveLength(256);
  });

  test('a perf that is nothing changes nothing but the model', () => {
    const counts = { promptTokens: 0, reusedTokens: 0, generatedTokens: 3, model: '' };
    const end = { type: 'end', text: '', reason: 'length', counts } as const;
    for (const perf of [null, [], 'x', { stop_reason: 9, last_token_count: 'x' }]) {
      expect(withPerf(end, perf, 'm')).toEqual({ ...end, counts: { ...counts, model: 'm' } });
    }
  });

  test.each(['null', '[]', '{"token":5}', '{}', 'x'])('%s is another protocol', (data) => {
    const reader = createKoboldReader({ url: 'http://x', name: 'KoboldCpp' });
    expect(reader.read(data)).toMatchObject([{ type: 'fault', diagnosis: { code: 'not_a_server' } }]);
  });
});

test('31 what its model’s own template writes is read from /props', async () => {
  const written = await withEndpoint(kobold, {}, async (backend) =>
    backend.applyTemplate?.([{ role: 'user', content: 'Who rows?' }]),
  );
  expect(written).toBe('<|im_start|>user\nWho rows?<|im_end|>\n<|im_start|>assistant\n');
});
