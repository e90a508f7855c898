import type { CompletionRequest, Sampling, Shape } from '../backend.ts';
import { type Dialect, samplerRules } from './sampler-rules.ts';

type Name = keyof Sampling;

const neutral: Sampling = {
  top_k: 0,
  top_p: 1,
  min_p: 0,
  typical_p: 1,
  xtc_probability: 0,
  dry_multiplier: 0,
  repetition_penalty: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  mirostat: 0,
  dynatemp_range: 0,
};

/** Settings that say nothing while another is off. */
const governors: { readonly [N in Name]?: Name } = {
  xtc_threshold: 'xtc_probability',
  dry_base: 'dry_multiplier',
  dry_allowed_length: 'dry_multiplier',
  dry_penalty_range: 'dry_multiplier',
  dry_sequence_breakers: 'dry_multiplier',
  repetition_range: 'repetition_penalty',
  mirostat_tau: 'mirostat',
  mirostat_eta: 'mirostat',
  dynatemp_exponent: 'dynatemp_range',
};

/** The settings of a request with the shape of its reply among them, unless a person's own shape is. */
export const samplingOf = (
  dialect: Dialect,
  { sampling, shapes = [] }: Pick<CompletionRequest, 'sampling' | 'shapes'>,
): Sampling => {
  if (sampling.grammar !== undefined || sampling.json_schema !== undefined) return sampling;
  const isKnown = (shape: Shape) => Object.keys(shape).every((name) => ruleOf(dialect, name) !== null);
  return { ...sampling, ...shapes.find(isKnown) };
};

/** The settings under the dialect's names; what it cannot do is left out. */
export const samplerFields = (dialect: Dialect, sampling: Sampling): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sampling)) {
    const rule = ruleOf(dialect, name);
    if (rule === null || value === undefined) continue;
    Object.assign(fields, typeof rule === 'string' ? { [rule]: value } : rule(value as never, sampling));
  }
  return fields;
};

/** The settings, by sotto's names, that would change something and that the dialect cannot do. */
export const unsupported = (dialect: Dialect, sampling: Sampling): string[] =>
  (Object.keys(sampling) as Name[]).filter(
    (name) => ruleOf(dialect, name) === null && isAtWork(sampling, name),
  );

const ruleOf = (dialect: Dialect, name: string) =>
  Object.hasOwn(samplerRules[dialect], name) ? samplerRules[dialect][name as Name] : null;

const isAtWork = (sampling: Sampling, name: Name): boolean => {
  const value = sampling[name];
  const governor = governors[name];
  if (value === undefined || value === neutral[name]) return false;
  if (Array.isArray(value) && value.length === 0) return false;
  return governor === undefined || isAtWork(sampling, governor);
};

/** A seed from 1 to 2^31 - 2: every server takes it, and none takes it for "a random one". */
export const smallSeed = (seed: number): number => 1 + (Math.abs(Math.trunc(seed)) % 0x7ffffffe);
