import { expect, test } from 'vitest';
import { chatsOf, screenOn } from '../door/stocked.ts';

test('ruling 9 RP-110 what a message tells of who leaves is proposed above the composer, and takes nothing from it', async () => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const emulator = await screenOn(app, id);
  emulator.type('Bob leaves the room.\r');
  await emulator.shows('Bob seems to have left: /yes, /no');
  emulator.type('Hm');
  await emulator.shows('Alice > Hm');
  expect(emulator.text()).toContain('Bob seems to have left: /yes, /no');
  emulator.type('\x15/yes\r');
  await emulator.shows('Bob is away; /undo reverts it');
  await emulator.hides('seems to have left');
  expect((await app.play(id).scene()).away).toEqual(['Bob']);
  emulator.type('/undo\r');
  await emulator.shows('Bob seems to have left: /yes, /no');
  emulator.type('/proposals\r');
  await emulator.shows('Did this happen?');
  emulator.type('2');
  await emulator.shows('Bob stays');
  await emulator.hides('seems to have left');
  expect((await app.play(id).scene()).away).toEqual([]);
});
