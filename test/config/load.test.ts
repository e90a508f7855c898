import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, variableOf } from '../../src/config/environment.ts';
import { configKeys } from '../../src/config/keys.ts';
import { loadConfig } from '../../src/config/load.ts';
import { configSchema } from '../../src/config/schema.ts';
import { apiKey } from '../../src/config/servers.ts';
import type { Sampling } from '../../src/inference/backend.ts';
import { refusalOf, scene } from './scene.ts';

const inFile = (text: string) => scene({ 'here/sotto.toml': text }, {});
const load = (text: string) => {
  const place = inFile(text);
  return loadConfig({ ...place, configFlag: `${place.cwd}/sotto.toml` });
};

test('nothing configured gives the defaults of the requirements, each of them from its default', () => {
  const { config, origins, file } = loadConfig(scene());
  expect(config.prompt).toEqual({
    ...{
      context: 0,
      context_limit: 0,
      shape: 'plain',
      chat_start: 'auto',
      status_shape: 'auto',
      hard: 8192,
      soft: 6144,
      max_tokens: 300,
      stop: [],
    },
    ...{
      template: 'plain',
      context_template: '',
      told: 0.15,
      live: 'before_user',
      layout: 'cache',
      status: [],
    },
  });
  expect(config.backend.classifier).toMatchObject({ enabled: false, fallbacks: [], hard: 4096 });
  expect(config.snapshots).toEqual({
    every_events: 100,
    every_minutes: 30,
    keep: 5,
    pre_rewind_days: 14,
    daily_backup: true,
  });
  expect(config.CharSpecificContextTag).toBe('__known_to_chars__');
  expect(config.user.name).toBe('You');
  expect(new Set([...origins.values()].map(({ from }) => from))).toEqual(new Set(['default']));
  expect([...origins.keys()]).toEqual([...configKeys.keys()]);
  expect(file).toBeNull();
});

test('a sampler that nobody set is absent, so that the server decides', () => {
  const { seed: _, ...sampling } = loadConfig(scene()).config.sampling;
  const known: Sampling = sampling;
  expect(Object.keys(known)).toHaveLength(5);
  expect(Object.keys(sampling)).not.toContain('typical_p');
  expect(load('sampling.typical_p = 0.5').config.sampling.typical_p).toBe(0.5);
});

test('flags beat environment beats file beats defaults, and each value knows its origin', () => {
  const path = '[backend]\nurl = "http://file"\nmodel = "file"\nsilence_timeout = 5\n';
  const place = scene(
    { 'home/.config/sotto/config.toml': path },
    { SOTTO_BACKEND_URL: 'http://env', SOTTO_BACKEND_MODEL: 'env' },
  );
  const { config, origins } = loadConfig(place, [
    { flag: '--url', key: 'backend.url', value: 'http://flag' },
    { flag: '--backend', key: 'backend.kind', value: undefined },
  ]);
  expect(config.backend).toMatchObject({
    url: 'http://flag',
    model: 'env',
    silence_timeout: 5,
    kind: 'auto',
  });
  expect(origins.get('backend.url')).toEqual({ from: 'flag', name: '--url' });
  expect(origins.get('backend.model')).toEqual({ from: 'environment', name: 'SOTTO_BACKEND_MODEL' });
  expect(origins.get('backend.silence_timeout')).toEqual({
    from: 'file',
    name: `${place.home}/.config/sotto/config.toml`,
  });
  expect(origins.get('backend.kind')).toEqual({ from: 'default', name: '' });
});

test('every key has a variable of its own, apart from those of the data folder and the config file', () => {
  const names = [...configKeys.keys()].map(variableOf);
  expect(new Set([...names, 'SOTTO_DATA', 'SOTTO_CONFIG']).size).toBe(configKeys.size + 2);
  expect(variableOf('AutoTurn')).toBe('SOTTO_AUTO_TURN');
  expect(variableOf('auto_turn.max_hops')).toBe('SOTTO_AUTO_TURN_MAX_HOPS');
  expect(variableOf('CharSpecificContextTagEnd')).toBe('SOTTO_CHAR_SPECIFIC_CONTEXT_TAG_END');
});

test('variables are read as the kind of value that the key takes; an empty one is not set', () => {
  const env = {
    SOTTO_AUTO_TURN: '1',
    SOTTO_SAMPLING_TOP_K: ' 12 ',
    SOTTO_PROMPT_STOP: '["###"]',
    SOTTO_USER_NAME: '42',
    SOTTO_CAST_MAX: '',
    SOTTO_API_KEY: 'of no concern',
  };
  const { config, origins } = loadConfig(scene({}, env));
  expect(config.AutoTurn).toBe(true);
  expect(config.sampling.top_k).toBe(12);
  expect(config.prompt.stop).toEqual(['###']);
  expect(config.user.name).toBe('42');
  expect(origins.get('cast.max')?.from).toBe('default');
});

