import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands/all/table.ts';
import { directorName } from '../../src/domain/world/names.ts';
import { message } from './fair.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const screen = (play: SmallPlay) => open(play, { columns: 100 }, { app: libraryOf('Old Tom') });

describe('who is there', () => {
  test.each([
    ['/join Carl', ['join', 'Carl', false, null]],
    ['/join @Carl --knows-past', ['join', 'Carl', true, null]],
    [
      '/join Old Tom',
      ['join', 'Old Tom', false, { name: 'Old Tom', card: { id: expect.any(String), index: 0 } }],
    ],
    ['/join Old Tom --new', ['join', 'Old Tom', false, { name: 'Old Tom', card: null }]],
    ['/leave @Bob', ['leave', 'Bob']],
    ['/scene @alice, Old Tom', ['scene', ['Alice', 'Old Tom']]],
    ['/rename Bob = Robert the Wise', ['renameCharacter', 'Bob', 'Robert the Wise']],
    ['/rename Bob Robert the Wise', ['renameCharacter', 'Bob', 'Robert the Wise']],
    ['/audience Bob, carl', ['changeAudience', 'last', { to: ['Bob', 'Carl'] }]],
    ['/audience all', ['changeAudience', 'last', { to: 'everyone' }]],
    ['/audience -2 all', ['changeAudience', '-2', { to: 'everyone' }]],
    ['/audience -2 Carl, @bob', ['changeAudience', '-2', { to: ['Carl', 'Bob'] }]],
    ['/audience m1..last Carl,Bob', ['changeAudience', 'm1', { to: ['Carl', 'Bob'], through: 'last' }]],
    ['/audience @crew', ['changeAudience', 'last', { to: ['crew'] }]],
    ['/audience group add crew Bob, Old Tom', ['changeGroup', 'crew', 'add', ['Bob', 'Old', 'Tom']]],
    ['/audience group remove @crew bob @carl', ['changeGroup', 'crew', 'remove', ['Bob', 'Carl']]],
    ['/to @crew,Carl Psst.', ['say', 'Psst.', ['crew', 'Carl']]],
    ['/audience Bob, Zed', ['changeAudience', 'last', { to: ['Bob', 'Zed'] }]],
    ['/audience m1..last Bob', ['changeAudience', 'm1', { to: ['Bob'], through: 'last' }]],
  ])('RP-059 RP-097 %s', async (line, call) => {
    const play = new SmallPlay([]);
    const emulator = await screen(play);
    emulator.type(`${line}\r`);
    await expect.poll(() => play.calls).toEqual([call]);
  });

  const audienceOfNobody = ['/audience', '/audience last', '/audience -2', '/audience m1..last'];
  test.each(['/join', '/leave', '/rename Bob', '/rename Bob =', ...audienceOfNobody])(
    '%s says what is missing and asks for nothing',
    async (line) => {
      const play = new SmallPlay([]);
      const emulator = await screen(play);
      emulator.type(`${line}\r`);
      await emulator.shows('missing argument');
      expect(play.calls).toEqual([]);
    },
  );

  test('KT-15 /to completes the groups that are known, and /audience groups lists who is in them', async () => {
    const play = new SmallPlay([]);
    play.groups = [{ name: 'crew', members: ['Bob', 'Carl'] }];
    const emulator = await screen(play);
    emulator.type('/to @cr');
    await emulator.shows('Bob, Carl');
    emulator.type('\t');
    await emulator.shows('Alice → @crew ▸');
    emulator.type('\x15/audience groups\r');
    await emulator.shows('@crew: Bob, Carl');
  });

  test('KT-15 without a group /to offers none, and /audience groups says how one is made', async () => {
    const emulator = await screen(new SmallPlay([]));
    emulator.type('/to @cre');
    await emulator.shows('/to @cre');
    expect(emulator.text()).not.toContain('crew');
    emulator.type('\x15/audience groups\r');
    await emulator.shows('/audience group add GROUP NAMES makes one');
  });

  test('RP-097 /audience says so where nothing changes', async () => {
    const play = new SmallPlay([]);
    play.changes = 0;
    const emulator = await screen(play);
    emulator.type('/audience all\r');
    await emulator.shows('nothing changes');
  });

  test('HC-18 /scene and /cast tell who is there, who is not, and who plays whom', async () => {
    const play = new SmallPlay([]);
    play.players = { b: 'Ann' };
    const emulator = await screen(play);
    emulator.type('/scene\r');
    await emulator.shows('Here: Alice, Bob');
    await emulator.shows('Away: Carl');
    emulator.type('\x1b');
    await emulator.hides('Away: Carl');
    emulator.type('/cast\r');
    await emulator.shows('Alice · here · played by you');
    await emulator.shows('Carl · here · played by the model');
  });
});

describe('the omniscient look', () => {
  test('RP-059 stands in the help', () => {
    expect(commands.find(({ name }) => name === 'as')?.summary).toContain(directorName);
  });

  test('RP-059 is marked on the screen, and goes with it', async () => {
    const play = new SmallPlay([message('m1', 'Hello.')]);
    play.playing = { id: directorName, name: directorName };
    const emulator = await screen(play);
    await emulator.shows('EVERYTHING, as no character perceives it (director)');
    await emulator.shows('* >');
    emulator.type('/as Bob\r');
    await emulator.hides('EVERYTHING');
  });
});
