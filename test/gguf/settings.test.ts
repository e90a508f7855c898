import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Backend, CompletionRequest } from '../../src/inference/backend.ts';
import { hear } from '../inference/replies.ts';
import { ask, countBy, story, stranger, usageOf } from './asking.ts';
import { openTiny } from './library.ts';
import { specialTokens } from './tiny-model.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openTiny();
});

const count = (text: string): Promise<number> => countBy(backend, text);

describe('the tokenizer', () => {
  test('for all texts: what it counts is what is evaluated, but for the token that opens a prompt', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' the rain', '\n', ...specialTokens.slice(1)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const prompt = `x${pieces.join('')}`;
        const { promptTokens } = usageOf(await hear(backend, ask(prompt, { maxTokens: 1 })));
        expect(promptTokens).toBe((await count(prompt)) + 1);
      }),
      { numRuns: 30 },
    );
  });

  test('a prompt that brings its opening token itself gets no second one', async () => {
    const { promptTokens } = usageOf(await hear(backend, ask('<s>The rain', { maxTokens: 1 })));
    expect(promptTokens).toBe(await count('<s>The rain'));
  });

  test('special tokens count as one, texts one by one', async () => {
    expect(await backend.countTokens?.(['<|im_start|>', '<|im_end|>', '', 'x'])).toEqual([1, 1, 0, 1]);
  });

  test("the model's own chat template is told as it writes", async () => {
    const messages = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Ask.' },
      { role: 'assistant', content: 'Answer.' },
      { role: 'user', content: 'Again.' },
    ] as const;
    expect(await backend.applyTemplate?.(messages)).toBe(
      [
        '<|im_start|>system\nRules.<|im_end|>\n<|im_start|>user\nAsk.<|im_end|>\n',
        '<|im_start|>assistant\nAnswer.<|im_end|>\n<|im_start|>user\nAgain.<|im_end|>\n<|im_start|>assistant\n',
      ].join(''),
    );
  });
});

describe('samplers', () => {
  const written = async (sampling: CompletionRequest['sampling'], maxTokens = 24): Promise<string> =>
    (await hear(backend, ask(story(10), { sampling, maxTokens }))).end.text;

  test('temperature 0 takes the likeliest, whatever the seed', async () => {
    const texts = [1, 2].map((seed) => hear(backend, ask(story(10), { seed, sampling: { temperature: 0 } })));
    const [first, second] = await Promise.all(texts);
    expect(first?.end.text).toBe(second?.end.text);
  });

  test.each<[string, CompletionRequest['sampling']]>([
    ['top_k', { top_k: 1 }],
    ['top_p', { top_p: 0.01 }],
    ['min_p', { min_p: 1 }],
  ])('%s that leaves one token is as good as temperature 0', async (_, sampling) => {
    expect(await written({ temperature: 2, ...sampling })).toBe(await written({ temperature: 0 }));
  });

  test.each<[string, CompletionRequest['sampling']]>([
    ['repetition_penalty', { repetition_penalty: 2 }],
    ['presence_penalty', { presence_penalty: 3 }],
    ['frequency_penalty', { frequency_penalty: 2 }],
    ['dry_multiplier', { dry_multiplier: 5, dry_allowed_length: 1 }],
    ['xtc_probability', { temperature: 1, xtc_probability: 1, xtc_threshold: 0.01 }],
  ])('%s changes what is written', async (_, sampling) => {
    expect(await written({ temperature: 0, ...sampling }, 60)).not.toBe(
      await written({ temperature: 0 }, 60),
    );
  });

  test('a repetition range of 0 looks back at nothing', async () => {
    const off = await written({ temperature: 0, repetition_penalty: 2, repetition_range: 0 });
    expect(off).toBe(await written({ temperature: 0 }));
  });

  test('a bias by token id', async () => {
    expect(await written({ logit_bias: { '100': 100 } }, 5)).toBe('ddddd');
  });

  test('a grammar is kept to, and so is a JSON schema', async () => {
    expect(await written({ grammar: 'root ::= "yes" | "no"' })).toMatch(/^(yes|no)$/);
    const json_schema = { type: 'object', properties: { calm: { type: 'boolean' } } };
    const { end } = await hear(backend, ask(story(10), { sampling: { json_schema }, maxTokens: 60 }));
    expect(end).toMatchObject({ reason: 'stop', text: expect.stringMatching(/\}$/) });
    expect(JSON.parse(end.text)).toEqual({ calm: expect.any(Boolean) });
  });

  test('a grammar that is none is refused in a line, and the cache stays', async () => {
    const owner = stranger();
    await hear(backend, ask(story(10), { owner }));
    const { end } = await hear(backend, ask(story(10), { owner, sampling: { grammar: 'root ::= (' } }));
    expect(end).toMatchObject({ type: 'failed', failure: { code: 'bad_request' } });
    expect(usageOf(await hear(backend, ask(story(10), { owner }))).reusedTokens).toBeGreaterThan(100);
  });

  test('what it cannot do is told once', async () => {
    const sampling = { mirostat: 2, typical_p: 0.5 } as const;
    const first = await hear(backend, ask(story(1), { sampling }));
    const message = 'node-llama-cpp does not know mirostat, typical_p; not sent';
    expect(first.events[0]).toEqual({ type: 'notice', message });
    const next = await hear(backend, ask(story(1), { sampling }));
    expect(next.events.some(({ type }) => type === 'notice')).toBe(false);
  });
});
