import { describe, expect, test } from 'vitest';
import { Patience } from '../../src/inference/transport/patience.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { FaultOptions } from '../fake-server/faults.ts';
import type { Chunking } from '../fake-server/stream-writer.ts';
import { clientOf, type Endpoint, endpoints, spokenOver, withEndpoint } from './dialects.ts';
import { codeOf, messageOf } from './failing.ts';
import { ask, type Heard, hear, prompt } from './replies.ts';

const chunkings: Chunking[] = ['plain', 'byte', 'crlf', 'comments', 'unterminated', 'merged'];
const [promptTokens] = (await createUnderstudy().countTokens?.([prompt])) ?? [];

// Most of what these take is waiting, each for a server of its own.
describe.each(endpoints)('a reply of %s', { concurrent: true }, (_, endpoint) => {
  test('RP-009 streams as deltas and ends with what the server counted', async () => {
    const heard = await withEndpoint(endpoint, {}, (backend) => hear(backend));
    const text = await spokenOver(endpoint);
    expect(heard.end).toMatchObject({ type: 'finished', reason: 'eos', text });
    const deltas = heard.events.filter(({ type }) => type === 'delta').length;
    expect(deltas).toBeGreaterThan(3);
    expect(heard.end).toMatchObject({ usage: { promptTokens, generatedTokens: deltas } });
    expect(heard.end).toMatchObject({ usage: { model: expect.stringContaining('understudy') } });
  });

  test.each(chunkings)('invariant 4: is the same when the stream comes cut as %s', async (chunking) => {
    const { end } = await withEndpoint(endpoint, { chunking }, (backend) => hear(backend));
    expect(end).toMatchObject({ type: 'finished', reason: 'eos', text: await spokenOver(endpoint) });
    expect(end).toMatchObject({ usage: { promptTokens } });
  });

  test('ends at the limit of tokens', async () => {
    const { end } = await withEndpoint(endpoint, {}, (backend) => hear(backend, ask({ maxTokens: 4 })));
    expect(end).toMatchObject({ type: 'finished', reason: 'length', usage: { generatedTokens: 4 } });
  });

  test('ends at a stop string', async () => {
    const whole = await spokenOver(endpoint);
    const stop = whole.slice(9, 14);
    const { end } = await withEndpoint(endpoint, {}, (backend) => hear(backend, ask({ stop: [stop] })));
    expect(end).toMatchObject({ type: 'finished', text: whole.slice(0, whole.indexOf(stop)) });
  });

  test('comes however many stop strings there are, and each ends it', async () => {
    const whole = await spokenOver(endpoint);
    const stop = [...Array.from({ length: 20 }, (_, at) => `###${at}`), whole.slice(9, 14)];
    const { end } = await withEndpoint(endpoint, {}, (backend) => hear(backend, ask({ stop })));
    expect(end).toMatchObject({ type: 'finished', text: whole.slice(0, whole.indexOf(whole.slice(9, 14))) });
  });

  test('RP-040 stopped keeps the text so far and frees the server', async () => {
    await withEndpoint(endpoint, { tokensPerSecond: 400 }, async (backend) => {
      const stop = new AbortController();
      const { end } = await hear(backend, ask(), stop.signal, ({ type }) => type === 'delta' && stop.abort());
      expect(end.type).toBe('aborted');
      expect((await spokenOver(endpoint)).startsWith(end.text) && end.text !== '').toBe(true);
      expect((await hear(backend)).end.type).toBe('finished');
    });
  });

  test('RP-040 stopped while the server is silent frees it, also in the prompt phase', async () => {
    await withEndpoint(
      endpoint,
      { fail: { mode: 'stall', afterTokens: 2, requests: 1 } },
      async (backend) => {
        const stop = new AbortController();
        const { end } = await hear(
          backend,
          ask(),
          stop.signal,
          ({ type }) => type === 'delta' && stop.abort(),
        );
        expect(end.type).toBe('aborted');
        expect((await hear(backend)).end.type).toBe('finished');
      },
    );
  });
});

const failing = (endpoint: Endpoint, fail: FaultOptions, client = {}): Promise<Heard> =>
  withEndpoint(endpoint, { fail }, (backend) => hear(backend), client);

