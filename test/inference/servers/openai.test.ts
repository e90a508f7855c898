import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { CompletionRequest } from '../../../src/inference/backend.ts';
import { openAiBody, openAiChatBody } from '../../../src/inference/dialects/openai-body.ts';
import { createOpenAi } from '../../../src/inference/servers/openai.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { completions, withEndpoint } from '../dialects.ts';
import { codeOf, messageOf, withListener } from '../failing.ts';
import { ask, hear, patience, prompt } from '../replies.ts';

const local = completions.filter((name) => !['openrouter', 'featherless', 'deepseek'].includes(name));

describe('told apart by a probe', () => {
  test.each(local)('%s, with its model and context', async (dialect) => {
    const server = await startFakeServer({ dialect, contextSize: 4096 });
    const backend = createOpenAi({ ...patience, url: `${server.url}/v1/` });
    const probe = await backend.probe();
    expect(probe).toMatchObject({ ok: true, kind: 'openai', url: server.url, model: 'understudy' });
    const isTold = ['vllm', 'aphrodite', 'tabbyapi', 'lmstudio'].includes(dialect);
    expect(probe.contextSize).toBe(isTold ? 4096 : 0);
    expect(probe.remedy === '').toBe(isTold);
    const { events, end } = await hear(backend, ask({ sampling: { dry_multiplier: 0.8 } }));
    expect(end.type).toBe('finished');
    const knowsDry = ['aphrodite', 'tabbyapi', 'textgen'].includes(dialect);
    expect(events.some(({ type }) => type === 'notice')).toBe(!knowsDry);
    await server.close();
  });

  test('a service that lists many models wants one to be named', async () => {
    const heard = await hear(createOpenAi({ ...patience, url: 'https://openrouter.ai/api/v1' }));
    expect(codeOf(heard)).toBe('no_model');
    expect(messageOf(heard)).toMatch(/OpenRouter.*--model/);
  });

  test('a server without /v1/models is taken for OpenAI-compatible', async () => {
    const stream = 'data: {"choices":[{"text":" Aye.","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const server = createServer((request, response) => {
      if (request.method === 'GET') return response.writeHead(404).end('{"detail":"Not Found"}');
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
    });
    const { end } = await withListener(server, (url) => hear(createOpenAi({ ...patience, url })));
    expect(end).toMatchObject({ type: 'finished', text: ' Aye.', reason: 'eos' });
  });

  test('a server that is away at first is asked again', async () => {
    const first = await startFakeServer({ dialect: 'vllm' });
    const port = Number(new URL(first.url).port);
    await first.close();
    const backend = createOpenAi({ ...patience, url: first.url });
    expect(codeOf(await hear(backend))).toBe('unreachable');
    const second = await startFakeServer({ dialect: 'vllm', port });
    expect((await hear(backend)).end.type).toBe('finished');
    await second.close();
  });
});

describe('usage', () => {
  test.each(['vllm', 'openrouter', 'deepseek'] as const)(
    '%s tells what its cache spared',
    async (dialect) => {
      const second = await withEndpoint({ dialect }, {}, async (backend) => {
        await hear(backend);
        return hear(backend);
      });
      const [promptTokens = 0] = (await createUnderstudy().countTokens?.([prompt])) ?? [];
      expect(second.end).toMatchObject({ usage: { promptTokens, reusedTokens: promptTokens - 1 } });
    },
  );
});

describe('what is sent', () => {
  const body = (dialect: (typeof completions)[number], over: Partial<CompletionRequest> = {}) =>
    openAiBody({ dialect, model: 'm' }, ask(over));

  test('a raw prompt with its limit, stop strings, seed and the wish for usage', () => {
    expect(body('vllm')).toEqual({
      model: 'm',
      prompt,
      max_tokens: 200,
      stop: ['\nAlice:', '\nCarl:'],
      seed: 8,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('as many stop strings as the server takes', () => {
    const stop = ['', ...'abcdefghijklmnopqrst'];
    expect(body('openai', { stop }).stop).toHaveLength(4);
    expect(body('deepseek', { stop }).stop).toHaveLength(16);
    expect(body('tabbyapi', { stop }).stop).toHaveLength(20);
    expect(Object.keys(body('openai', { stop: [''] }))).not.toContain('stop');
  });

  test('DeepSeek is asked for at most 4096 tokens and gets no seed', () => {
    expect(body('deepseek', { maxTokens: 9000 }).max_tokens).toBe(4096);
    expect(Object.keys(body('deepseek'))).not.toContain('seed');
  });

  test('KT-20 messages with speakers as named users, in names that are legal', () => {
    const messages = [
      { role: 'system', content: 'A play.' },
      { role: 'user', name: 'Al <b> Ötzi', content: 'Hi' },
      { role: 'user', name: '???', content: 'Ho' },
    ] as const;
    const chat = (url: string) =>
      openAiChatBody({ dialect: 'openai', model: 'm' }, ask({ messages, maxTokens: 9 }), url);
    expect(chat('http://x')).toMatchObject({
      messages: [
        { role: 'system', content: 'A play.' },
        { role: 'user', name: 'Al_b_Ötzi', content: 'Hi' },
        { role: 'user', name: '_', content: 'Ho' },
      ],
      max_tokens: 9,
    });
    expect(chat('https://api.openai.com')).toMatchObject({ max_completion_tokens: 9 });
  });

  test('KT-20 a chat endpoint is told to be an approximation, once', async () => {
    const messages = [{ role: 'user', name: 'Alice', content: 'Row!' } as const];
    const [first, second] = await withEndpoint({ dialect: 'openai', chat: true }, {}, async (backend) => [
      await hear(backend, ask({ messages })),
      await hear(backend, ask({ messages })),
    ]);
    expect(first?.events[0]).toEqual({ type: 'notice', message: expect.stringContaining('approximate') });
    expect(first?.end.type).toBe('finished');
    expect(second?.events.some(({ type }) => type === 'notice')).toBe(false);
  });
});
