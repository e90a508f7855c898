import { expect, test } from 'vitest';
import { chatsOf, screenOn } from './stocked.ts';

test('RP-107 KT-12 /tour leads through a whisper, the eyes of another and the way back, in a chat of its own', async () => {
  const { app, ids } = chatsOf('The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  expect(emulator.text()).not.toContain('1/5');
  emulator.type('/tour\r');
  await emulator.shows('1/5 You are Maren.');
  await emulator.shows('The tour · you are Maren');
  emulator.type('/to Ansel the key is under the mat\r');
  await emulator.shows('2/5');
  await emulator.shows('under the mat');
  emulator.type('\r');
  await emulator.shows('3/5');
  expect(emulator.text()).not.toContain('under the mat');
  expect(emulator.text()).toContain('2 unheard');
  emulator.type('\r');
  await emulator.shows('4/5');
  expect(emulator.text()).toContain('under the mat');
  emulator.type('\r');
  await emulator.shows('5/5');
  emulator.type('\r');
  await emulator.shows('The Inn · you are Alice');
  expect(emulator.text()).not.toContain('5/5');
});

test('Esc ends the tour at any step', async () => {
  const { app, ids } = chatsOf('The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/tour\r');
  await emulator.shows('1/5');
  emulator.type('\x1b');
  await emulator.shows('the tour is over; its chat stays');
  emulator.type('x');
  await emulator.shows('Maren > x');
  expect(emulator.text()).not.toContain('1/5');
  expect(app.store.chats.list().map(({ title }) => title)).toEqual(['The tour', 'The Inn']);
});
