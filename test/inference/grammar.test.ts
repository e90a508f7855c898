import { describe, expect, test } from 'vitest';
import type { CompletionRequest, Sampling } from '../../src/inference/backend.ts';
import { koboldBody } from '../../src/inference/dialects/koboldcpp-wire.ts';
import { completionBody } from '../../src/inference/dialects/llamacpp-wire.ts';
import { createNotices } from '../../src/inference/dialects/notices.ts';
import { ollamaBody } from '../../src/inference/dialects/ollama-wire.ts';
import { openAiBody } from '../../src/inference/dialects/openai-body.ts';
import { dialects } from '../../src/inference/sampling/sampler-rules.ts';

const shape = 'root ::= ":"';
const request = (sampling: Sampling = {}): CompletionRequest => ({
  ...{ prompt: 'A', stop: [], maxTokens: 1, seed: 1, sampling, shapes: [{ grammar: shape }] },
});

describe('the shape of one reply', () => {
  test('goes to servers that have grammars, under their name for it', () => {
    expect(completionBody(request())).toMatchObject({ grammar: shape });
    expect(koboldBody(request(), 'k')).toMatchObject({ grammar: shape });
    const sent = (dialect: Parameters<typeof openAiBody>[0]['dialect']) =>
      openAiBody({ dialect, model: '' }, request());
    expect(sent('vllm')).toMatchObject({ structured_outputs: { grammar: shape } });
    expect(sent('tabbyapi')).toMatchObject({ grammar_string: shape });
    expect(sent('textgen')).toMatchObject({ grammar_string: shape });
  });

  test('is left out elsewhere, without a word', () => {
    for (const dialect of ['openai', 'openrouter', 'deepseek', 'lmstudio'] as const) {
      expect(JSON.stringify(openAiBody({ dialect, model: '' }, request()))).not.toContain('root');
    }
    expect(JSON.stringify(ollamaBody(request(), { model: 'm', contextSize: 1 }))).not.toContain('root');
    for (const dialect of dialects) expect(createNotices()(dialect, request().sampling)).toEqual([]);
  });

  test("gives way to a person's own grammar or schema", () => {
    expect(completionBody(request({ grammar: 'root ::= "x"' }))).toMatchObject({ grammar: 'root ::= "x"' });
    expect(completionBody(request({ json_schema: { type: 'string' } }))).not.toHaveProperty('grammar');
  });
});
