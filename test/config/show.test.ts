import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configKeys } from '../../src/config/keys.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load.ts';
import { maskSecrets } from '../../src/config/settings.ts';
import { exampleConfig, settingText, shownSettings } from '../../src/config/show.ts';
import { namesIn, parseToml, settingsOf } from '../../src/config/toml.ts';
import { scene } from './scene.ts';

const packageRoot = fileURLToPath(new URL('../..', import.meta.url));

const load = (text: string, env: Record<string, string> = {}) => {
  const place = scene({ 'here/sotto.toml': text }, env);
  return loadConfig({ ...place, configFlag: `${place.cwd}/sotto.toml` });
};

const isUnset = ({ sampling }: LoadedConfig['config'], key: string) =>
  key.startsWith('sampling.') && !Object.keys(sampling).includes(key.slice('sampling.'.length));

test('config.example.toml is exactly the defaults', () => {
  const example = load(exampleConfig(packageRoot));
  expect(example.config).toEqual(loadConfig(scene()).config);
  const set = [...example.origins].filter(([, { from }]) => from === 'file').map(([key]) => key);
  const unset = [...configKeys.keys()].filter((key) => !set.includes(key));
  expect(unset.every((key) => key.startsWith('sampling.'))).toBe(true);
  expect(unset).toEqual([...example.origins.keys()].filter((key) => isUnset(example.config, key)));
});

test('config.example.toml names every key, those without a default as comments that are valid', () => {
  const uncommented = exampleConfig(packageRoot).replace(/^# (\w+ = )/gm, '$1');
  const named = namesIn(parseToml(uncommented, 'example')).map(([name]) => name);
  expect(named.toSorted()).toEqual([...configKeys.keys()].toSorted());
  expect(() => load(uncommented)).not.toThrow();
});

test('every value is shown with where it comes from', () => {
  const loaded = load('[prompt]\nstop = ["#", "\\n"]\n', { SOTTO_USER_NAME: 'Ann' });
  const lines = shownSettings(loaded).map(settingText);
  expect(lines).toContain('backend.kind = "auto"  # from default');
  expect(lines).toContain(`prompt.stop = ["#","\\n"]  # from ${loaded.file}`);
  expect(lines).toContain('user.name = "Ann"  # from $SOTTO_USER_NAME');
  expect(lines).toContain('# sampling.typical_p is not set: the model server decides');
  expect(lines).toHaveLength(configKeys.size);
});

test('nested sections, lists and tables are shown as TOML that says the same', () => {
  const text = `
    backend.classifier = { enabled = true, fallbacks = ["a\\u0007", "b"] }
    sampling.logit_bias = { 12 = -5.5 }
    sampling.json_schema = { type = "object", properties = { "a b" = { enum = [1, "x"] } } }
  `;
  const loaded = load(text);
  const shown = shownSettings(loaded).map(settingText).join('\n');
  expect(shown).toContain('backend.classifier.enabled = true  # from ');
  expect(load(shown).config).toEqual(loaded.config);
});

test('∀ texts: what is shown is one line of TOML that says the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(maskSecrets(text) === text);
      const loaded = loadConfig({ cwd: '/no', home: '/no', platform: 'linux', env: {} }, [
        { flag: '--model', key: 'backend.model', value: text },
      ]);
      const lines = shownSettings(loaded).map(settingText);
      const settings = settingsOf(parseToml(lines.join('\n'), 'shown'), 'shown');
      expect(settings.get('backend.model')?.value).toBe(text);
      expect(lines.join('')).not.toMatch(/[\p{Cc}\u200b-\u200f\u2028-\u202e]/u);
    }),
    { examples: [['"\\\n\u007f\u0085\u009b\u202e']] },
  );
});

test.each([
  ['http://ann:hunter2@host:1/v1', 'http://***@host:1/v1'],
  ['http://token@host', 'http://***@host'],
  ['http://ann:p@ss@host/x', 'http://***@host/x'],
  ['https://host/v1?api_key=abc&x=1#f', 'https://host/v1?api_key=***&x=***#f'],
  ['sk-or-v1-0123456789abcdef', '***'],
  ['hf_abcdefghijklmnop', '***'],
  ['0123456789abcdef0123456789abcdef', '***'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['Mistral-Small-24B-Instruct-2501-Q4_K_M.gguf', 'Mistral-Small-24B-Instruct-2501-Q4_K_M.gguf'],
  ['mistralsmall24binstruct2501', 'mistralsmall24binstruct2501'],
  ['OPENROUTER_API_KEY', 'OPENROUTER_API_KEY'],
])('secrets: %s is shown as %s', (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test('secrets do not leave through what is shown', () => {
  const loaded = load('[backend]\nurl = "http://ann:hunter2@host"\nmodel = "sk-0123456789abcdef"\n');
  expect(loaded.config.backend.url).toContain('hunter2');
  const shown = `${shownSettings(loaded).map(settingText).join('\n')}${JSON.stringify(shownSettings(loaded))}`;
  expect(shown).not.toMatch(/hunter2|0123456789abcdef/);
});
