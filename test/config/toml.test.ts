import { expect, test } from 'vitest';
import { parseToml, settingsOf } from '../../src/config/toml.ts';
import { refusalOf } from './scene.ts';

const read = (text: string) => settingsOf(parseToml(text, '/x/config.toml'), '/x/config.toml');

test.each([
  ['[backend]\nurll = ""', 'backend.urll', 'backend.url'],
  ['[smapling]\ntop_k = 1', 'smapling', '[sampling]'],
  ['[autoTurn]\nmax_hops = 1', 'autoTurn', '[auto_turn]'],
  ['AutoTrun = true', 'AutoTrun', 'AutoTurn'],
  ['temperature = 0.5', 'temperature', 'sampling.temperature'],
  ['[sampling]\nmax_tokens = 5', 'sampling.max_tokens', 'prompt.max_tokens'],
  ['[backend]\nconstructor = 1', 'backend.constructor', 'nearest known key is'],
  ['__proto__ = 1', '__proto__', 'nearest known key is'],
])('%j: the unknown key is named with its file and the nearest known one', (text, key, nearest) => {
  const error = refusalOf(() => read(text));
  expect(error).toMatchObject({ family: 'usage', code: 'unknown_key' });
  expect(error.message).toContain(`unknown key ${key} in /x/config.toml`);
  expect(error.message).toContain(nearest);
});

test('a file that `config init` wrote when there was a key that is gone is read as ever', () => {
  const settings = settingsOf(
    parseToml('[memory.embed]\npatience = 0.15\nmodel = "small"\n', '/x/config.toml'),
    '/x/config.toml',
  );
  expect([...settings.keys()]).toEqual(['memory.embed.model']);
});

test('one unknown key is enough for nothing to be applied', () => {
  expect(refusalOf(() => read('AutoTurn = true\nnope = 1')).code).toBe('unknown_key');
});

test('maxHops is understood as max_hops', () => {
  expect(read('[auto_turn]\nmaxHops = 3').get('auto_turn.max_hops')?.value).toBe(3);
});

test.each([
  ['a = ', 'line 1, column 5'],
  ['AutoTurn = true\n[backend\n', 'line 2'],
  ['a = 1\na = 2', 'line 2, column 1'],
  ['a = 99999999999999999999', 'line 1'],
])('%j is bad TOML and the place is named', (text, place) => {
  const error = refusalOf(() => read(text));
  expect(error).toMatchObject({ family: 'usage', code: 'bad_toml' });
  expect(error.message).toContain('/x/config.toml');
  expect(error.message).toContain(place);
  expect(error.message).not.toContain('\n');
});

test('a byte order mark does not disturb', () => {
  expect(read('\u{feff}AutoTurn = true').get('AutoTurn')?.value).toBe(true);
});

test('what a foreign file says cannot steer the terminal or break the line', () => {
  const error = refusalOf(() => read('"\\u001b]0;x\\u0007\\n\\u202e" = 1'));
  expect(error.message).not.toMatch(/[\p{C}]/u);
  expect(refusalOf(() => read(`"${'k'.repeat(100_000)}" = 1`)).message.length).toBeLessThan(600);
});
