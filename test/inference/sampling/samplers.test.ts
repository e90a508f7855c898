import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sampling } from '../../../src/inference/backend.ts';
import { dialects } from '../../../src/inference/sampling/sampler-rules.ts';
import { samplerFields, smallSeed, unsupported } from '../../../src/inference/sampling/samplers.ts';
import { withEndpoint } from '../dialects.ts';
import { ask, hear } from '../replies.ts';

const all: Required<Sampling> = {
  temperature: 0.7,
  top_k: 30,
  top_p: 0.9,
  min_p: 0.1,
  typical_p: 0.8,
  top_n_sigma: 1.5,
  xtc_probability: 0.5,
  xtc_threshold: 0.1,
  dry_multiplier: 0.8,
  dry_base: 1.75,
  dry_allowed_length: 3,
  dry_penalty_range: 512,
  dry_sequence_breakers: ['\n', '"'],
  repetition_penalty: 1.1,
  repetition_range: 1024,
  presence_penalty: 0.2,
  frequency_penalty: 0.3,
  mirostat: 2,
  mirostat_tau: 5,
  mirostat_eta: 0.1,
  dynatemp_range: 0.2,
  dynatemp_exponent: 1.2,
  grammar: 'root ::= "a"',
  json_schema: { type: 'object' },
  banned_strings: ['shivers'],
  logit_bias: { 15: -2 },
};

describe('sampler settings', () => {
  test('every server gets the names that it knows (golden)', async () => {
    const table = dialects.map((dialect) => {
      const sent = Object.entries(samplerFields(dialect, all)).map(
        ([name, value]) => `  ${name} ${JSON.stringify(value)}\n`,
      );
      return `${dialect}\n${sent.join('')}  not: ${unsupported(dialect, all).join(', ')}\n`;
    });
    await expect(table.join('\n')).toMatchFileSnapshot('golden/samplers.golden.txt');
  });

  test('for all settings and servers: each is sent or told, never both', () => {
    const some = fc.subarray(Object.keys(all) as (keyof Sampling)[]);
    fc.assert(
      fc.property(some, fc.constantFrom(...dialects), (names, dialect) => {
        for (const name of names) {
          const sampling = { temperature: 1, ...governing(name), [name]: all[name] };
          const sent = Object.keys(samplerFields(dialect, { [name]: all[name] })).length > 0;
          expect(unsupported(dialect, sampling).includes(name)).toBe(!sent);
        }
      }),
    );
  });

  test('what changes nothing is not told', () => {
    const neutral: Sampling = { top_k: 0, min_p: 0, repetition_penalty: 1, dry_multiplier: 0, dry_base: 2 };
    expect(unsupported('deepseek', neutral)).toEqual([]);
    expect(unsupported('deepseek', { dry_base: 2, xtc_threshold: 0.1, banned_strings: [] })).toEqual([]);
  });

  test('whole-context ranges are left out where llama.cpp would refuse them', () => {
    expect(samplerFields('llamacpp', { repetition_range: -1, dry_penalty_range: -1 })).toEqual({});
  });

  test('no dynamic temperature goes below 0, and none at all without a range', () => {
    expect(samplerFields('tabbyapi', { temperature: 0.1, dynatemp_range: 0.5 })).toMatchObject({
      min_temp: 0,
      max_temp: 0.6,
    });
    expect(samplerFields('textgen', { dynatemp_range: 0 })).toEqual({});
  });

  test('names from a stranger do nothing', () => {
    expect(samplerFields('vllm', JSON.parse('{"__proto__":1,"constructor":2,"evil":3}'))).toEqual({});
  });

  test('for all seeds: small, positive, the same for the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (seed) => {
        expect(smallSeed(seed)).toBe(smallSeed(seed));
        expect(smallSeed(seed)).toBeGreaterThanOrEqual(1);
        expect(smallSeed(seed)).toBeLessThan(2 ** 31 - 1);
      }),
    );
  });
});

const governing = (name: keyof Sampling): Sampling => ({
  ...(name.startsWith('xtc_') ? { xtc_probability: 0.5 } : {}),
  ...(name.startsWith('dry_') ? { dry_multiplier: 0.8 } : {}),
  ...(name.startsWith('mirostat') ? { mirostat: 2 } : {}),
  ...(name.startsWith('dynatemp') ? { dynatemp_range: 0.2 } : {}),
  ...(name.startsWith('repetition') ? { repetition_penalty: 1.1 } : {}),
});

test('a setting that the server does not know is told once, before the reply', async () => {
  await withEndpoint({ dialect: 'ollama' }, {}, async (backend) => {
    const first = await hear(backend, ask({ sampling: { dry_multiplier: 0.8, min_p: 0.1 } }));
    expect(first.events[0]).toEqual({
      type: 'notice',
      message: 'Ollama does not know dry_multiplier; not sent',
    });
    const next = await hear(backend, ask({ sampling: { dry_multiplier: 0.8, mirostat: 2 } }));
    expect(next.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))).toEqual([
      'Ollama does not know mirostat; not sent',
    ]);
  });
});
