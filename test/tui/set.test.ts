import { expect, test } from 'vitest';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

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

test('/set refuses what it does not know, what is wrong and what is read when sotto starts', async () => {
  const app = libraryOf();
  const emulator = await open(new SmallPlay([]), {}, { app });
  emulator.type('/set prompt.hard many\r');
  await emulator.shows('/set prompt.hard must be a whole number');
  emulator.type('\x15/set nonsense 1\r');
  await emulator.shows('there is no setting "nonsense"');
  emulator.type('\x15/set backend.url x\r');
  await emulator.shows('backend.url is read when sotto starts');
  expect(app.settings.budget.hard).toBe(8192);
});
