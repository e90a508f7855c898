import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConfigFile, isSottoConfig } from '../../src/config/find.ts';
import { dataFolder, storeFile, userConfigFile } from '../../src/config/folders.ts';
import { loadConfig } from '../../src/config/load.ts';
import { isWindows } from '../windows.ts';
import { refusalOf, scene } from './scene.ts';

const own = 'home/.config/sotto/config.toml';

describe('which config file counts', () => {
  const all = {
    'flag.toml': 'user.name = "flag"',
    'env.toml': 'user.name = "env"',
    'here/config.toml': 'user.name = "here"',
    [own]: 'user.name = "own"',
  };
  const nameOf = (place: Parameters<typeof loadConfig>[0]) => loadConfig(place).config.user.name;

  test('--config, else $SOTTO_CONFIG, else the current folder, else the own config folder', () => {
    const place = scene(all);
    const env = { SOTTO_CONFIG: join(place.root, 'env.toml') };
    expect(nameOf({ ...place, env, configFlag: join(place.root, 'flag.toml') })).toBe('flag');
    expect(nameOf({ ...place, env })).toBe('env');
    expect(nameOf(place)).toBe('here');
    expect(nameOf({ ...place, cwd: place.root })).toBe('own');
  });

  test('RP-017 config.toml may lie in the data folder too, and counts before the own one', () => {
    const place = scene({ 'data/config.toml': 'user.name = "data"', [own]: all[own] ?? '' });
    const dataFlag = join(place.root, 'data');
    expect([nameOf({ ...place, dataFlag }), nameOf(place)]).toEqual(['data', 'own']);
    expect(nameOf({ ...place, env: { SOTTO_DATA: dataFlag } })).toBe('data');
    expect(findConfigFile({ ...place, cwd: dataFlag, dataFlag })?.isOfFolder).toBe(false);
  });

  test("another program's config.toml is passed over without a word", () => {
    const place = scene({ 'here/config.toml': '[server]\nport = 80\n', [own]: all[own] ?? '' });
    expect(nameOf(place)).toBe('own');
    expect(findConfigFile(scene({ 'here/config.toml': '[server]\nport = 80\n' }))).toBeNull();
  });

  test('what is not an ordinary file is passed over too, and never waited for', ({ skip }) => {
    skip(isWindows, 'a pipe with a name is what it is about');
    const place = scene();
    mkdirSync(join(place.cwd, 'config.toml'));
    expect(findConfigFile(place)).toBeNull();
    const other = scene();
    execFileSync('mkfifo', [join(other.cwd, 'config.toml')]);
    const find = new URL('../../src/config/find.ts', import.meta.url).href;
    const code = `import { findConfigFile } from '${find}';
      console.log(findConfigFile(${JSON.stringify(other)}));`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('null');
  });

  test.each([
    '.config/config.js',
    '.config/config.cjs',
    '.config/sottorc.js',
    '.configrc.js',
    '.sottorc.js',
    '.sottorc',
    'sotto.config.js',
    'sotto.config.cjs',
  ])('code that lies in the current folder is never run: %s', (name) => {
    const ran = `import('node:fs').then((fs) => fs.writeFileSync('ran', '')); throw new Error('was run')`;
    const place = scene({ [`here/${name}`]: ran, 'here/package.json': '{ "sotto": { "backend": {} } }' });
    expect(findConfigFile(place)).toBeNull();
    expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
  });

  test('a file that is named is read as TOML whatever its ending says, and never run', () => {
    for (const name of ['own.js', 'own.cjs', 'own.json', 'own.yaml', 'own', '.own', 'own.conf']) {
      const place = scene({ [name]: 'user.name = "named"' });
      expect(nameOf({ ...place, configFlag: join(place.root, name) })).toBe('named');
    }
    const place = scene({ 'run.js': 'process.exit(9)' });
    expect(refusalOf(() => loadConfig({ ...place, configFlag: join(place.root, 'run.js') })).code).toBe(
      'bad_toml',
    );
  });

  test('a `$import` takes nothing in: it is an unknown key', () => {
    const other = { 'here/other.js': 'throw new Error("was run")', 'here/other.toml': 'user.name = "other"' };
    for (const target of ['./other.js', './other.toml']) {
      const place = scene({ ...other, 'here/config.toml': `AutoTurn = true\n"$import" = "${target}"\n` });
      expect(findConfigFile(place)).toBeNull();
      const configFlag = join(place.cwd, 'config.toml');
      expect(refusalOf(() => loadConfig({ ...place, configFlag })).code).toBe('unknown_key');
    }
  });

  test('folders above the current one are not looked at', () => {
    const place = scene({ 'config.toml': 'user.name = "above"', 'here/other': '' });
    expect(findConfigFile(place)).toBeNull();
  });

  test('an empty file that is named is a file without settings', () => {
    const place = scene({ 'empty.toml': '' });
    expect(findConfigFile({ ...place, configFlag: join(place.root, 'empty.toml') })?.text).toBe('');
  });

  test('a named file that is not there is an error, exit code 3', () => {
    const place = scene();
    const error = refusalOf(() => loadConfig({ ...place, configFlag: join(place.root, 'none.toml') }));
    expect(error).toMatchObject({ code: 'no_config_file', exitCode: 3 });
    expect(error.message).toContain('none.toml');
    expect(refusalOf(() => loadConfig({ ...place, env: { SOTTO_CONFIG: '/no/such' } })).exitCode).toBe(3);
  });

  test('a file that cannot be read is an error, exit code 2', () => {
    const place = scene();
    const error = refusalOf(() => loadConfig({ ...place, configFlag: place.root }));
    expect(error).toMatchObject({ code: 'config_unreadable', exitCode: 2 });
  });
});

