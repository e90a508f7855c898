import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { BackendFailure } from '../../src/inference/backend.ts';
import { clientOf, type Endpoint, endpoints, withEndpoint } from './dialects.ts';
import { codeOf, messageOf, withListener } from './failing.ts';
import { ask, type Heard, hear, withServer } from './replies.ts';

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };

/** A reply asked over this endpoint of a server that answers everything so. */
const told = (endpoint: Endpoint, status: number, body: string): Promise<Heard> =>
  withListener(
    createServer((_, response) => response.writeHead(status, status === 200 ? stream : json).end(body)),
    (url) => hear(clientOf(endpoint, url, { model: 'm', loadingTimeoutMs: 1 })),
  );

const sizesOf = ({ end }: Heard): BackendFailure['sizes'] =>
  end.type === 'failed' ? end.failure.sizes : undefined;

const all: [string, Endpoint][] = [['llamacpp', { dialect: 'llamacpp' }], ...endpoints];
describe('what servers complain about', () => {
  test.each([
    [
      'KoboldCpp is busy',
      { dialect: 'koboldcpp' },
      [503, '{"detail":{"msg":"Server is busy; please try again later.","type":"service_unavailable"}}'],
      ['busy', /busy.*try again/],
    ],
    [
      'OpenRouter wants credit',
      { dialect: 'openrouter' },
      [402, '{"error":{"code":402,"message":"Insufficient credits"}}'],
      ['no_credit', /Insufficient credits.*--model/],
    ],
    [
      'OpenRouter objects to the prompt',
      { dialect: 'openrouter' },
      [
        403,
        '{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged"}}',
      ],
      ['filtered', /flagged.*--model/],
    ],
    [
      'OpenRouter waited too long for its provider',
      { dialect: 'openrouter' },
      [408, '{"error":{"code":408,"message":"Timed out"}}'],
      ['server_error', /Timed out/],
    ],
    [
      'DeepSeek is overloaded',
      { dialect: 'deepseek' },
      [503, '\n\n{"error":{"message":"The server is overloaded","type":"server_error"}}'],
      ['busy', /busy/],
    ],
    [
      'DeepSeek wants credit, after blank lines',
      { dialect: 'deepseek' },
      [402, '\n\n\n{"error":{"message":"Insufficient Balance"}}'],
      ['no_credit', /Insufficient Balance/],
    ],
    [
      'vLLM does not have the model',
      { dialect: 'vllm' },
      [404, '{"object":"error","message":"The model `m` does not exist.","type":"NotFoundError","code":404}'],
      ['no_model', /--model/],
    ],
    [
      'FastAPI finds a field wrong',
      { dialect: 'textgen' },
      [422, '{"detail":[{"loc":["body","max_tokens"],"msg":"must be positive"}]}'],
      ['bad_request', /body\.max_tokens: must be positive.*\[sampling\]/],
    ],
  ] as const)('%s', async (_, endpoint, [status, body], [code, message]) => {
    const heard = await told(endpoint, status, body);
    expect(codeOf(heard)).toBe(code);
    expect(messageOf(heard)).toMatch(message);
  });

  test('blank lines before a proper stream are nothing (DeepSeek)', async () => {
    const body =
      '\n\n: keep-alive\n\n\ndata: {"choices":[{"text":" Aye.","finish_reason":"stop"}]}\n\n\n\ndata: [DONE]\n\n';
    expect((await told({ dialect: 'deepseek' }, 200, body)).end).toMatchObject({
      type: 'finished',
      text: ' Aye.',
    });
  });

  test('DeepSeek closing a stream that never began is told as cut short', async () => {
    expect(codeOf(await told({ dialect: 'deepseek' }, 200, ': keep-alive\n\n'))).toBe('broken_stream');
  });

  test('OpenRouter breaking off keeps the text so far, by its error as by finish_reason alone', async () => {
    const text = 'data: {"choices":[{"text":" Aye"}]}\n\n';
    const choices = '"choices":[{"text":"","finish_reason":"error"}]';
    const error = '"error":{"code":502,"message":"Provider disconnected"}';
    const whole = await told(
      { dialect: 'openrouter' },
      200,
      `${text}data: {"id":"g",${error},${choices}}\n\n`,
    );
    expect([codeOf(whole), whole.end.text]).toEqual(['server_error', ' Aye']);
    expect(messageOf(whole)).toMatch(/Provider disconnected/);
    const bare = await told({ dialect: 'openrouter' }, 200, `${text}data: {${choices}}\n\n`);
    expect([codeOf(bare), bare.end.text]).toEqual(['server_error', ' Aye']);
  });

  test('Ollama finding the prompt too long has no sizes to tell', async () => {
    const heard = await told(
      { dialect: 'ollama' },
      400,
      '{"error":"the input length exceeds the context length"}',
    );
    expect([codeOf(heard), sizesOf(heard)]).toEqual(['context_exceeded', undefined]);
  });
});

