import { SottoError } from '../../domain/errors.ts';
import { isFields } from '../../domain/json/fields.ts';
import { parseJson } from '../parse-json.ts';

type Fields = Record<string, unknown>;

/** Samplers under sotto's names, the fields that mean nothing to it, and what the person should know. */
export interface SamplerPreset {
  readonly sampling: Fields;
  readonly foreign: Fields;
  readonly warnings: readonly string[];
}

/** Their names of numbers, and ours. */
const numbers: Readonly<Record<string, string>> = {
  temp: 'temperature',
  top_k: 'top_k',
  top_p: 'top_p',
  min_p: 'min_p',
  typical_p: 'typical_p',
  typical: 'typical_p',
  nsigma: 'top_n_sigma',
  xtc_probability: 'xtc_probability',
  xtc_threshold: 'xtc_threshold',
  dry_multiplier: 'dry_multiplier',
  dry_base: 'dry_base',
  dry_allowed_length: 'dry_allowed_length',
  dry_penalty_last_n: 'dry_penalty_range',
  rep_pen: 'repetition_penalty',
  rep_pen_range: 'repetition_range',
  freq_pen: 'frequency_penalty',
  presence_pen: 'presence_penalty',
  mirostat_mode: 'mirostat',
  mirostat_tau: 'mirostat_tau',
  mirostat_eta: 'mirostat_eta',
  dynatemp_exponent: 'dynatemp_exponent',
  seed: 'seed',
};

/** Ranges, where 0 stands for the server's own; elsewhere 0 would be off. */
const zeroIsDefault = new Set(['dry_penalty_last_n', 'rep_pen_range', 'nsigma']);

/** What is at work unless it has this value, and sotto cannot do. */
const inert: Fields = {
  tfs: 1,
  top_a: 0,
  skew: 0,
  smoothing_factor: 0,
  guidance_scale: 1,
  negative_prompt: '',
  rep_pen_slope: 0,
  no_repeat_ngram_size: 0,
  penalty_alpha: 0,
  adaptive_target: -0.01,
  ban_eos_token: false,
  banned_tokens: '',
  logit_bias: [],
};

const theirs = new Map(Object.entries(numbers).map(([name, ours]) => [ours, name]));

/** Samplers as such a preset: their names, a range of temperatures as its two ends, and what came in with them. */
export const toSamplerPreset = (sampling: Readonly<Fields>, foreign: Readonly<Fields>): Fields => {
  const { temperature, dynatemp_range: range } = sampling;
  const hasRange = typeof temperature === 'number' && typeof range === 'number' && range > 0;
  const named = Object.entries(sampling).flatMap(([ours, value]): [string, unknown][] => {
    const structure = Object.keys(structures).find((name) => structures[name] === ours);
    const name = ours === 'typical_p' ? 'typical_p' : (theirs.get(ours) ?? structure);
    return name === undefined ? [] : [[name, value]];
  });
  const ends = hasRange
    ? { dynatemp: true, min_temp: temperature - range, max_temp: temperature + range }
    : {};
  return { ...foreign, ...Object.fromEntries(named), ...ends };
};

/** True for what looks like a sampler preset of SillyTavern's text completion or of KoboldAI. */
export const isSamplerPreset = (value: Readonly<Fields>): boolean => 'temp' in value || 'rep_pen' in value;

/** Reads such a preset. Throws SottoError `bad_preset` when a value is of the wrong kind. */
export const readSamplerPreset = (preset: Readonly<Fields>): SamplerPreset => {
  const { name: _, ...fields } = preset;
  const read = { ...numbersIn(fields), ...dynamicTemperature(fields), ...structuresIn(fields) };
  const sampling = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  const foreign = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !isUnderstood(name, sampling)),
  );
  const idle = Object.keys(foreign).filter((name) => isAtWork(name, foreign[name]));
  const warning = `sotto does not support ${idle.join(', ')}; kept, but without effect`;
  return { sampling, foreign, warnings: idle.length === 0 ? [] : [warning] };
};

const structures: Readonly<Record<string, string>> = {
  dry_sequence_breakers: 'dry_sequence_breakers',
  banned_strings: 'banned_strings',
  grammar_string: 'grammar',
  json_schema: 'json_schema',
};
const dynamic = new Set(['dynatemp', 'min_temp', 'max_temp']);

const isUnderstood = (name: string, sampling: Fields): boolean => {
  if (Object.hasOwn(numbers, name) || dynamic.has(name)) return true;
  const ours = Object.hasOwn(structures, name) ? structures[name] : undefined;
  return ours !== undefined && Object.hasOwn(sampling, ours);
};

const isAtWork = (name: string, value: unknown): boolean =>
  Object.hasOwn(inert, name) && JSON.stringify(value) !== JSON.stringify(inert[name]) && value !== null;

const numbersIn = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(numbers)
      .filter(([theirs]) => Object.hasOwn(fields, theirs))
      .map(([theirs, ours]) => [ours, numberAt(fields, theirs)]),
  );

/** The number, also where it is written as a text; undefined for one that leaves the choice to the server. */
const numberAt = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw badValue(name, 'a number');
  if (name === 'seed' || name === 'top_k') return number < 0 ? undefined : number;
  return number === 0 && zeroIsDefault.has(name) ? undefined : number;
};

/** A range of temperatures, where it is switched on: its middle, and how far it goes to either side. */
const dynamicTemperature = (fields: Fields): Fields => {
  const [low, high] = [numberAt(fields, 'min_temp'), numberAt(fields, 'max_temp')];
  if (fields.dynatemp !== true || low === undefined || high === undefined) {
    return { dynatemp_exponent: undefined };
  }
  return { temperature: (low + high) / 2, dynatemp_range: Math.abs(high - low) / 2 };
};

const structuresIn = (fields: Fields): Fields => ({
  dry_sequence_breakers: listAt(fields, 'dry_sequence_breakers'),
  banned_strings: listAt(fields, 'banned_strings'),
  grammar: textAt(fields, 'grammar_string'),
  json_schema: schemaAt(fields),
});

/** A list of texts, also where it is written as JSON or with commas between; undefined for an empty one. */
const listAt = (fields: Fields, name: string): string[] | undefined => {
  const value = fields[name];
  const list = typeof value === 'string' ? (parsed(value) ?? value.split(',')) : (value ?? []);
  if (!Array.isArray(list)) throw badValue(name, 'a list of texts');
  const texts = list.filter((item): item is string => typeof item === 'string' && item !== '');
  return texts.length === 0 ? undefined : texts;
};

const textAt = (fields: Fields, name: string): string | undefined => {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw badValue(name, 'a text');
  return value === '' ? undefined : value;
};

const schemaAt = ({ json_schema: value }: Fields): Fields | undefined => {
  const schema = typeof value === 'string' ? parsed(value) : value;
  return isFields(schema) && Object.keys(schema).length > 0 ? schema : undefined;
};

const parsed = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

const badValue = (name: string, expected: string): SottoError =>
  new SottoError('usage', 'bad_preset', `its ${name} is not ${expected}; correct or remove it`);
