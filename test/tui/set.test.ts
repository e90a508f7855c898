import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { startChat } from '../../src/play/new-chat.ts';
import { openScreen } from './emulator.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-set-'));
  file = join(folder, 'sotto', 'config.toml');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
});

test('KT-26 /set AutoTurn on switches it for what is being played, and says what it is', async () => {
  const app = libraryOf();
  const { settings } = app.playParts;
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/set AutoTurn\r');
  await emulator.shows('AutoTurn = false');
  emulator.type('/set autoturn on\r');
  await emulator.shows('AutoTurn = true');
  expect([settings.autoTurn, app.playParts.settings.autoTurn]).toEqual([false, true]);
  emulator.type('/set AutoTurn off\r');
  await emulator.shows('AutoTurn = false');
  expect(app.playParts.settings.autoTurn).toBe(false);
});

test('KT-26 a whisper between two others is answered from /set AutoTurn on to /set AutoTurn off', async () => {
  const { data } = libraryOf().options;
  const app = new App({ ...(data && { data }), backend: 'understudy', now: '2026-01-31T12:00:00Z' });
  onTestFinished(() => app.close());
  const id = startChat(app.newChatParts, { cards: [], as: 'Alice' });
  const play = app.play(id);
  await play.join('Bob', { newcomer: () => ({ name: 'Bob', card: null }) });
  const { emulator, ended } = await openScreen(play, {}, { app });
  const whisper = async () => {
    await play.say('Hello.', { as: 'Assistant', to: ['Bob'], reply: [] });
    const before = app.play(id, 'Bob').view().last(50).length;
    await play.reply('Bob');
    return app.play(id, 'Bob').view().last(50).length - before;
  };
  expect(await whisper()).toBe(1);
  emulator.type('/set AutoTurn on\r');
  await emulator.shows('AutoTurn = true');
  expect(await whisper()).toBe(1 + app.settings.maxHops);
  emulator.type('/set AutoTurn off\r');
  await emulator.shows('AutoTurn = false');
  expect(await whisper()).toBe(1);
  emulator.type('\x03\x03');
  await ended;
});

test('/set refuses what it does not know and what is wrong, and writes nothing of it', async () => {
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/set prompt.hard many\r');
  await emulator.shows('/set prompt.hard must be a whole number');
  emulator.type('\x15/set nonsense 1\r');
  await emulator.shows('there is no setting "nonsense"');
  emulator.type('\x15/set privcy.hint none\r');
  await emulator.shows('did you mean privacy.hint?');
  emulator.type('\x15/set theme.name embr\r');
  await emulator.shows('there is no theme embr: did you mean ember?');
  expect(existsSync(file)).toBe(false);
  expect(app.settings.budget.hard).toBe(8192);
});

test('/set keeps the value in the config file and says when it counts', async () => {
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), { columns: 120 }, { app });
  emulator.type('/set AutoTurn on\r');
  await emulator.shows(`AutoTurn = true in ${file}`);
  emulator.type('/set screen.mouse off\r');
  await emulator.shows(/takes\s+effect\s+when\s+sotto\s+starts\s+again/);
  expect(readFileSync(file, 'utf8')).toBe('AutoTurn = true\n\n[screen]\nmouse = false\n');
});
