import { describe, expect, test } from 'vitest';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { clientOf, type Endpoint, endpoints, spokenOver } from './dialects.ts';
import { codeOf } from './failing.ts';
import { ask, hear, patience } from './replies.ts';

const all: [string, Endpoint][] = [['llamacpp', { dialect: 'llamacpp' }], ...endpoints];

describe.each(all)('a server of %s', (_, endpoint) => {
  const serve = (port = 0, more = {}) => startFakeServer({ dialect: endpoint.dialect, port, ...more });
  const portOf = ({ url }: { url: string }): number => Number(new URL(url).port);
  const cache = { key: 'Bob', castIndex: 0 };

  test('RP-041 killed in the middle of a reply leaves the text so far, and answers when it is back', async () => {
    const first = await serve(0, { tokensPerSecond: 10 });
    const backend = clientOf(endpoint, first.url);
    let closing: Promise<void> | undefined;
    const heard = await hear(backend, ask({ cache }), undefined, ({ type }) => {
      if (type === 'delta') closing ??= first.close();
    });
    await closing;
    expect(codeOf(heard)).toBe('broken_stream');
    const whole = await spokenOver(endpoint);
    expect(heard.end.text !== '' && whole.startsWith(heard.end.text) && heard.end.text !== whole).toBe(true);
    expect(codeOf(await hear(backend, ask({ cache })))).toBe('unreachable');
    const second = await serve(portOf(first));
    expect((await hear(backend, ask({ cache }))).end).toMatchObject({ type: 'finished', text: whole });
    await second.close();
  });

  test('restarted while nobody asked answers as if nothing had happened', async () => {
    const first = await serve();
    const backend = clientOf(endpoint, first.url);
    expect((await hear(backend, ask({ cache }))).end.type).toBe('finished');
    await first.close();
    const second = await serve(portOf(first));
    expect((await hear(backend, ask({ cache }))).end.type).toBe('finished');
    await second.close();
  });
});

test('a server that comes back as another one is asked again who it is', async () => {
  const first = await startFakeServer({ dialect: 'vllm' });
  const port = Number(new URL(first.url).port);
  const backend = await openBackend({ kind: 'openai', url: first.url, ...patience });
  expect((await hear(backend)).end.type).toBe('finished');
  await first.close();
  expect(codeOf(await hear(backend))).toBe('unreachable');
  const second = await startFakeServer({ dialect: 'textgen', port });
  expect((await hear(backend)).end.type).toBe('finished');
  const [count] = (await backend.countTokens?.(['one'])) ?? [];
  expect(count).toBe(1);
  await second.close();
});
