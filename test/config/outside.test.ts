import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { outsideOf } from '../../src/config/servers.ts';
import { refusalOf, scene } from './scene.ts';

const text = `[tools]
offer = ["roll_dice"]
web = true
search_url = "http://127.0.0.1:8888/search"
[tools.mcp.files]
command = "npx"
allow = ["read_file"]
`;

const named = (toml: string) => {
  const place = scene({ 'here/sotto.toml': toml });
  return loadConfig({ ...place, configFlag: `${place.cwd}/sotto.toml` });
};

test('by default no tool is offered, the web is off and no program is started', () => {
  const loaded = loadConfig(scene());
  expect(loaded.config.tools).toMatchObject({ offer: [], web: false, calls: 4, depth: 2, seconds: 20 });
  expect(outsideOf(loaded)).toEqual({ web: null, programs: {}, ignored: [] });
});

test('a file that somebody named says what may be reached', () => {
  expect(outsideOf(named(text))).toEqual({
    web: { searchUrl: 'http://127.0.0.1:8888/search' },
    programs: { files: { command: 'npx', args: [], env: [], allow: ['read_file'] } },
    ignored: [],
  });
});

test('a file that merely lies in the current directory opens no way out and starts no program', () => {
  const place = scene({ 'here/config.toml': `[user]\nname = "Ann"\n${text}` });
  const loaded = loadConfig(place);
  expect(loaded.isOfFolder).toBe(true);
  expect(loaded.config.tools.offer).toEqual(['roll_dice']);
  expect(outsideOf(loaded)).toEqual({
    ...{ web: null, programs: {} },
    ignored: ['tools.web', 'tools.search_url', 'tools.mcp'],
  });
});

test('a variable counts, and its search goes nowhere that the directory says', () => {
  const place = scene({ 'here/config.toml': text }, { SOTTO_TOOLS_WEB: 'true' });
  expect(outsideOf(loadConfig(place)).web).toEqual({ searchUrl: '' });
});

test.each([
  ['without a command', '[tools.mcp.files]\nallow = []\n'],
  ['with a name that is none', '[tools.mcp."Fi les"]\ncommand = "npx"\n'],
  ['with a value in place of the name of a variable', '[tools.mcp.files]\ncommand = "npx"\nenv = ["A=b"]\n'],
])('a program %s is refused by name', (_, toml) => {
  expect(refusalOf(() => named(toml)).message).toMatch(
    /^tools\.mcp in .* must be a table of programs by name/,
  );
});