test.each([
  ['SOTTO_AUTO_TURN', 'perhaps', '$SOTTO_AUTO_TURN must be true or false, not the text "perhaps"'],
  ['SOTTO_AUTO_TURN', 'constructor', 'not the text "constructor"'],
  ['SOTTO_CAST_MAX', 'many', '$SOTTO_CAST_MAX must be a whole number from 1 to 1000, not the text "many"'],
  ['SOTTO_CAST_MAX', 'Infinity', 'not the text "Infinity"'],
  ['SOTTO_PROMPT_STOP', '###', 'must be a list of strings'],
  ['SOTTO_SAMPLING_LOGIT_BIAS', '12=3', 'must be a table of token ids'],
])('%s=%s is refused by the name of the variable', (name, value, message) => {
  const error = refusalOf(() => loadConfig(scene({}, { [name]: value })));
  expect(error).toMatchObject({ family: 'usage', code: 'wrong_type' });
  expect(error.message).toContain(message);
});

test.each([
  ['prompt.hard = "8192"', 'wrong_type', 'a whole number from 256 to 10000000, not the text "8192"'],
  ['prompt.hard = 8192.5', 'wrong_type', 'not the number 8192.5'],
  ['prompt.stop = "###"', 'wrong_type', 'a list of strings, such as ["###"], not the text "###"'],
  ['prompt.stop = [1]', 'wrong_type', 'not this list'],
  ['AutoTurn = 1979-05-27', 'wrong_type', 'true or false, not a date'],
  ['backend = "llamacpp"', 'wrong_type', 'backend in'],
  ['[[backend]]', 'wrong_type', 'must be a section, such as [backend]'],
  ['[AutoTurn]\nx = 1', 'wrong_type', 'not a section'],
  ['sampling.top_p = 1.5', 'wrong_value', 'a number from 0 to 1, not the number 1.5'],
  ['sampling.top_p = nan', 'wrong_type', 'a number from 0 to 1'],
  ['backend.kind = "llama"', 'wrong_value', 'one of auto, llamacpp, koboldcpp'],
  ['backend.url = "localhost:8080"', 'wrong_value', 'an http:// or https:// address'],
  ['backend.silence_timeout = 9999999', 'wrong_value', 'a number from 0.1 to 86400'],
  ['CharSpecificContextTag = " "', 'wrong_value', 'one line of text, not empty'],
  ['backend.classifier.hard = 3', 'wrong_value', 'backend.classifier.hard in'],
  ['backend.classifier = "small"', 'wrong_type', 'must be a section, such as [backend.classifier]'],
  [
    'prompt.live = "in the middle"',
    'wrong_value',
    'before_history, before_user, after_user or a whole number',
  ],
  ['prompt.live = -1', 'wrong_value', 'not the number -1'],
  ['sampling.mirostat = 3', 'wrong_value', '0, 1 or 2, not the number 3'],
  ['sampling.logit_bias = { dog = 1 }', 'wrong_value', 'a table of token ids'],
  ['sampling.json_schema = []', 'wrong_type', 'a JSON schema as a table'],
  ['prompt.soft = 9000', 'wrong_value', 'is 9000, more than prompt.hard, which is 8192'],
])('%s is refused as %s, saying what was expected and what came', (text, code, message) => {
  const error = refusalOf(() => load(text));
  expect(error).toMatchObject({ family: 'usage', code });
  expect(error.message).toContain(message);
  expect(error.message).toContain('sotto.toml');
  expect(error.message).not.toContain('\n');
});

test('a hard limit below the default soft limit lowers it instead of complaining', () => {
  expect(load('prompt.hard = 4096').config.prompt).toMatchObject({ hard: 4096, soft: 4096 });
});

test('∀ texts in any variable: the settings are complete and valid, or refused by that name', () => {
  fc.assert(
    fc.property(fc.constantFrom(...configKeys.keys()), fc.string({ unit: 'binary' }), (key, text) => {
      const env = { [variableOf(key)]: text };
      const place = { cwd: '/nowhere', home: '/nowhere', platform: 'linux', env };
      try {
        const { config } = loadConfig(place);
        expect(configSchema.parse(config)).toEqual(config);
      } catch (error) {
        expect(error).toMatchObject({ family: 'usage', message: expect.stringContaining(variableOf(key)) });
      }
      expect(readText('user.name', text)).toBe(text);
    }),
  );
});

