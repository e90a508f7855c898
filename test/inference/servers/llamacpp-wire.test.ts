import { describe, expect, test } from 'vitest';
import { completionBody, readEvent, readProps } from '../../../src/inference/dialects/llamacpp-wire.ts';
import { ask } from '../replies.ts';

describe('the body of a request', () => {
  test('carries sampling under the names of llama.cpp, and absent settings not at all', () => {
    const body = completionBody(
      ask({ sampling: { temperature: 0.7, repetition_penalty: 1.1, min_p: 0.05 } }),
    );
    expect(body).toMatchObject({
      temperature: 0.7,
      repeat_penalty: 1.1,
      min_p: 0.05,
      n_predict: 200,
      seed: 7,
    });
    expect(body).toMatchObject({ stream: true, cache_prompt: true, return_progress: true });
    expect(Object.keys(body)).not.toContain('repetition_penalty');
    expect(Object.keys(body)).not.toContain('id_slot');
    expect(Object.keys(body)).not.toContain('top_k');
  });

  test('names a slot when asked, and never leaves the number of tokens or the seed open', () => {
    const body = completionBody(ask({ maxTokens: -1, seed: 0xffffffff }), 3);
    expect(body).toMatchObject({ id_slot: 3, n_predict: 1, seed: 0 });
    expect(completionBody(ask({ seed: -5 })).seed).toBe(5);
  });
});

describe('an event of the stream', () => {
  const read = (event: unknown) => readEvent(JSON.stringify(event), 'http://x');

  test.each([
    ['limit', 'length'],
    ['word', 'stop'],
    ['eos', 'eos'],
    ['none', 'eos'],
    ['constructor', 'eos'],
    [{ toString: 1 }, 'eos'],
  ])('the end by %s is %s', (stop_type, reason) => {
    const counts = { tokens_evaluated: 9, tokens_predicted: 3, timings: { cache_n: 5 }, model: 'm.gguf' };
    expect(read({ content: '!', stop: true, stop_type, ...counts })).toEqual({
      type: 'end',
      text: '!',
      reason,
      counts: { promptTokens: 9, reusedTokens: 5, generatedTokens: 3, model: 'm.gguf' },
    });
  });

  test('builds that tell only what was read anew have the rest reused', () => {
    const old = { content: '', stop: true, tokens_evaluated: 9 };
    expect(read({ ...old, timings: { prompt_n: 2 } })).toMatchObject({ counts: { reusedTokens: 7 } });
    expect(read({ ...old, timings: { prompt_n: 20 } })).toMatchObject({ counts: { reusedTokens: 0 } });
    expect(read({ ...old, timings: { cache_n: 0, prompt_n: 2 } })).toMatchObject({
      counts: { reusedTokens: 0 },
    });
    expect(read(old)).toMatchObject({ counts: { reusedTokens: 0 } });
  });

  test('progress is read from its own object', () => {
    const prompt_progress = { total: 100, cache: 40, processed: 60, time_ms: 1 };
    const progress = { type: 'progress', total: 100, cached: 40, processed: 60 };
    expect(read({ content: '', stop: false, prompt_progress })).toEqual(progress);
  });

  test('an error object in mid-stream is named like any other', () => {
    const error = {
      code: 400,
      type: 'exceed_context_size_error',
      message: 'x',
      n_prompt_tokens: 9,
      n_ctx: 8,
    };
    expect(read({ error })).toMatchObject({ type: 'fault', diagnosis: { code: 'context_exceeded' } });
    expect(read({ error: 'gone' })).toMatchObject({ type: 'fault', diagnosis: { code: 'server_error' } });
  });

  test.each([[[]], [7], ['x'], [{ content: 5 }], [{}]])('%j is another protocol', (event) => {
    expect(read(event)).toMatchObject({ type: 'fault', diagnosis: { code: 'not_a_server' } });
  });
});

test('props without build_info are of another server', () => {
  expect(readProps({ total_slots: 1 })).toBeNull();
  expect(readProps(null)).toBeNull();
  const props = { build_info: 'b1', model_path: 'C:\\models\\m.gguf', total_slots: 2 };
  expect(readProps(props)).toEqual({ build: 'b1', model: 'm.gguf', contextSize: 0, slots: 2 });
});
