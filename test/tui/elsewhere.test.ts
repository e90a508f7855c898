import { expect, test } from 'vitest';
import { bob, carl, message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

test('RP-021 the status line says who is typing in other terminals', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.typists = [bob];
  play.emit({ type: 'state' });
  await emulator.shows('Bob is typing · understudy');
  play.typists = [bob, carl];
  play.emit({ type: 'state' });
  await emulator.shows('Bob and Carl are typing');
});

test('RP-040 RP-042 a line that another terminal writes cannot be stopped here, and nothing is sent over it', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.isElsewhere = true;
  play.writes(bob);
  await emulator.shows('Bob is writing · understudy');
  emulator.type('Well?\r');
  await emulator.shows('Bob is still writing; your text stays here');
  expect(play.calls).toEqual([]);
});

test('RP-042 what another terminal writes unseen keeps nobody from sending', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.isElsewhere = true;
  play.generating = 'hidden';
  play.emit({ type: 'state' });
  await emulator.shows('somebody is writing');
  emulator.type('Well?\r');
  await expect.poll(() => play.calls).toContainEqual(['say', 'Well?']);
});

test('KT-17 where nobody is told of hidden lines, Esc goes to the newest while one is written as at any time', async () => {
  const play = new SmallPlay(Array.from({ length: 40 }, (_, at) => message(`m${at}`, `row ${at}.`)));
  const emulator = await open(play);
  emulator.type('\x1b[5~');
  await emulator.hides('row 39.');
  play.generating = 'untold';
  play.emit({ type: 'state' });
  emulator.type('\x1b');
  await emulator.shows('row 39.');
  expect(play.calls).toEqual([['stop']]);
});

test('RP-021 what stands in the composer is told after every key, and that it is empty after it was sent', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  emulator.type('Well');
  await expect.poll(() => play.typed).toBe('Well');
  emulator.type('\r');
  await expect.poll(() => play.typed).toBe('');
});
