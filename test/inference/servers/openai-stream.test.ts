import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createOpenAiReader } from '../../../src/inference/dialects/openai-stream.ts';
import { createOpenAi } from '../../../src/inference/servers/openai.ts';
import { Reply } from '../../../src/inference/transport/reply.ts';
import { withListener } from '../failing.ts';
import { hear, patience } from '../replies.ts';

describe('what the stream says', () => {
  const read = (...chunks: (object | string)[]) => {
    const reader = createOpenAiReader({ url: 'http://x', name: 'vLLM' });
    const said = chunks.flatMap((one) => reader.read(typeof one === 'string' ? one : JSON.stringify(one)));
    return { said, close: reader.close() };
  };
  const chunk = (choice: object, more = {}) => ({ choices: [choice], ...more });

  test('finish_reason or [DONE] alone makes it complete, neither does not', () => {
    expect(read(chunk({ text: 'a' })).close).toBeNull();
    expect(read(chunk({ text: 'a', finish_reason: 'length' })).close).toMatchObject({ reason: 'length' });
    expect(read(chunk({ text: 'a' }), '[DONE]').said.at(-1)).toMatchObject({ type: 'end', reason: 'eos' });
  });

  test.each([
    [{ finish_reason: 'stop', stop_reason: '\nBob:' }, 'stop'],
    [{ finish_reason: 'stop', stop_reason: 128001 }, 'eos'],
    [{ finish_reason: 'stop', eos_reason: 'stop_string' }, 'stop'],
    [{ finish_reason: 'stop' }, 'eos'],
  ])('%j is %s', (choice, reason) => {
    expect(read(chunk(choice)).close).toMatchObject({ reason });
  });

  test('thinking comes apart from the text', () => {
    const { said } = read(chunk({ delta: { reasoning_content: 'hm' } }), chunk({ delta: { role: 'a' } }));
    expect(said).toEqual([{ type: 'reasoning', text: 'hm' }]);
  });

  test('calls of tools come in pieces, and are passed on whole before the end, unless the reply ran out', () => {
    const piece = (index: number, of: object, id?: string) =>
      chunk({ delta: { tool_calls: [{ index, ...(id && { id }), function: of }] } });
    const pieces = [
      piece(0, { name: 'roll', arguments: '{"dice"' }, 'a'),
      piece(1, { name: 'look', arguments: '{}' }, 'b'),
      piece(0, { arguments: ':"2d6"}' }),
      chunk({ delta: { content: 'Well.' } }),
    ];
    const endedBy = (finish_reason: string) => {
      const reply = new Reply({ stop: [], maxTokens: 100 }, () => 0);
      const { said } = read(...pieces, chunk({ finish_reason }), '[DONE]');
      return said.flatMap((event) => (event.type === 'fault' ? [] : reply.accept(event)));
    };
    expect(endedBy('tool_calls')).toMatchObject([
      { type: 'delta', text: 'Well.' },
      { type: 'tool_call', call: { id: 'a', name: 'roll', arguments: '{"dice":"2d6"}' } },
      { type: 'tool_call', call: { id: 'b', name: 'look', arguments: '{}' } },
      { type: 'finished', text: 'Well.', reason: 'eos' },
    ]);
    expect(endedBy('length').map(({ type }) => type)).toEqual(['delta', 'finished']);
  });

  test('calls of tools without an end are cut like any reply', () => {
    const reply = new Reply({ stop: [], maxTokens: 20 }, () => 0);
    const more = { tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(100) } }] };
    const ended = () =>
      read(chunk({ delta: more })).said.some((event) => {
        if (event.type !== 'fault') reply.accept(event);
        return reply.ended;
      });
    expect(Array.from({ length: 30 }, ended)).toContain(true);
  });

  test('usage comes with the last chunk or after it', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4 };
    const counts = { promptTokens: 9, generatedTokens: 3, reusedTokens: 4 };
    expect(
      read(chunk({ finish_reason: 'stop' }), { choices: [], usage }, '[DONE]').said.at(-1),
    ).toMatchObject({
      counts,
    });
    expect(read(chunk({ finish_reason: 'stop' }, { usage })).close).toMatchObject({ counts });
  });

  test.each([
    [{ error: { message: 'gone', code: 502 } }, 'server_error'],
    [{ object: 'error', message: 'gone', code: 400 }, 'bad_request'],
    [{ error: { message: 'x', code: 'context_length_exceeded' } }, 'context_exceeded'],
    [chunk({ finish_reason: 'error' }), 'server_error'],
    [chunk({ finish_reason: 'content_filter' }), 'filtered'],
    [{ content: 'hi', stop: false }, 'not_a_server'],
    ['hello', 'not_a_server'],
  ])('%j is a fault', (event, code) => {
    expect(read(event).said).toMatchObject([{ type: 'fault', diagnosis: { code } }]);
  });

  test('a server that says neither [DONE] nor goodbye has a complete reply', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"text":" Aye.","finish_reason":"stop"}]}\n\n');
    });
    const options = { ...patience, silenceTimeoutMs: 0, dialect: 'vllm', model: 'm' } as const;
    const { end } = await withListener(server, (url) => hear(createOpenAi({ ...options, url })));
    server.closeAllConnections();
    expect(end).toMatchObject({ type: 'finished', text: ' Aye.' });
  });

  test('a connection that breaks after the finish_reason has a complete reply', async () => {
    const last = 'data: {"choices":[{"text":" Aye.","finish_reason":"stop"}]}\n\n';
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(last, () => response.destroy());
    });
    const options = { ...patience, dialect: 'vllm', model: 'm' } as const;
    const { end } = await withListener(server, (url) => hear(createOpenAi({ ...options, url })));
    expect(end).toMatchObject({ type: 'finished', text: ' Aye.', usage: { generatedTokens: 1 } });
  });
});
