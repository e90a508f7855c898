import { describe, expect, test } from 'vitest';
import { Patience } from '../../src/inference/transport/patience.ts';
import type { ServerTimeouts } from '../../src/inference/transport/request.ts';
import type { FaultOptions } from '../fake-server/faults.ts';
import { type Endpoint, endpoints, spokenOver, withEndpoint } from './dialects.ts';
import { answered, codeOf } from './failing.ts';
import { type Heard, hear } from './replies.ts';

const some = ['koboldcpp', 'ollama', 'vllm', 'openai-chat'];
const all: readonly [string, Endpoint][] = [
  ['llamacpp', { dialect: 'llamacpp' }],
  ...endpoints.filter(([name]) => some.includes(name)),
];
const hollow = ['blank', 'thoughtless', 'calls', 'progress'] as const;

/** A first token has to come soon; what is asked before the reply has time. */
const sooner = { firstTokenTimeoutMs: 60, patience: new Patience(30_000) };

const going = (endpoint: Endpoint, fail: FaultOptions, client: Partial<ServerTimeouts>): Promise<Heard> =>
  withEndpoint(endpoint, { fail }, (backend) => hear(backend), client);

// Most of what these take is waiting, each for a server of its own.
describe.each(all)('RP-041 %s going on for ever', { concurrent: true }, (_, endpoint) => {
  test.each(hollow)('with what says nothing (%s) is given up, and the text so far is kept', async (mode) => {
    const heard = await going(endpoint, { mode, afterTokens: 4 }, { silenceTimeoutMs: 60 });
    expect(codeOf(heard)).toBe('stalled');
    expect(heard.end.text).not.toBe('');
    expect((await spokenOver(endpoint)).startsWith(heard.end.text)).toBe(true);
  });

  test.each(hollow)('with what says nothing (%s) has sent no first token', async (mode) => {
    const heard = await going(endpoint, { mode, afterTokens: 0 }, sooner);
    expect([codeOf(heard), heard.end.text]).toEqual(['no_first_token', '']);
  });
});

test('a server that says that the reply is over and goes on with pings for ever is left, and the reply is whole', async () => {
  const heard = await going({ dialect: 'vllm' }, { mode: 'linger' }, {});
  expect(heard.end).toMatchObject({ type: 'finished' });
  expect(heard.end.text).not.toBe('');
});

/** A reply from a server that streams the events that `next` makes, one each time that it is asked, without end. */
const streaming = (next: (count: number) => object, firstTokenTimeoutMs = 60): Promise<Heard> => {
  const client = { firstTokenTimeoutMs, silenceTimeoutMs: 60 };
  let count = 0;
  return answered((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = setInterval(() => response.write(`data: ${JSON.stringify(next(count++))}\n\n`), 5);
    response.once('close', () => clearInterval(more));
  }, client);
};
const progress = (processed: number, total: number) => ({
  ...{ content: '', stop: false },
  prompt_progress: { processed, total, cache: 0, time_ms: 0 },
});

test.each([
  ['that reads more of a prompt than it has', (count: number) => progress(1e6 + count, 1e9)],
  ['that reads a part of a token at a time', (count: number) => progress(1 - 1 / (count + 2), 100)],
  ['whose progress tells nothing', () => ({ content: '', stop: false, prompt_progress: {} })],
  [
    'that reads the prompt again behind its first words',
    (count: number) => (count === 0 ? { content: ' Aye', stop: false } : progress(count, 200)),
  ],
])('a server %s for ever is given up', async (_, next) => {
  expect(codeOf(await streaming(next))).toMatch(/^(no_first_token|stalled)$/);
});

test('a server that floods with what says nothing is given up: to read it is to wait', async () => {
  const flood = `data: ${JSON.stringify({ content: '', stop: false })}\n\n`.repeat(2000);
  const heard = await answered(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        if (!response.destroyed) response.write(flood, more);
      };
      more();
    },
    { firstTokenTimeoutMs: 60 },
  );
  expect(codeOf(heard)).toBe('no_first_token');
});

test('a prompt that is read slowly is waited for while more of it is read', async () => {
  const last = { content: ' Aye.', stop: true, stop_type: 'eos', tokens_predicted: 1, tokens_evaluated: 300 };
  const heard = await streaming((count) => (count < 250 ? progress(count, 300) : last), 1000);
  expect(heard.end).toMatchObject({ type: 'finished', text: ' Aye.' });
});
