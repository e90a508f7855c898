import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSamplers } from '../../../src/config/presets.ts';
import { isSottoError } from '../../../src/domain/errors.ts';
import { readSamplerPreset } from '../../../src/interop/presets/sampler-preset.ts';

/** The fields of a preset as SillyTavern writes it, most of them switched off. */
const preset = {
  temp: 1.15,
  top_p: 0.9,
  top_k: 0,
  min_p: '0.05',
  typical_p: 1,
  nsigma: 0,
  rep_pen: 1.08,
  rep_pen_range: 0,
  freq_pen: 0,
  presence_pen: 0.1,
  dry_multiplier: 0.8,
  dry_base: 1.75,
  dry_allowed_length: 2,
  dry_penalty_last_n: 1024,
  dry_sequence_breakers: '["\\n", ":"]',
  mirostat_mode: 0,
  mirostat_tau: 5,
  mirostat_eta: 0.1,
  dynatemp: false,
  min_temp: 0.5,
  max_temp: 2,
  dynatemp_exponent: 1,
  xtc_threshold: 0.1,
  xtc_probability: 0.5,
  seed: -1,
  grammar_string: '',
  json_schema: {},
  banned_tokens: '',
  logit_bias: [],
  tfs: 1,
  top_a: 0,
  smoothing_factor: 0,
  guidance_scale: 1,
  negative_prompt: '',
  sampler_priority: ['temperature', 'min_p'],
};

test("SillyTavern's names become sotto's; what is off or left to the server says nothing", () => {
  const { sampling, warnings } = readSamplerPreset(preset);
  expect(sampling).toEqual({
    ...{ temperature: 1.15, top_p: 0.9, top_k: 0, min_p: 0.05, typical_p: 1 },
    ...{ repetition_penalty: 1.08, frequency_penalty: 0, presence_penalty: 0.1 },
    ...{ dry_multiplier: 0.8, dry_base: 1.75, dry_allowed_length: 2, dry_penalty_range: 1024 },
    ...{ dry_sequence_breakers: ['\n', ':'], mirostat: 0, mirostat_tau: 5, mirostat_eta: 0.1 },
    ...{ xtc_threshold: 0.1, xtc_probability: 0.5 },
  });
  expect(warnings).toEqual([]);
  checkSamplers(sampling);
});

test('fields that mean nothing to sotto are kept; those that were at work are named', () => {
  const { foreign, warnings } = readSamplerPreset({
    ...preset,
    smoothing_factor: 0.3,
    tfs: 0.9,
    my_note: 'x',
  });
  expect(foreign).toMatchObject({ smoothing_factor: 0.3, tfs: 0.9, my_note: 'x', guidance_scale: 1 });
  expect(foreign).not.toHaveProperty('temp');
  expect(warnings).toEqual(['sotto does not support tfs, smoothing_factor; kept, but without effect']);
});

test('a dynamic temperature becomes its middle and its range', () => {
  const { sampling } = readSamplerPreset({ ...preset, dynatemp: true, dynatemp_exponent: 1.5 });
  expect(sampling).toMatchObject({ temperature: 1.25, dynatemp_range: 0.75, dynatemp_exponent: 1.5 });
});

test('a grammar, a schema and banned phrases are read; breakers also with commas between', () => {
  const { sampling } = readSamplerPreset({
    ...preset,
    ...{ grammar_string: 'root ::= "a"', json_schema: { type: 'object' }, banned_strings: ['shivers'] },
    ...{ dry_sequence_breakers: '*,:', seed: 7 },
  });
  expect(sampling).toMatchObject({
    ...{ grammar: 'root ::= "a"', json_schema: { type: 'object' }, banned_strings: ['shivers'] },
    ...{ dry_sequence_breakers: ['*', ':'], seed: 7 },
  });
});

test.each([
  [{ temp: 'hot' }, 'its temp is not a number'],
  [{ temp: Number.NaN }, 'its temp is not a number'],
  [{ dry_sequence_breakers: 7 }, 'its dry_sequence_breakers is not a list'],
  [{ grammar_string: [] }, 'its grammar_string is not a text'],
])('%j is refused by name', (fields, message) => {
  expect(() => readSamplerPreset({ ...preset, ...fields })).toThrow(message);
});

test('∀ JSON objects: samplers under known names and all other fields, or a refusal', () => {
  const names = fc.constantFrom(...Object.keys(preset), 'name', '__proto__', 'constructor');
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, fc.string()), fc.jsonValue()), (fields) => {
      try {
        const { sampling, foreign } = readSamplerPreset({ temp: 1, ...fields });
        const lost = Object.keys(fields).filter((name) => !(name in preset) && !Object.hasOwn(foreign, name));
        expect(
          lost.filter((name) => name !== 'name' && !['typical', 'banned_strings'].includes(name)),
        ).toEqual([]);
        expect(Object.keys(sampling)).not.toContain('constructor');
      } catch (error) {
        expect(isSottoError(error) && error.family).toBe('usage');
      }
    }),
  );
});
