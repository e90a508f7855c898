import { SottoError } from '../domain/errors.ts';
import type { ConfigKey } from './config-key.ts';
import { configKeys, isConfigKey } from './keys.ts';
import { printable, type Setting, type Settings } from './settings.ts';
import { samplingSchema } from './shape/model.ts';

/** A preset that is in use: samplers under the names of `[sampling]`, models under keys of `[backend]`, the name of a template, or no setting at all. */
export interface ChosenPreset {
  readonly kind: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What came in with it and is none of sotto's own. */
  readonly foreign?: Readonly<Record<string, unknown>>;
}

/** What the presets in use say; what is no setting in one of samplers says nothing. */
export const settingsOfPresets = (presets: readonly ChosenPreset[]): Settings =>
  new Map(presets.flatMap(settingsOf));

/** Names under which programs write a profile's context size. */
const contextNames = [
  'openai_max_context',
  'context_size',
  'max_context_length',
  'max_context',
  'max_length',
];

/** A profile's context size bounds prompt and reply together (SP-16). */
const limitIn = ({ name, foreign = {} }: ChosenPreset): [ConfigKey, Setting][] => {
  const size = contextNames.map((one) => Number(foreign[one] ?? 0)).find((one) => one > 0);
  if (size === undefined || !Number.isSafeInteger(size)) return [];
  return [['prompt.context_limit', { value: size, origin: { from: 'preset', name } }]];
};

/** Where models are and what they are called: under whole keys, of `[backend]` alone. */
const modelsIn = (body: ChosenPreset['body'], origin: Setting['origin']): [ConfigKey, Setting][] =>
  Object.entries(body).flatMap(([key, value]): [ConfigKey, Setting][] =>
    key.startsWith('backend.') && isConfigKey(key) ? [[key, { value, origin }]] : [],
  );

const settingsOf = (preset: ChosenPreset): [ConfigKey, Setting][] => {
  const { kind, name, body } = preset;
  const origin = { from: 'preset', name } as const;
  if (kind === 'prompts') return limitIn(preset);
  if (kind === 'template') return [['prompt.template', { value: name, origin }]];
  if (kind === 'context') return [['prompt.context_template', { value: name, origin }]];
  if (kind === 'models') return modelsIn(body, origin);
  if (kind !== 'sampling') return [];
  const samplers = Object.entries(body).flatMap(([sampler, value]): [ConfigKey, Setting][] => {
    const key = `sampling.${sampler}`;
    return isConfigKey(key) ? [[key, { value, origin }]] : [];
  });
  return [...samplers, ...limitIn(preset)];
};

/** The file's settings without those that a preset in use replaces: one of samplers is a whole set. */
export const besidePresets = (file: Settings, presets: readonly ChosenPreset[]): Settings =>
  presets.some(({ kind }) => kind === 'sampling')
    ? new Map([...file].filter(([key]) => !key.startsWith('sampling.')))
    : file;

const samplers: ReadonlyMap<string, { safeParse(value: unknown): { success: boolean } }> = new Map(
  Object.entries(samplingSchema.shape),
);

/** Whether a name from outside is a setting of `[sampling]`. */
export const isSampler = (name: string): boolean => samplers.has(name);

/** Checks a set of samplers from outside. Throws SottoError `unknown_key`, `wrong_value`. */
export const checkSamplers = (body: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(body)) {
    const sampler = samplers.get(name);
    if (!sampler) {
      const message = `it has a sampler "${printable(name)}" that sotto does not know; remove it`;
      throw new SottoError('usage', 'unknown_key', message);
    }
    if (sampler.safeParse(value).success) continue;
    const key = `sampling.${name}`;
    const expected = isConfigKey(key) ? configKeys.get(key)?.expected : '';
    const message = `its ${name} must be ${expected}, not ${printable(JSON.stringify(value) ?? 'nothing')}; correct or remove it`;
    throw new SottoError('usage', 'wrong_value', message);
  }
};
