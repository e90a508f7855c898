import { describe, expect, test } from 'vitest';
import { usualKeys } from '../../src/config/screen-keys.ts';
import { message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const up = '\x1b[A';
const pick = '\x0f';

describe('messages in hand', () => {
  test('Ctrl+O selects the newest, arrows go on, y copies what is selected and nothing else', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type(pick);
    await emulator.shows('y copy');
    emulator.type(`${up}y`);
    await emulator.shows('copied');
    const copied = emulator.writes.join('').match(/\x1b\]52;c;([^\x07\x1b]*)/);
    expect(Buffer.from(copied?.[1] ?? '', 'base64').toString()).toBe('Meet me behind the tent.');
    emulator.type('\x1b');
    await emulator.hides('y copy');
  });

  test('letters are commands while a message is selected, and typed after Esc', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type(`${pick}g`);
    await emulator.shows('y copy');
    emulator.type('p');
    await expect.poll(() => play.calls.length + play.pinned.size).toBeGreaterThan(0);
    emulator.type('e');
    await emulator.shows('editing Alice ▸ Enter keeps, Esc drops');
    await emulator.hides('y copy');
    emulator.type(' Goodbye');
    await emulator.shows('for a fair. Goodbye');
    expect(play.pinned.size + play.calls.length).toBe(1);
  });

  test('issue 29.8 a message is edited where it stands: Esc drops it, Enter keeps it, and the line that was begun waits', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('half a line');
    await emulator.shows('Alice > half a line');
    emulator.type(`${pick}ge`);
    await emulator.shows('Alice · Enter keeps, Esc drops');
    emulator.type('!? / @B');
    await emulator.shows('for a fair.!? / @B');
    emulator.type('\x1b');
    await emulator.shows('Alice > half a line');
    await emulator.hides('@B');
    expect(play.calls).toEqual([]);
    emulator.type(`${pick}ge\x15Good evening!\r`);
    await emulator.shows('edited; /undo reverts it');
    await emulator.shows('Alice > half a line');
    expect(play.calls).toEqual([['edit', 'm1', 'Good evening!']]);
  });

  test('issue 29.8 the bar of a picked message shows verbs that do something, the keys below it how one moves', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type(pick);
    await emulator.shows('y copy  e edit  v versions  b branch  p pin  a who heard');
    await emulator.shows('↑↓ j k move   J K same speaker');
    emulator.type(up);
    await emulator.shows('b branch  r rewind');
    emulator.type('g');
    await emulator.shows('y copy  e edit  b branch  r rewind');
  });

  test('a command that is typed right behind Esc is typed, and none of its letters does anything', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type(pick);
    await emulator.shows('y copy');
    emulator.type('\x1b/prompt');
    await emulator.shows('Alice > /prompt');
    expect([play.calls, play.pinned.size]).toEqual([[], 0]);
  });

  test('r asks before it rewinds to what is selected', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type(`${pick}g`);
    await emulator.shows('y copy');
    emulator.type('r');
    await emulator.shows('Undo everything after it?');
  });

  test('g goes to the first of many messages, G back to the newest', async () => {
    const many = Array.from({ length: 500 }, (_, at) => message(`m${at}`, `line ${at}`));
    const emulator = await open(new SmallPlay(many));
    emulator.type(`${pick}g`);
    await emulator.shows(/line 0\n/);
    emulator.type('G');
    await emulator.shows('line 499');
  });

  test('/find selects what it found: n goes on upwards, N down again', async () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      message(`m${at}`, at % 20 === 5 ? `a key ${at}` : `line ${at}`),
    );
    const emulator = await open(new SmallPlay(many));
    emulator.type('/find key\r');
    await emulator.shows('a key 185');
    emulator.type('n');
    await emulator.shows('a key 165');
    emulator.type('n');
    await emulator.shows('a key 145');
    emulator.type('N');
    await emulator.shows('a key 165');
  });
});

describe('keys of the config', () => {
  test('what [keys] says does it, and the help says so', async () => {
    const keys = { ...usualKeys, select: ['alt+m'], write_as: ['f8'] };
    const emulator = await open(new SmallPlay([...scene]), {}, { keys });
    emulator.type('\x1bm');
    await emulator.shows('y copy');
    emulator.type('\x1b');
    await emulator.hides('y copy');
    emulator.type('\x1b[19~');
    await emulator.shows('Write as');
  });

  test.each([
    ['world info', '1 /lore'],
    ['alternate', '/swipe'],
    ["author's note", '1 /note'],
    ['revert', '1 /undo'],
    ['api key', '1 /model setup'],
  ])('issue 29.5: %j finds %s, which has another name here', async (sought, found) => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type('\x10');
    await emulator.shows('Commands');
    emulator.type(sought);
    await emulator.shows(found);
  });

  test('Ctrl+P finds a command by its name or by what it does, and does it or begins its line', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type('\x10');
    await emulator.shows('Commands');
    emulator.type('pinned');
    await emulator.shows('list pinned messages');
    emulator.type('\x1b');
    await emulator.hides('Commands');
    emulator.type('\x10');
    await emulator.shows('Commands');
    emulator.type('edit');
    await emulator.shows('› edit');
    emulator.type('\r');
    await emulator.shows('Enter keeps, Esc drops');
  });
});