/** What a key is named by, as if it stood in a variable. */
const keys = (name: string): string => (name === 'MY_KEY' ? 'sk-secret' : '');

test('the key of a server is read from the variable that the config names, never from the config', () => {
  const loaded = load('backend.api_key_env = "MY_KEY"');
  expect(apiKey(loaded, keys)).toBe('sk-secret');
  expect(apiKey(loadConfig(scene()), keys)).toBe('');
  const error = refusalOf(() => apiKey(loaded, () => ''));
  expect(error).toMatchObject({ family: 'usage', code: 'no_api_key' });
  expect(error.message).toContain('$MY_KEY');
});

test.each([
  ['which key', 'backend.api_key_env = "MY_KEY"', {}],
  ['where to', 'backend.url = "http://evil.example"', { SOTTO_BACKEND_API_KEY_ENV: 'MY_KEY' }],
])('a config.toml that merely lies in the current folder cannot say %s a key is sent', (_, text, env) => {
  const place = scene({ 'here/config.toml': text }, env);
  const error = refusalOf(() => apiKey(loadConfig(place), keys));
  expect(error).toMatchObject({ family: 'usage', code: 'key_in_folder' });
  expect(error.message).not.toContain('sk-secret');
  const named = loadConfig({ ...place, configFlag: `${place.cwd}/config.toml` });
  expect(apiKey(named, keys)).toBe('sk-secret');
});

test("the example lying in the current folder stands in nobody's way", () => {
  const place = scene({ 'here/config.toml': 'backend.url = ""' }, { SOTTO_BACKEND_API_KEY_ENV: 'MY_KEY' });
  expect(apiKey(loadConfig(place), keys)).toBe('sk-secret');
});

test('RP-010 RP-011 the classifier has settings of its own, by file and by variable', () => {
  const text = '[backend]\nmodel = "large"\n[backend.classifier]\nenabled = true\nfallbacks = ["a", "b"]\n';
  const place = scene({ 'here/config.toml': text }, { SOTTO_BACKEND_CLASSIFIER_MODEL: 'small' });
  const { config, origins } = loadConfig(place);
  expect(config.backend.model).toBe('large');
  expect(config.backend.classifier).toMatchObject({ enabled: true, model: 'small', fallbacks: ['a', 'b'] });
  expect(origins.get('backend.classifier.model')?.name).toBe('SOTTO_BACKEND_CLASSIFIER_MODEL');
});

test('a config.toml that merely lies in the current folder cannot say where the key of the classifier is sent', () => {
  const key = { SOTTO_BACKEND_CLASSIFIER_API_KEY_ENV: 'MY_KEY' };
  const place = scene({ 'here/config.toml': 'backend.classifier.url = "http://evil.example"' }, key);
  const read = (from: typeof place & { configFlag?: string }) =>
    apiKey(loadConfig(from), keys, 'backend.classifier');
  expect(refusalOf(() => read(place)).code).toBe('key_in_folder');
  expect(read({ ...place, configFlag: `${place.cwd}/config.toml` })).toBe('sk-secret');
  const error = refusalOf(() => apiKey(loadConfig(scene({}, key)), () => '', 'backend.classifier'));
  expect(error.message).toContain('backend.classifier.api_key_env');
});

test.each([
  ['SOTTO_PROMPT_LIVE', ' 4 ', { prompt: { live: 4 } }],
  ['SOTTO_PROMPT_LIVE', 'after_user', { prompt: { live: 'after_user' } }],
  ['SOTTO_SAMPLING_MIROSTAT', '2', { sampling: { mirostat: 2 } }],
  ['SOTTO_SAMPLING_LOGIT_BIAS', '{"7":-5}', { sampling: { logit_bias: { '7': -5 } } }],
  ['SOTTO_SAMPLING_JSON_SCHEMA', '{"type":"object"}', { sampling: { json_schema: { type: 'object' } } }],
  ['SOTTO_SAMPLING_GRAMMAR', 'root ::= "yes"', { sampling: { grammar: 'root ::= "yes"' } }],
])('%s=%s is read as what the key takes', (name, value, config) => {
  expect(loadConfig(scene({}, { [name]: value })).config).toMatchObject(config);
});

test('a key pasted where its variable should be named is refused and not repeated', () => {
  const error = refusalOf(() => load('backend.api_key_env = "sk-or-v1-0123456789abcdef"'));
  expect(error.code).toBe('wrong_value');
  expect(error.message).toContain('NAME of an environment variable');
  expect(error.message).not.toContain('0123456789');
});
