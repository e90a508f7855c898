import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutSetting, withSetting } from '../../src/config/edit.ts';
import { configKeys, isConfigKey } from '../../src/config/keys.ts';
import { namesIn, parseToml } from '../../src/config/toml.ts';

const example = readFileSync(new URL('../../config.example.toml', import.meta.url), 'utf8');
const keys = [...configKeys.keys()];

const said = (text: string): Map<string, unknown> => new Map(namesIn(parseToml(text, 'config.toml')));
const lines = (text: string): string[] => text.split('\n');

describe('a setting is written into a config file', () => {
  test.each([
    ['its value, beside its comment', 'AutoTurn = false # as usual\n', 'AutoTurn = true # as usual\n'],
    [
      'above the sections',
      '# mine\n[user]\nname = "Ann"\n',
      'AutoTurn = true\n\n# mine\n[user]\nname = "Ann"\n',
    ],
    ['into a file without text', '', 'AutoTurn = true\n'],
    ['with the ends of line of the file', 'AutoTurn = false\r\n', 'AutoTurn = true\r\n'],
  ])('%s', (_, before, after) => {
    expect(withSetting(before, 'AutoTurn', true, '')).toBe(after);
  });

  test.each([
    ['[theme]\nname = "a#b" # mine', '[theme]\nname = "ember" # mine\n'],
    ['theme.name = "x"\nAutoTurn = true', 'theme.name = "ember"\nAutoTurn = true\n'],
    ['[theme] # looks\n[user]\nname = "A"', '[theme] # looks\nname = "ember"\n[user]\nname = "A"\n'],
    [
      '[theme]\n# name = "auto"\n\n[user]\nname = "A"',
      '[theme]\n# name = "auto"\nname = "ember"\n\n[user]\nname = "A"\n',
    ],
    ['[user]\nname = "A"', '[user]\nname = "A"\n\n[theme]\nname = "ember"\n'],
    ['[user]\nname = """\n[theme]\n"""', '[user]\nname = """\n[theme]\n"""\n\n[theme]\nname = "ember"\n'],
  ])('%j becomes %j', (before, after) => {
    expect(withSetting(before, 'theme.name', 'ember', '')).toBe(after);
  });

  test('a list over several lines is replaced whole', () => {
    const before = '[prompt]\nstop = [\n  "a", # one\n  "]",\n] # all\nhard = 300\n';
    expect(withSetting(before, 'prompt.stop', ['b'], '')).toBe('[prompt]\nstop = ["b"] # all\nhard = 300\n');
  });

  test('what cannot be changed alone is refused, and named', () => {
    const before = 'theme = { name = "auto" }\nuser = { name = "A" }\n';
    expect(() => withSetting(before, 'theme.name', 'ember', '/c.toml')).toThrow(/theme\.name in \/c\.toml/);
  });

  test('for all keys of the documented file: that one line differs, and that one value', () => {
    const value = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.constantFrom(...keys), value, (key, given) => {
        const before = said(example);
        const after = withSetting(example, key, given, '');
        expect(said(after)).toEqual(new Map(before).set(key, given));
        const added = before.has(key) ? 0 : 1;
        expect(lines(after)).toHaveLength(lines(example).length + added);
        const kept = lines(after).filter((line) => !lines(example).includes(line));
        expect(kept.length).toBeLessThanOrEqual(1);
      }),
    );
    expect(keys.every(isConfigKey)).toBe(true);
  });

  test('issue 29.10: a setting that is taken out leaves all others, their comments and the ends of lines as they were', () => {
    const file = '# mine\r\n[theme]\r\nname = "a" # b\r\n[user]\r\nname = "A"\r\n';
    expect(withoutSetting(file, 'theme.name', '')).toBe('# mine\r\n[theme]\r\n[user]\r\nname = "A"\r\n');
    expect(withoutSetting(file, 'AutoTurn', '')).toBe(file);
    const inline = 'ooc = { open = "[", close = "]" }\n';
    expect(() => withoutSetting(inline, 'ooc.open', '/c.toml')).toThrow(/ooc\.open in \/c\.toml/);
  });
});