test.each([
  ['a section of sotto with a key of sotto', '[backend]\nurl = "http://x"', true],
  ['a top-level key of sotto', 'AutoTurn = true', true],
  ['an alias', '[auto_turn]\nmaxHops = 2', true],
  ['a slip in a section beside a right key', '[backend]\nurl = ""\n[smapling]\ntop_k = 1', true],
  ['a slip in a key beside a right one', '[backend]\nurl = ""\nmodle = ""', true],
  ['bad TOML under the sections of sotto', '[backend]\nurl = \n[sampling]\n', true],
  ['bad TOML after a top-level key of sotto', 'AutoTurn = yes\n', true],
  ['nothing', '', false],
  ['only sections that others have too', '[user]\nemail = "a@b"\n[theme]\ncolor = "red"', false],
  ['a section of sotto among others', '[backend]\nurl = "http://x"\n[frontend]\nport = 1', false],
  ['a section of sotto with none of its keys', '[backend]\nport = 80', false],
  ["the seed's settings, which share names with sotto's", 'AutoTurn = true\nChatAPI = "http://x"', false],
  ['bad TOML of another program', '[package]\nname = {{name}}\n', false],
  ['no TOML at all', 'hello', false],
])('whose a config.toml is: %s', (_, text, expected) => {
  expect(isSottoConfig(text)).toBe(expected);
});

const places = {
  linux: { platform: 'linux', home: '/home/ann', env: {} },
  xdg: { platform: 'linux', home: '/h', env: { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' } },
  'xdg, relative': { platform: 'linux', home: '/h', env: { XDG_DATA_HOME: 'd', XDG_CONFIG_HOME: 'c' } },
  mac: { platform: 'darwin', home: '/Users/ann', env: { XDG_DATA_HOME: '/d' } },
  windows: {
    platform: 'win32',
    home: 'C:\\Users\\Ann',
    env: { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' },
  },
  'windows, bare': { platform: 'win32', home: 'C:\\Users\\Ann', env: {} },
};

test.each([
  ['linux', '/home/ann/.local/share/sotto', '/home/ann/.config/sotto/config.toml'],
  ['xdg', '/d/sotto', '/c/sotto/config.toml'],
  ['xdg, relative', '/h/.local/share/sotto', '/h/.config/sotto/config.toml'],
  [
    'mac',
    '/Users/ann/Library/Application Support/sotto',
    '/Users/ann/Library/Application Support/sotto/config.toml',
  ],
  ['windows', 'D:\\Local\\sotto', 'D:\\Roaming\\sotto\\config.toml'],
  [
    'windows, bare',
    'C:\\Users\\Ann\\AppData\\Local\\sotto',
    'C:\\Users\\Ann\\AppData\\Roaming\\sotto\\config.toml',
  ],
] as const)('RP-017 on %s the data folder is %s and the config %s', (name, data, config) => {
  expect(dataFolder(places[name])).toBe(data);
  expect(userConfigFile(places[name])).toBe(config);
});

test('RP-017 RP-131 CHAT_DB_PATH says where the store is, whatever the data folder, unless --data names one', () => {
  const place = { ...places.linux, env: { SOTTO_DATA: '/env', CHAT_DB_PATH: '/else/chat.db' } };
  expect(storeFile(place)).toBe('/else/chat.db');
  expect(dataFolder(place)).toBe('/env');
  expect(storeFile({ ...place, flag: '/flag' })).toBe('/flag/sotto.db');
  expect(storeFile({ ...place, env: { SOTTO_DATA: '/env', CHAT_DB_PATH: '' } })).toBe('/env/sotto.db');
});

test('RP-017 --data wins over $SOTTO_DATA, which wins over the platform', () => {
  const place = { ...places.linux, env: { SOTTO_DATA: '/env' } };
  expect(dataFolder({ ...place, flag: '/flag' })).toBe('/flag');
  expect(dataFolder(place)).toBe('/env');
  expect(dataFolder({ ...places.linux, flag: undefined, env: { SOTTO_DATA: '' } })).toMatch(/^\/home\/ann/);
});
