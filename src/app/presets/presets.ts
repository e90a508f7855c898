import { extname } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { toml } from '../../config/show.ts';
import { SottoError } from '../../domain/errors.ts';
import { fieldsOf } from '../../domain/json/fields.ts';
import { foldName } from '../../domain/world/world.ts';
import { isSamplerPreset } from '../../interop/presets/sampler-preset.ts';
import { smelt } from '../../prompt/preset/smelt.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import { readJsonFile } from '../files/json-file.ts';
import { madeOf } from '../library/made-of.ts';
import type { App } from '../run/app.ts';
import { presetKinds } from '../run/preset-kinds.ts';
import { configFlags } from '../run/run-config.ts';
import { turnTemplate } from '../run/templates.ts';
import { cameAs, keepAlone, placeless } from '../sources/sources.ts';
import { samplerPresets } from './sampler-presets.ts';

/** A narrative model of 24 billion parameters, a classifier of 8 with two fallbacks, on one host of OpenAI's API (RP-130). */
const featherless = {
  'backend.kind': 'openai',
  'backend.url': 'https://api.featherless.ai/v1',
  'backend.model': 'dphn/Dolphin-Mistral-24B-Venice-Edition',
  'backend.api_key_env': 'FEATHERLESS_API_KEY',
  'backend.classifier.enabled': true,
  'backend.classifier.model': 'NousResearch/Hermes-3-Llama-3.1-8B',
  'backend.classifier.fallbacks': [
    'cognitivecomputations/dolphin-2.9.4-llama3-8b',
    'mlabonne/Meta-Llama-3.1-8B-Instruct-abliterated',
  ],
};

/** The presets that are there without being imported; one of a person's own of the same kind and name takes its place. */
const builtInPresets = (): readonly StoredPreset[] => {
  builtIn ??= [
    { kind: 'prompts', name: smelt.name, body: { ...smelt }, foreign: { ...smelt }, chosen: false },
    { kind: 'models', name: 'featherless', body: featherless, foreign: {}, chosen: false },
    ...samplerPresets(),
  ];
  return builtIn;
};
let builtIn: readonly StoredPreset[] | undefined;

type Named = Pick<StoredPreset, 'kind' | 'name'>;

const isSame = (one: Named, other: Named): boolean => one.kind === other.kind && one.name === other.name;

/** Every preset, the built-in ones last, without what is kept beside them under other kinds. */
export function allPresets({ store }: Pick<App, 'store'>): StoredPreset[] {
  const kept = store.library.presets(presetKinds);
  return [...kept, ...builtInPresets().filter((one) => !kept.some((other) => isSame(one, other)))];
}

/** Id of a preset: its kind and its name. */
export const presetId = ({ kind, name }: Named): string => `${kind}/${name}`;

/** The preset of this name or id, of any kind or of one. Throws SottoError `no_such_preset`, `ambiguous_preset`. */
export function findPreset(app: App, wanted: string, kind?: PresetKind): StoredPreset {
  const ofKind = allPresets(app).filter((preset) => kind === undefined || preset.kind === kind);
  const exact = ofKind.filter((preset) => preset.name === wanted || presetId(preset) === wanted);
  const [first, ...others] =
    exact.length > 0 ? exact : ofKind.filter(({ name }) => foldName(name) === foldName(wanted));
  if (!first) {
    const message = `there is no preset "${wanted}"; see \`sotto preset list\``;
    throw new SottoError('not_found', 'no_such_preset', message);
  }
  if (others.length === 0) return first;
  const message = `"${wanted}" may be ${[first, ...others].map(presetId).join(' or ')}; say which`;
  throw new SottoError('usage', 'ambiguous_preset', message);
}

/** Remembers the file that a preset alone came in, for the way back. */
export function keepPresetFile(app: App, file: string, preset: Omit<StoredPreset, 'chosen'>): void {
  const { kind, name } = preset;
  const isOurs = extname(file).toLowerCase() !== '.json' || (kind === 'sampling' && !isSamplerFile(file));
  const folder = isOurs ? placeless : (presetFolders[kind] ?? placeless);
  keepAlone(app, file, folder, { kind, name, made: madeOf(preset) });
}

const isSamplerFile = (file: string): boolean => isSamplerPreset(fieldsOf(readJsonFile(file)));

const presetFolders: Partial<Record<PresetKind, string>> = {
  sampling: 'TextGen Settings',
  template: 'instruct',
  context: 'context',
  prompts: 'OpenAI Settings',
};

/** The bytes of the JSON file that a preset came in, where nothing has changed of it since. */
export function asItCame(app: App, { kind, name, ...preset }: StoredPreset): Buffer | null {
  const came = cameAs(app, { kind, name, made: madeOf(preset) });
  return came?.path.endsWith('.json') ? came.bytes : null;
}

/** Puts a preset to use in the place of the one of its kind. Throws SottoError when a value of it is impossible. */
export function choosePreset(app: App, preset: StoredPreset): void {
  loadConfig(app.search, configFlags(app.options), [preset]);
  if (preset.kind === 'template') turnTemplate(preset.name, app.store.library);
  if (builtInPresets().includes(preset)) app.store.library.setPreset(preset);
  app.store.library.choosePreset(preset.kind, preset.name);
  app.presetsChanged();
}

/** Forgets a preset. Throws SottoError `built_in` for one that is there anyhow. */
export function forgetPreset(app: App, preset: StoredPreset): void {
  if (builtInPresets().includes(preset)) {
    const message = `"${preset.name}" is built in and cannot be changed or deleted`;
    throw new SottoError('usage', 'built_in', message);
  }
  app.store.library.deletePreset(preset.kind, preset.name);
  app.presetsChanged();
}

/** Uses no preset of these kinds from now on. */
export function dropPresets(app: App, kinds: readonly PresetKind[] = presetKinds): void {
  for (const kind of kinds) app.store.library.choosePreset(kind, null);
  app.presetsChanged();
}

/** A preset for people: one line of TOML for each sampler, the parts of a template. */
export const presetText = ({ kind, name, body, chosen }: StoredPreset): string =>
  [
    `${name} (${kind}${chosen ? ', in use' : ''})`,
    ...Object.entries(body)
      .filter(([key]) => key !== 'name')
      .map(([key, value]) => `${key} = ${toml(value)}`),
  ].join('\n');

/** Keeps a preset. Throws SottoError `preset_exists` unless an older one may be replaced. */
export function keepPreset(
  { store }: App,
  { kind, name, body, foreign }: Omit<StoredPreset, 'chosen'>,
  force: boolean,
): void {
  const isThere = store.library.preset(kind, name) !== undefined;
  if (isThere && !force) {
    const message = `there is a preset "${name}" already; choose another name or add --force to replace it`;
    throw new SottoError('usage', 'preset_exists', message);
  }
  store.library.setPreset({ kind, name, body, foreign });
}
