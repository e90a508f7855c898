import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { themeFiles } from '../../src/app/files/theme-files.ts';
import { App } from '../../src/app/run/app.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import { until } from '../until.ts';
import { scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';
import { styledText } from './styles.ts';

const colours = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };

const wearing = (env: Record<string, string>, name: string): Looks => {
  const looks = new Looks(env);
  looks.choose(name);
  return looks;
};

test('below 40×10 one line says so; what is typed meanwhile is there when the terminal grows', async () => {
  const emulator = await open(new SmallPlay([...scene]), { columns: 40, rows: 10 });
  emulator.type('half a');
  await emulator.shows('Alice > half a');
  emulator.resize(39, 10);
  await emulator.shows('sotto needs 40×10, not 39×10');
  emulator.type(' word');
  for (const [columns, rows] of [
    [39, 9],
    [9, 2],
    [1, 1],
  ] as const) {
    emulator.resize(columns, rows);
    await emulator.shows(columns > 12 ? 'sotto needs 40×10' : /^(?:sotto ne)?…$/m);
    if (rows === 9) await expect(emulator.text()).toMatchFileSnapshot('golden/chat-39x9.golden.txt');
    expect(emulator.text()).not.toMatch(/Alice|tent|word/);
  }
  emulator.resize(40, 10);
  await emulator.shows('Alice > half a word');
});

test('the terminal is asked for its background, and auto follows the answer without a key', async () => {
  const emulator = await open(new SmallPlay([...scene]), {}, { looks: wearing(colours, 'auto') });
  expect(emulator.writes.join('')).toContain('\x1b]11;?\x1b\\');
  expect(styledText(emulator)).toContain('Alice > = cyan');
  emulator.type('\x1b]11;rgb:fafa/fafa/f0f0\x07');
  await until(() => expect(styledText(emulator)).toContain('Alice > = #0072b2'));
  expect(emulator.text()).not.toContain('rgb:');
});

test('/theme lists the themes; a row that is come to shows its theme, Esc takes it back, Enter keeps it', async () => {
  const emulator = await open(new SmallPlay([...scene]), { rows: 30 }, { looks: wearing(colours, 'dark') });
  const rule = (colour: string) =>
    until(() => expect(styledText(emulator)).toMatch(new RegExp(`(?:Enter|F2) = ${colour}`)));
  emulator.type('/theme\r');
  await emulator.shows('dark · now');
  await rule('#56b4e9');
  emulator.type('embe');
  await rule('#ff9e3d');
  emulator.type('\x1b');
  await rule('#56b4e9');
  emulator.type('/theme\r');
  await emulator.shows('dark · now');
  emulator.type('\x1b[B');
  await rule('#0072b2');
  emulator.type('\r');
  await emulator.shows('the theme is light; /set theme.name light keeps it');
  await until(() => expect(styledText(emulator)).toContain('Alice > = #0072b2'));
  emulator.type('/theme nothing\r');
  await emulator.shows('there is no theme nothing');
});

test('a theme of one’s own is a file in the config folder; a wrong one is refused by file and role', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-themes-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const themes = join(folder, 'sotto', 'themes');
  mkdirSync(themes, { recursive: true });
  writeFileSync(join(themes, 'dusk.toml'), 'accent = "bold #102030"\n');
  writeFileSync(join(themes, 'wrong.toml'), 'accent = "fluorescent"\n');
  writeFileSync(join(themes, 'torn.toml'), 'accent = \n');
  const app = new App({});
  const looks = new Looks(colours, () => themeFiles(app));
  const emulator = await open(new SmallPlay([...scene]), { columns: 120 }, { app, looks });
  emulator.type('/theme dusk\r');
  await emulator.shows('the theme is dusk');
  expect(styledText(emulator)).toContain('Alice > = bold #102030');
  emulator.type('/theme wrong\r');
  await emulator.shows('wrong.toml: accent must be a text of bold, dim');
  emulator.type('\x15/theme torn\r');
  await emulator.shows(/torn\.toml: line 1/);
  expect(looks.name).toBe('dusk');
});
