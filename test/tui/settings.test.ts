import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { groupOf } from '../../src/commands/upkeep/setting-words.ts';
import type { ConfigKey } from '../../src/config/config-key.ts';
import { configKeys } from '../../src/config/keys.ts';
import { until } from '../until.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-settings-'));
  file = join(folder, 'sotto', 'config.toml');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
});

const keptText = (text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

test('/settings lists every setting with its value, where that comes from and what it does', async () => {
  keptText('[prompt]\nmax_tokens = 123\n');
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), { columns: 120, rows: 40 }, { app });
  emulator.type('/settings\r');
  await emulator.shows('1 turns in a row  6');
  emulator.type('max_tokens');
  await emulator.shows('longest reply  ●  123 · file');
  await emulator.shows('The most tokens of a reply.');
  await emulator.shows(/prompt.max_tokens is 123, from \S+config\.toml/);
});

test('KT-26 Enter in /settings switches a flag where it is, in the file with its comments, and in what is played', async () => {
  keptText('# mine\nAutoTurn = false # not yet\n');
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/settings\r');
  await emulator.shows('turns in a row');
  emulator.type('autoturn\r');
  await emulator.shows('whispers without you  ●  on · set here');
  await emulator.shows('› autoturn');
  expect(readFileSync(file, 'utf8')).toBe('# mine\nAutoTurn = true # not yet\n');
  expect(app.playParts.settings.autoTurn).toBe(true);
});

test('a setting of /settings is written in a field, which stays with a wrong value and says what it must be', async () => {
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/settings\r');
  await emulator.shows('turns in a row');
  emulator.type('prompt.hard\r');
  await emulator.shows('> 8192');
  emulator.type('\x15many\r');
  await emulator.shows('must be a whole number from 256');
  await emulator.shows('> many');
  expect(existsSync(file)).toBe(false);
  emulator.type('\x159000\r');
  await emulator.shows('longest prompt  ●  9000 · set here');
  expect(readFileSync(file, 'utf8')).toContain('hard = 9000');
  expect(app.settings.budget.hard).toBe(9000);
});

test.each([
  ['backend.model', 'big', 'model = "big"'],
  ['backend.classifier.model', 'small', 'model = "small"'],
  ['backend.classifier.hard', '2048', 'hard = 2048'],
  ['ooc.word', 'aside', 'word = "aside"'],
  ['prompt.soft', '5000', 'soft = 5000'],
])(
  'RP-109 %s, a slot of a model, a mark or a budget, is set in /settings and kept',
  async (key, value, kept) => {
    const app = libraryOf();
    const emulator = await open(new SmallPlay([]), {}, { app });
    emulator.type('/settings\r');
    await emulator.shows('turns in a row');
    emulator.type(`${key}\r`);
    await emulator.shows(/^.*> /m);
    emulator.type(`\x15${value}\r`);
    await emulator.shows(kept);
    expect(readFileSync(file, 'utf8')).toContain(kept);
  },
);

test('what a setting of /settings may be is a list; Esc leads back to the settings, and from there to the chat', async () => {
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/settings\r');
  await emulator.shows('turns in a row');
  emulator.type('privacy.hint\r');
  await emulator.shows('3 none');
  emulator.type('\x1b');
  await emulator.shows('hint at what is hidden  count');
  emulator.type('\r');
  await emulator.shows('3 none');
  emulator.type('none\r');
  await emulator.shows('hint at what is hidden  ●  none · set here');
  emulator.type('\x1b');
  await emulator.hides('Settings');
});

test('a secret in a setting is shown by no row, no preview and no field, and the preview says when another value counts', async () => {
  keptText('[backend]\nkind = "llamacpp"\nurl = "http://me:hunter2@127.0.0.1:1"\n');
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), { columns: 120, rows: 40 }, { app });
  emulator.type('/settings\r');
  await emulator.shows('turns in a row');
  emulator.type('screen.mouse');
  await emulator.shows(/Another value[\s│]+takes[\s│]+effect/);
  emulator.type('\x15backend.url');
  await emulator.shows('looks like a secret is not shown');
  emulator.type('\r');
  await emulator.shows(/│ > +│$/m);
  expect(emulator.text()).not.toContain('hunter2');
});

test('issue 29.10: settings stand by what they are used for; the least used names of old come last', async () => {
  const emulator = await open(new SmallPlay([]), { columns: 120, rows: 40 }, { app: libraryOf() });
  emulator.type('/settings\r');
  await emulator.showsInside('Play\n1 turns in a row');
  const seen = new Set<string>();
  for (let before = ''; !seen.has('Old names'); ) {
    before = emulator.inside();
    for (const row of before.split('\n')) seen.add(row);
    emulator.type('\x1b[6~');
    await until(async () => {
      await emulator.settled();
      expect(emulator.inside()).not.toBe(before);
    });
  }
  const groups = ['Play', 'Model', 'Writing', 'Privacy', 'Memory', 'Look', 'Keys', 'Old names'];
  expect([...seen].filter((row) => groups.includes(row))).toEqual(groups);
});

test('issue 29.10: Left and Right go through what a setting may be, a mark says that it is changed, Delete makes it as usual', async () => {
  keptText('# mine\n[privacy]\nhint = "names" # for me\nstyle = "head"\n');
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/settings\r');
  await emulator.shows('turns in a row');
  emulator.type('privacy.hint');
  await emulator.shows('hint at what is hidden  ●  names · file');
  emulator.type('\x1b[C');
  await emulator.shows('hint at what is hidden  ●  none · set here');
  emulator.type('\x1b[C');
  await emulator.shows('hint at what is hidden  ●  count · set here');
  emulator.type('\x1b[D');
  await emulator.shows('hint at what is hidden  ●  none · set here');
  emulator.type('\x1b[3~');
  await emulator.shows('1 hint at what is hidden  count ');
  await emulator.shows('› privacy.hint');
  expect(readFileSync(file, 'utf8')).toBe('# mine\n[privacy]\nstyle = "head"\n');
  expect(app.loaded.config.privacy.hint).toBe('count');
});

test('issue 29.10: every setting has a label of its own in its group, which fits on a small screen, and one sentence', () => {
  const labels = new Map<string, ConfigKey>();
  for (const [key, { label, does }] of configKeys) {
    expect(label, key).toMatch(/^\S.*\S$/);
    expect(label, key).not.toContain('_');
    if (!key.startsWith('keys.')) expect(label.length, key).toBeLessThanOrEqual(22);
    expect(does, key).toMatch(/^[A-Za-z0-9][^\n]*[^.]\.$/);
    expect(does.slice(0, -1), key).not.toMatch(/\.\s/);
    const own = `${groupOf(key).title}: ${label}`;
    expect(labels.get(own), own).toBeUndefined();
    labels.set(own, key);
  }
});
