import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  createOllamaReader,
  ollamaBody,
  readModelContext,
  readTags,
} from '../../../src/inference/dialects/ollama-wire.ts';
import { createOllama } from '../../../src/inference/servers/ollama.ts';
import { withEndpoint } from '../dialects.ts';
import { codeOf, messageOf, withListener } from '../failing.ts';
import { ask, hear, patience, prompt } from '../replies.ts';

const ollama = { dialect: 'ollama' } as const;

describe('Ollama', () => {
  test('the body is raw, never cut without a word, and of the same context each time', () => {
    const sampling = { repetition_penalty: 1.1, json_schema: { type: 'object' } };
    expect(ollamaBody(ask({ sampling }), { model: 'm', contextSize: 4096 })).toEqual({
      model: 'm',
      prompt,
      raw: true,
      stream: true,
      truncate: false,
      shift: false,
      format: { type: 'object' },
      options: {
        repeat_penalty: 1.1,
        num_ctx: 4096,
        num_predict: 200,
        stop: ['\nAlice:', '\nCarl:'],
        seed: 8,
      },
    });
  });

  test.each([
    [100_000, undefined, 8192],
    [4096, undefined, 4096],
    [100_000, 32_768, 32_768],
  ])('of a model of %i tokens, %o wanted, it uses %i', async (contextSize, wanted, used) => {
    const probe = await withEndpoint(ollama, { contextSize }, (_, url) =>
      createOllama({ ...patience, url, ...(wanted ? { contextSize: wanted } : {}) }).probe(),
    );
    expect(probe).toMatchObject({ ok: true, model: 'understudy:latest', contextSize: used });
  });

  test('a model that it does not have is told', async () => {
    const heard = await withEndpoint(ollama, {}, (_, url) =>
      hear(createOllama({ ...patience, url, model: 'nobody' })),
    );
    expect(codeOf(heard)).toBe('no_model');
    expect(messageOf(heard)).toMatch(/'nobody' not found; name one/);
  });

  test('without any model it says how to have one', async () => {
    const server = createServer((_, response) => response.end('{"models":[]}'));
    const heard = await withListener(server, (url) => hear(createOllama({ ...patience, url })));
    expect([codeOf(heard), messageOf(heard)]).toEqual(['no_model', expect.stringContaining('ollama pull')]);
  });

  test('an end without done is cut short, an odd line another protocol', async () => {
    const answer = (line: string) =>
      withListener(
        createServer((_, response) => {
          response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(`${line}\n`);
        }),
        (url) => hear(createOllama({ ...patience, url, model: 'm' })),
      );
    const cut = await answer('{"response":" Aye.","done":false}');
    expect([codeOf(cut), cut.end.text]).toEqual(['broken_stream', ' Aye.']);
    expect(codeOf(await answer('{"done":true}'))).toBe('not_a_server');
  });

  test('reads what it needs and nothing else', () => {
    expect(readTags({ models: [{ name: 'a' }, {}, null, { name: 5 }] })).toEqual(['a']);
    expect(readTags({ models: 'x' })).toBeNull();
    expect(readModelContext({ model_info: { 'llama.context_length': 8192 } })).toBe(8192);
    expect(readModelContext(null)).toBe(0);
    const reader = createOllamaReader({ url: 'http://x', name: 'Ollama' });
    expect(reader.read('{"response":"","done":false}')).toMatchObject([{ type: 'content', text: '' }]);
    expect(reader.read('{"response":"","thinking":"Hm","done":false}')).toEqual([
      { type: 'reasoning', text: 'Hm' },
    ]);
    expect(reader.read('{"error":"the input length exceeds the context length"}')).toMatchObject([
      { type: 'fault', diagnosis: { code: 'context_exceeded' } },
    ]);
  });
});