describe('what llama.cpp complains about', () => {
  test('a grammar that it cannot read is told with where to correct it', async () => {
    const heard = await withServer({}, (backend) => hear(backend, ask({ sampling: { grammar: 'a' } })));
    expect(codeOf(heard)).toBe('bad_request');
    expect(messageOf(heard)).toMatch(/grammar.*grammar or json_schema under \[sampling\]/);
  });

  test('ranges of -1, which newer builds refuse, are not sent', async () => {
    const sampling = { repetition_range: -1, dry_multiplier: 1, dry_penalty_range: -1 };
    const { end } = await withServer({}, (backend) => hear(backend, ask({ sampling })));
    expect(end.type).toBe('finished');
  });

  test('a schema that it cannot turn into a grammar is named', async () => {
    const error = {
      code: 400,
      message: '"json_schema": JSON schema conversion failed:\nUnrecognized schema',
    };
    const heard = await told({ dialect: 'llamacpp' }, 400, JSON.stringify({ error }));
    expect(codeOf(heard)).toBe('bad_request');
    expect(messageOf(heard)).toMatch(/Unrecognized schema.*json_schema under \[sampling\]/);
  });

  test('busy slots send no headers, so a second request has no first token, and may be busy', async () => {
    const fail = { mode: 'stall', afterTokens: 0, requests: 1 } as const;
    const heard = await withServer({ fail }, async (backend, url) => {
      const stop = new AbortController();
      const first = hear(backend, ask(), stop.signal);
      const impatient = clientOf({ dialect: 'llamacpp' }, url, { firstTokenTimeoutMs: 60 });
      const second = await hear(impatient);
      stop.abort();
      await first;
      return second;
    });
    expect(codeOf(heard)).toBe('no_first_token');
    expect(messageOf(heard)).toMatch(/busy with another request/);
  });
});

test.each(all)('%s: a prompt that is too large is told with both sizes', async (_, endpoint) => {
  const heard = await withEndpoint(endpoint, { fail: { mode: 'exceed' } }, (backend) => hear(backend));
  if (endpoint.dialect === 'koboldcpp') return expect(heard.end.type).toBe('finished');
  expect(codeOf(heard)).toBe('context_exceeded');
  const isTold = endpoint.dialect !== 'ollama';
  expect(sizesOf(heard)).toEqual(isTold ? { promptTokens: 9000, contextSize: 8192 } : undefined);
});

test.each([
  ['20', /try again in 20 seconds/],
  ['Fri, 01 Jan 2099 00:00:00 GMT', /no more requests within a day; choose another/],
  ['9'.repeat(400), /no more requests within a day; choose another/],
])('a server that wants to be asked again after %s is not waited for', async (after, said) => {
  const heard = await withListener(
    createServer((_, response) => response.writeHead(429, { 'retry-after': after }).end()),
    (url) => hear(clientOf({ dialect: 'openrouter' }, url, { model: 'm' })),
  );
  expect(codeOf(heard)).toBe('rate_limited');
  expect(messageOf(heard)).toMatch(said);
});
