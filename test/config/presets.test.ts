import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import type { ChosenPreset } from '../../src/config/presets.ts';
import { settingText, shownSettings } from '../../src/config/show.ts';
import { refusalOf, scene } from './scene.ts';

const warm: ChosenPreset = { kind: 'sampling', name: 'warm', body: { temperature: 1.3, min_p: 0.2 } };
const file = { 'here/config.toml': '[sampling]\ntemperature = 0.1\ntop_k = 7\ntypical_p = 0.5\n' };

test('samplers of a preset take the place of the whole section of the file, not of environment and flags', () => {
  const place = scene(file, { SOTTO_SAMPLING_MIN_P: '0.3' });
  const flags = [{ flag: '--model', key: 'backend.model', value: 'm' } as const];
  const loaded = loadConfig(place, flags, [warm]);
  expect(loaded.config.sampling).toMatchObject({ temperature: 1.3, min_p: 0.3, top_k: 40 });
  expect(loaded.config.sampling).not.toHaveProperty('typical_p');
  expect(loaded.origins.get('sampling.temperature')).toEqual({ from: 'preset', name: 'warm' });
  expect(loaded.origins.get('sampling.min_p')?.from).toBe('environment');
  expect(loaded.origins.get('sampling.top_k')?.from).toBe('default');
  expect(shownSettings(loaded).map(settingText)).toContain('sampling.temperature = 1.3  # from preset warm');
});

test('a template in use stands in the place of the one that the file names; samplers stay', () => {
  const presets: ChosenPreset[] = [
    { kind: 'template', name: 'Mine', body: {} },
    { kind: 'context', name: 'Order', body: {} },
  ];
  const { config } = loadConfig(scene({ 'here/config.toml': 'prompt.template = "chatml"' }), [], presets);
  expect(config.prompt).toMatchObject({ template: 'Mine', context_template: 'Order' });
  expect(loadConfig(scene(file), [], presets).config.sampling.top_k).toBe(7);
});

test('a preset with an impossible value is refused by its name, one with unknown names is read', () => {
  const error = refusalOf(() => loadConfig(scene(), [], [{ ...warm, body: { top_p: 7 } }]));
  expect(error).toMatchObject({ family: 'usage', code: 'wrong_value' });
  expect(error.message).toContain('sampling.top_p in preset warm must be a number from 0 to 1');
  const odd = { ...warm, body: { nope: 1, constructor: 2, temperature: 1 } };
  expect(loadConfig(scene(), [], [odd]).config.sampling.temperature).toBe(1);
});

test('RP-130 a preset of models says where they are, under keys of [backend] and no others', () => {
  const body = {
    'backend.model': 'm',
    'backend.classifier.fallbacks': ['a', 'b'],
    'user.name': 'Eve',
    nope: 1,
  };
  const { config } = loadConfig(scene(), [], [{ kind: 'models', name: 'host', body }]);
  expect(config.backend).toMatchObject({ model: 'm', classifier: { fallbacks: ['a', 'b'] } });
  expect(config.user.name).toBe(loadConfig(scene(), [], []).config.user.name);
});
