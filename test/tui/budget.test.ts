import { describe, expect, test } from 'vitest';
import { openScreen } from './emulator.ts';
import { bob, message } from './fair.ts';
import { SmallPlay } from './small-play.ts';

const story = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');

const chat = (): SmallPlay =>
  new SmallPlay(
    Array.from({ length: 10_000 }, (_, index) =>
      message(`m${index}`, `Message ${index}. ${story.slice(0, index % 300)}`, {
        speaker: index % 2 ? 'a' : 'b',
      }),
    ),
  );

describe('the cost of a frame', () => {
  test('at 10,000 messages a token costs at most 400 bytes, also when it adds a line; nothing is cleared', async () => {
    const play = chat();
    const { emulator, ended } = await openScreen(play, { columns: 120, rows: 40 });
    play.writes(bob);
    await emulator.shows('Bob is writing');
    play.emit({ type: 'delta', speaker: bob, text: 'It begins:' });
    await emulator.shows('It begins:');
    const before = emulator.writes.length;
    for (let token = 0; token < 80; token += 1) {
      play.emit({ type: 'delta', speaker: bob, text: ` token${token}` });
      await emulator.shows(`token${token}`);
    }
    const frames = emulator.writes.slice(before);
    expect(frames.length).toBe(80);
    expect(Math.max(...frames.map((frame) => Buffer.byteLength(frame)))).toBeLessThanOrEqual(400);
    expect(frames.some((frame) => /\x1b\[\d+;\d+r\x1b\[\d+S/.test(frame))).toBe(true);
    expect(frames.join('')).not.toMatch(/\x1b\[[23]?J/);
    expect(play.read).toBeLessThan(200);
    emulator.type('\x03\x03\x03');
    await ended;
  });

  test('a key at 10,000 messages writes only the rows it changed', async () => {
    const { emulator, ended } = await openScreen(chat(), { columns: 120, rows: 40 });
    emulator.type('x');
    await emulator.shows('Alice > x');
    const before = emulator.writes.length;
    emulator.type('y');
    await emulator.shows('Alice > xy');
    expect(Buffer.byteLength(emulator.writes.slice(before).join(''))).toBeLessThanOrEqual(200);
    emulator.type('\x03\x03');
    await ended;
  });
});
