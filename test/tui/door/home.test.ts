import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatsOf, screenOn } from './stocked.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sotto-home-'));
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

test('RP-107 /home leads to the chats, a new one, the model server and out', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const emulator = await screenOn(app, ids[0] ?? '');
  await emulator.shows('understudy: no model');
  emulator.type('/home\r');
  await emulator.shows('1 continue The Inn');
  emulator.type('import\r');
  await emulator.shows('no SillyTavern directory was found in the usual places');
  expect(emulator.text()).toContain('`sotto import sillytavern DIR`');
  emulator.type('/home\r');
  await emulator.shows('1 continue The Inn');
  emulator.type('server');
  await emulator.shows('Enter looks for a model server');
  emulator.type('\x15another');
  await emulator.shows(/another chat \(1\)[\s\S]*The Boat/);
  emulator.type('\r');
  await emulator.shows('Chats');
  emulator.type('boat\r');
  await emulator.shows('The Boat · you are Alice');
  emulator.type('/home\r');
  await emulator.shows('1 continue The Boat');
  emulator.type('new chat\r');
  await emulator.shows('A new chat with');
  emulator.type('\x1b');
  await emulator.hides('A new chat with');
  emulator.type('/home\r');
  await emulator.shows('1 continue The Boat');
  emulator.type('leave\r');
  await expect.poll(() => emulator.terminal.buffer.active.type).toBe('normal');
});

test('/home offers what is in a folder of SillyTavern at a usual place, and takes it in only after a yes', async () => {
  const { app, ids } = chatsOf('The Inn');
  mkdirSync(join(home, 'SillyTavern/data/default-user/characters'), { recursive: true });
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/home\r');
  await emulator.shows('import from SillyTavern');
  emulator.type('import\r');
  await emulator.shows('Import everything from SillyTavern?');
  emulator.type('y');
  await emulator.shows('Imported:');
});