describe.each(endpoints)('when %s fails', { concurrent: true }, (_, endpoint) => {
  test.each([
    ['eof', 'broken_stream', /before it was complete/],
    ['die', 'broken_stream', /broke/],
    ['error', 'server_error', /decode failed/],
  ] as const)('RP-041 %s in the middle keeps the text so far', async (mode, code, message) => {
    const heard = await failing(endpoint, { mode, afterTokens: 4 });
    expect(codeOf(heard)).toBe(code);
    expect(messageOf(heard)).toMatch(message);
    const whole = await spokenOver(endpoint);
    expect(heard.end.text).not.toBe('');
    expect(heard.end.text).not.toBe(whole);
    expect(whole.startsWith(heard.end.text)).toBe(true);
  });

  test('silence in the middle is stalled although pings come', async () => {
    const heard = await failing(endpoint, { mode: 'stall', afterTokens: 4 }, { silenceTimeoutMs: 500 });
    expect(codeOf(heard)).toBe('stalled');
    expect(heard.end.text).not.toBe('');
  });

  test('pings alone are no first token, and no answer is none either', async () => {
    // What is asked before the reply has time.
    const soon = () => ({ firstTokenTimeoutMs: 250, patience: new Patience(30_000) });
    expect(codeOf(await failing(endpoint, { mode: 'stall', afterTokens: 0 }, soon()))).toBe('no_first_token');
    expect(codeOf(await failing(endpoint, { mode: 'hang' }, soon()))).toBe('no_first_token');
  });

  test.each([
    ['401', 'bad_key', /--api-key-env/],
    ['500', 'server_error', /Out of memory/],
    ['limited', 'rate_limited', /try again in 7 seconds/],
    ['html', 'not_a_server', /address/],
  ] as const)('%s is told as %s', async (mode, code, message) => {
    const heard = await failing(endpoint, { mode });
    expect(codeOf(heard)).toBe(code);
    expect(messageOf(heard)).toMatch(message);
  });

  test('a prompt found too large only in the stream is told as such, with both sizes', async () => {
    const heard = await failing(endpoint, { mode: 'overflow', afterTokens: 0 });
    expect(codeOf(heard)).toBe('context_exceeded');
    expect(heard.end).toMatchObject({ failure: { sizes: { promptTokens: 9000, contextSize: 8192 } } });
  });

  test('a reset before anything came is tried once more, and told when it comes again', async () => {
    expect((await failing(endpoint, { mode: 'reset', requests: 1 })).end.type).toBe('finished');
    const heard = await failing(endpoint, { mode: 'reset' });
    expect([codeOf(heard), heard.end.text]).toEqual(['broken_stream', '']);
  });

  test.each(['loading', 'busy'] as const)(
    '%s is waited for, and told when it takes too long',
    async (mode) => {
      expect(codeOf(await failing(endpoint, { mode }, { loadingTimeoutMs: 1 }))).toBe(mode);
      expect((await failing(endpoint, { mode, requests: 1 })).end.type).toBe('finished');
    },
  );

  test('a closed port is unreachable', async () => {
    expect(codeOf(await hear(clientOf(endpoint, 'http://127.0.0.1:1')))).toBe('unreachable');
  });

  test('a wrong key is told by reply and probe, and never shows', async () => {
    const [heard, probe] = await withEndpoint(
      endpoint,
      { apiKey: 'k' },
      async (backend) => [await hear(backend), await backend.probe()] as const,
      { apiKey: 'hush-hush', model: '' },
    );
    expect(JSON.stringify([heard, probe])).not.toContain('hush');
    expect(probe.ok).toBe(false);
  });
});

test.each(endpoints.slice(-2))(
  '%s: what opens a stream before the first token is no token',
  { concurrent: true },
  async (_, endpoint) => {
    const serve = { firstTokenMs: 2000 };
    const { end } = await withEndpoint(endpoint, serve, (backend) => hear(backend), {
      silenceTimeoutMs: 1500,
    });
    expect(end.type).toBe('finished');
  },
);

/** KoboldCpp cuts such a prompt without a word. */
const strict = endpoints.filter(([, { dialect }]) => dialect !== 'koboldcpp');

test.each(strict)('%s: a prompt larger than the context is told', async (_, endpoint) => {
  const heard = await withEndpoint(endpoint, { contextSize: 20 }, (backend) => hear(backend));
  expect(codeOf(heard)).toBe('context_exceeded');
  expect(messageOf(heard)).toMatch(/\[prompt\]/);
});
